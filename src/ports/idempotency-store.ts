/** Whose key it is, on which call: the same key on another call is another key. */
export interface IdempotencyKey {
  readonly organisationId: string
  readonly route: string
  readonly key: string
}

/** An answer as it was given, to be given again. */
export interface StoredResponse {
  readonly status: number
  readonly body: string
}

/** What is stored with that which a call creates, in one transaction: so a crash leaves both or neither. */
export interface IdempotentAnswer {
  readonly key: IdempotencyKey
  readonly fingerprint: string
  readonly answer: StoredResponse
}

/** Makes the answer to what a write creates; the write stores it along, or fails with it. */
export type AnswerFor<Created> = (created: Created) => IdempotentAnswer

/** Thrown by a write that was to store an answer where the key has one already: nothing was written. */
export class IdempotencyKeyUsedError extends Error {
  override readonly name = "IdempotencyKeyUsedError"
}

/** Stored where only time shows what comes of a call: it has begun, and `complete` follows. */
export const pendingResponse: StoredResponse = { status: 202, body: "" }

/** Remembers which creating requests were answered, and how: each answer is stored with what it answers for. */
export interface IdempotencyStore {
  /** The answer that a key has, for 24 hours. */
  find(key: IdempotencyKey): Promise<Omit<IdempotentAnswer, "key"> | undefined>
  /** Puts the answer in place of `pendingResponse`; one that is there stays. */
  complete(key: IdempotencyKey, answer: StoredResponse): Promise<void>
}

export const idempotencyTtlMs = 24 * 60 * 60 * 1_000
