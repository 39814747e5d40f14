import type { AnswerFor } from "./idempotency-store.ts"

/** The organisation of all rows if no other has been created. */
export const localOrganisationId = "00000000-0000-4000-8000-000000000001"
/** Permissions of a key; each includes the previous ones. */
export const scopes = ["read", "discuss", "admin"] as const
export type Scope = (typeof scopes)[number]

/** Times are ISO 8601 in UTC. */
export interface Organisation {
  readonly id: string
  readonly name: string
  readonly createdAt: string
}

/** Restricts a key to one discussion, which it may read, and one seat, for which it may answer. */
export interface KeySeat {
  readonly discussionId: string
  /** Null: read-only. */
  readonly seat: string | null
}

export interface NewKey {
  readonly organisationId: string
  /** For people. */
  readonly name: string
  readonly scope: Scope
  readonly seat?: KeySeat
}

export interface ApiKey extends NewKey {
  readonly id: string
  /** The first characters of the key, to recognise it. */
  readonly prefix: string
  readonly createdAt: string
  /** Accurate to about a minute. */
  readonly lastUsedAt: string | null
  readonly revokedAt: string | null
}

/** A key that a request was authenticated with. */
export interface VerifiedKey extends ApiKey {
  /** Signs this key's tickets; grants no access by itself. */
  readonly ticketSecret: string
}

/** Keys of all organisations. Only a hash of each key is stored. */
export interface KeyStore {
  createOrganisation(name: string): Promise<Organisation>
  organisations(): Promise<readonly Organisation[]>
  /** `key` is returned only here. Throws NOT_FOUND for an unknown organisation. */
  create(key: NewKey, answerFor?: AnswerFor<ApiKey>): Promise<ApiKey & { readonly key: string }>
  /** Keys of one organisation or of all, including revoked ones; newest first. */
  list(organisationId?: string): Promise<readonly ApiKey[]>
  /** Idempotent. Throws NOT_FOUND if the organisation has no such key. */
  revoke(organisationId: string, id: string): Promise<ApiKey>
  /** Undefined if the key is unknown or revoked. Updates `lastUsedAt`. */
  find(key: string): Promise<VerifiedKey | undefined>
  findById(id: string): Promise<VerifiedKey | undefined>
  /** Whether there is a key that is not revoked. */
  hasAny(): Promise<boolean>
}
