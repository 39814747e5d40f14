/** Keys are scoped by organisation and route. */
export interface IdempotencyKey {
  readonly organisationId: string
  readonly route: string
  readonly key: string
}

/** A response that is replayed for repeated requests. */
export interface StoredResponse {
  readonly status: number
  readonly body: string
}

/** Stored in the transaction of the write that it answers, so that a crash leaves both or neither. */
export interface IdempotentAnswer {
  readonly key: IdempotencyKey
  readonly fingerprint: string
  readonly answer: StoredResponse
}

/** Builds the response from what a write created; the write stores both. */
export type AnswerFor<Created> = (created: Created) => IdempotentAnswer

/** Thrown by a write whose idempotency key already has an answer. Nothing was written. */
export class IdempotencyKeyUsedError extends Error {
  override readonly name = "IdempotencyKeyUsedError"
}

/** Placeholder for a call whose response is not known yet; `complete` replaces it. */
export const pendingResponse: StoredResponse = { status: 202, body: "" }

/** Responses to requests with an `Idempotency-Key`. */
export interface IdempotencyStore {
  /** The response to a key; kept for 24 hours. */
  find(key: IdempotencyKey): Promise<Omit<IdempotentAnswer, "key"> | undefined>
  /** Replaces `pendingResponse`; a final response is kept. */
  complete(key: IdempotencyKey, answer: StoredResponse): Promise<void>
}

export const idempotencyTtlMs = 24 * 60 * 60 * 1_000
