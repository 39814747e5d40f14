import type { DiscussionEvent } from "../core/discussion/event.ts"
import { ConclaveError } from "../core/errors.ts"
import type { IdempotentAnswer } from "./idempotency-store.ts"

export interface AppendOptions {
  /**
   * Set by writers outside the run loop: whether the discussion has something to do. If so, a job is queued in the same
   * transaction; the run loop, in whatever process, is notified either way.
   */
  readonly run?: boolean
  /** Stored in the same transaction; throws IdempotencyKeyUsedError if its key already has an answer. */
  readonly idempotent?: IdempotentAnswer | undefined
}

/** The event log, from which all other data of a discussion is derived. */
export interface DiscussionStore {
  /**
   * Appends all events or none. The writer numbers them; number 1 creates the log. Throws CONFLICT if the first number
   * does not follow the last event, NOT_FOUND if the log does not exist.
   */
  append(discussionId: string, events: readonly DiscussionEvent[], options?: AppendOptions): Promise<void>
  /**
   * Events with a number above `after`, in order, at most `limit`. Throws NOT_FOUND for an unknown discussion. Persistent
   * stores save `eventVersion` with each event and read with `readUpcast`, which converts old events.
   */
  read(discussionId: string, after?: number, limit?: number): Promise<readonly DiscussionEvent[]>
  /** Calls back after every append with the last number. Returns the unsubscribe. */
  watch(discussionId: string, onAppend: (seq: number) => void): () => void
}

export function noDiscussion(discussionId: string): ConclaveError {
  return new ConclaveError("NOT_FOUND", `there is no discussion ${discussionId}`)
}

export function conflictingAppend(discussionId: string, endsAt: number, seq: number): ConclaveError {
  const message = `${discussionId} is at event ${endsAt}, so event ${seq} cannot be added`
  return new ConclaveError("CONFLICT", message, { recoverable: true })
}
