export interface Ids {
  /** A new id for a discussion, unique everywhere. */
  discussion(): string
}
