import type { AnswerFor } from "./idempotency-store.ts"

export const webhookEvents = [
  "prompt.posted",
  "prompt.answered",
  "prompt.resolved",
  "prompt.timed_out",
  "prompt.cancelled",
  "discussion.waiting",
  "discussion.completed",
  "discussion.failed",
  "discussion.aborted",
  "seat.awaited",
] as const
export type WebhookEvent = (typeof webhookEvents)[number]

export interface NewWebhook {
  readonly url: string
  readonly events: readonly WebhookEvent[]
  /** Only events for this agent: prompts that it asked or may answer, except its own actions, and its own seats. */
  readonly agent: string | null
  readonly secret: string
}

/** A subscription to events of prompts and discussions. Its secret is never returned. Times are ISO 8601 in UTC. */
export interface Webhook extends Omit<NewWebhook, "secret"> {
  readonly id: string
  readonly createdAt: string
  /** The last delivery that failed for good. */
  readonly lastFailure: { readonly at: string; readonly message: string } | null
}

export interface WebhookStore {
  create(webhook: NewWebhook, answerFor?: AnswerFor<Webhook>): Promise<Webhook>
  list(): Promise<readonly Webhook[]>
  /** Also drops its pending deliveries. Throws NOT_FOUND. */
  remove(id: string): Promise<void>
}

/** A delivery, written in the transaction of the event it reports. */
export interface WebhookDelivery {
  readonly id: string
  readonly url: string
  readonly secret: string
  readonly event: WebhookEvent
  /** JSON, sent unchanged. */
  readonly body: string
  /** Starts at 1. */
  readonly attempt: number
}

export type DeliveryResult =
  | { readonly kind: "delivered" }
  | { readonly kind: "later"; readonly afterMs: number; readonly problem: string }
  | { readonly kind: "given-up"; readonly problem: string }

/** Pending deliveries of all organisations. */
export interface WebhookOutbox {
  /**
   * Claims due deliveries: only the oldest of each webhook, to keep their order. A delivery that is not settled within
   * `leaseMs` can be claimed again, in case the process died.
   */
  claim(atMost: number, leaseMs: number): Promise<readonly WebhookDelivery[]>
  settle(delivery: WebhookDelivery, result: DeliveryResult): Promise<void>
  /** Time until the next delivery is due; undefined if there is none. */
  nextDueMs(): Promise<number | undefined>
  /** Calls back when there may be new deliveries. */
  watch(onChange: () => void): () => void
}
