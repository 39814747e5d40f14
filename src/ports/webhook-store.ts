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
  /** Only what concerns this agent: prompts that it asked or may answer, never what it did itself, and its own seats. */
  readonly agent: string | null
  readonly secret: string
}

/** Where somebody wants to be told of prompts and discussions. Its secret is never shown again. Times are ISO 8601 in UTC. */
export interface Webhook extends Omit<NewWebhook, "secret"> {
  readonly id: string
  readonly createdAt: string
  /** The last delivery that was given up. */
  readonly lastFailure: { readonly at: string; readonly message: string } | null
}

export interface WebhookStore {
  create(webhook: NewWebhook, answerFor?: AnswerFor<Webhook>): Promise<Webhook>
  list(): Promise<readonly Webhook[]>
  /** What waits to be sent there is forgotten. Throws NOT_FOUND. */
  remove(id: string): Promise<void>
}

/** Something to be told, as it was written in the transaction of what happened. */
export interface WebhookDelivery {
  readonly id: string
  readonly url: string
  readonly secret: string
  readonly event: WebhookEvent
  /** JSON, to be sent as it is. */
  readonly body: string
  /** This try's number, from 1. */
  readonly attempt: number
}

export type DeliveryResult =
  | { readonly kind: "delivered" }
  | { readonly kind: "later"; readonly afterMs: number; readonly problem: string }
  | { readonly kind: "given-up"; readonly problem: string }

/** What waits to be sent, of all organisations. */
export interface WebhookOutbox {
  /**
   * Takes what is due: of each webhook the oldest alone, so that what is sent to one address keeps its order. What is
   * not settled within `leaseMs` may be taken again, since whoever took it has died.
   */
  claim(atMost: number, leaseMs: number): Promise<readonly WebhookDelivery[]>
  settle(delivery: WebhookDelivery, result: DeliveryResult): Promise<void>
  /** Until the next one is due; undefined where nothing waits. */
  nextDueMs(): Promise<number | undefined>
  /** Calls back when there may be something new. */
  watch(onChange: () => void): () => void
}
