import type { AnswerFor } from "./idempotency-store.ts"

/** Whose rows they are where nobody has set up organisations. */
export const localOrganisationId = "00000000-0000-4000-8000-000000000001"
/** What a key may do; each includes those before it. */
export const scopes = ["read", "discuss", "admin"] as const
export type Scope = (typeof scopes)[number]

/** Times are ISO 8601 in UTC. */
export interface Organisation {
  readonly id: string
  readonly name: string
  readonly createdAt: string
}

/** The one discussion that a key is for: it may read it, and answer for the seat. */
export interface KeySeat {
  readonly discussionId: string
  /** Null: nobody's, it only reads. */
  readonly seat: string | null
}

export interface NewKey {
  readonly organisationId: string
  /** For people, to tell keys apart. */
  readonly name: string
  readonly scope: Scope
  readonly seat?: KeySeat
}

export interface ApiKey extends NewKey {
  readonly id: string
  /** What the key begins with; enough to recognise it, and useless without the rest. */
  readonly prefix: string
  readonly createdAt: string
  /** To the minute, about. */
  readonly lastUsedAt: string | null
  readonly revokedAt: string | null
}

/** A key that somebody showed, or stands for. */
export interface VerifiedKey extends ApiKey {
  /** What tickets of this key are signed with: nobody can guess it, and it opens nothing by itself. */
  readonly ticketSecret: string
}

/** Keys of all organisations. What a key is made of is known to its owner alone: a hash of it is kept. */
export interface KeyStore {
  createOrganisation(name: string): Promise<Organisation>
  organisations(): Promise<readonly Organisation[]>
  /** `key` is shown this once. Throws NOT_FOUND where there is no such organisation. */
  create(key: NewKey, answerFor?: AnswerFor<ApiKey>): Promise<ApiKey & { readonly key: string }>
  /** Those of one organisation or of all, revoked ones too; newest first. */
  list(organisationId?: string): Promise<readonly ApiKey[]>
  /** From now on it opens nothing. Harmless to repeat; throws NOT_FOUND where the organisation has no such key. */
  revoke(organisationId: string, id: string): Promise<ApiKey>
  /** Whose key this is; undefined where it is none or was revoked. Notes that it was used. */
  find(key: string): Promise<VerifiedKey | undefined>
  findById(id: string): Promise<VerifiedKey | undefined>
  /** Whether there is a key that opens anything. */
  hasAny(): Promise<boolean>
}
