import type { DiscussionEvent } from "../core/discussion/event.ts"
import { ConclaveError } from "../core/errors.ts"
import type { IdempotentAnswer } from "./idempotency-store.ts"

export interface AppendOptions {
  /**
   * Given by whoever writes from outside the run loop: whether there is something to do in this discussion. It is asked
   * for in the same transaction, so that it cannot be forgotten; and the run loop, wherever it is, hears of the append.
   */
  readonly run?: boolean
  /** Stored in the same transaction; throws IdempotencyKeyUsedError where its key has an answer already. */
  readonly idempotent?: IdempotentAnswer | undefined
}

/** The event log that all else of a discussion is derived from. */
export interface DiscussionStore {
  /**
   * Adds events that the writer has numbered on from the last one it knows, all of them or none. Number 1 begins a log.
   * Throws CONFLICT where the log ends elsewhere, NOT_FOUND where it should exist and does not.
   */
  append(discussionId: string, events: readonly DiscussionEvent[], options?: AppendOptions): Promise<void>
  /**
   * Events with a number above `after`, in order, at most `limit`. Throws NOT_FOUND for an unknown discussion. What lasts
   * longer than a process keeps `eventVersion` with each event, and reads by `readUpcast`: old events come as today's.
   */
  read(discussionId: string, after?: number, limit?: number): Promise<readonly DiscussionEvent[]>
  /** Tells of every append to a discussion by the number it now ends with; the returned function ends it. */
  watch(discussionId: string, onAppend: (seq: number) => void): () => void
}

export function noDiscussion(discussionId: string): ConclaveError {
  return new ConclaveError("NOT_FOUND", `there is no discussion ${discussionId}`)
}

export function conflictingAppend(discussionId: string, endsAt: number, seq: number): ConclaveError {
  const message = `${discussionId} is at event ${endsAt}, so event ${seq} cannot be added`
  return new ConclaveError("CONFLICT", message, { recoverable: true })
}
