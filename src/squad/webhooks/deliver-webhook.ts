import { createHmac } from "node:crypto"
import type { Clock } from "../../ports/clock.ts"
import type { DeliveryResult, WebhookDelivery } from "../../ports/webhook-store.ts"

export interface DeliveryContext {
  /** Must block internal addresses: the URL comes from a client. */
  readonly fetch: typeof fetch
  readonly clock: Clock
}

const timeoutMs = 10_000
/** Delays before the second attempt, the third, and so on; there is no attempt after the last. */
const retryDelaysMs = [10_000, 60_000, 5 * 60_000, 30 * 60_000] as const
export const maxAttempts = retryDelaysMs.length + 1

/** Attempts a delivery once. Never throws. */
export async function deliverWebhook(context: DeliveryContext, delivery: WebhookDelivery): Promise<DeliveryResult> {
  const failure = await send(context, delivery)
  if (!failure) return { kind: "delivered" }
  const { problem, isGone } = failure
  const afterMs = retryDelaysMs[delivery.attempt - 1]
  return afterMs === undefined || isGone ? { kind: "given-up", problem } : { kind: "later", afterMs, problem }
}

interface Failure {
  readonly problem: string
  /** 410 Gone: the receiver wants no more deliveries. */
  readonly isGone?: boolean
}

async function send({ fetch, clock }: DeliveryContext, delivery: WebhookDelivery): Promise<Failure | undefined> {
  const { id, url, secret, event, body } = delivery
  const controller = new AbortController()
  const cancel = clock.after(timeoutMs, () => controller.abort())
  try {
    const response = await fetch(url, {
      method: "POST",
      body,
      headers: {
        "content-type": "application/json",
        "user-agent": "conclave-webhooks",
        "conclave-event": event,
        "conclave-delivery": id,
        "conclave-signature": signWebhook(secret, body, Math.floor(clock.now() / 1_000)),
      },
      // A redirect could lead to an internal address.
      redirect: "manual",
      signal: controller.signal,
    })
    await response.body?.cancel().catch(() => {})
    const { ok, status } = response
    return ok ? undefined : { problem: `it answered with status ${status}`, isGone: status === 410 }
  } catch {
    // The webhook's owner reads this, and the original message may reveal internal addresses.
    return {
      problem: controller.signal.aborted
        ? `it gave no answer within ${timeoutMs / 1_000} s`
        : "it could not be reached",
    }
  } finally {
    cancel()
  }
}

/** The `conclave-signature` header: the time in seconds, and the HMAC of time and body with the webhook's secret. */
function signWebhook(secret: string, body: string, seconds: number): string {
  const digest = createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex")
  return `t=${seconds},v1=${digest}`
}
