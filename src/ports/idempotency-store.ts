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

export type IdempotencyClaim =
  /** Nobody had it: do the work, then `keep` the answer or `release` the key. */
  | { readonly kind: "claimed" }
  | { readonly kind: "answered"; readonly fingerprint: string; readonly answer: StoredResponse }
  /** Somebody is at it. */
  | { readonly kind: "busy"; readonly fingerprint: string }

/** Remembers which creating requests were answered, and how. */
export interface IdempotencyStore {
  /** The answer that a key has, if any. */
  find(key: IdempotencyKey): Promise<Extract<IdempotencyClaim, { kind: "answered" }> | undefined>
  /** Takes a key, in one step, unless it is taken. A claim that was never kept or released lapses by itself. */
  claim(key: IdempotencyKey, fingerprint: string): Promise<IdempotencyClaim>
  /** Keeps the answer for 24 hours from the claim. */
  storeResponse(key: IdempotencyKey, answer: StoredResponse): Promise<void>
  /** The work came to nothing: the key is free again. */
  release(key: IdempotencyKey): Promise<void>
}

export const idempotencyTtlMs = 24 * 60 * 60 * 1_000
/** How long a claim without an answer stands: longer than any request takes that is still alive. */
export const idempotencyClaimMs = 5 * 60 * 1_000
