export interface Ids {
  discussion(): string
}
