import { createHmac } from "node:crypto"
import type { Clock } from "../../ports/clock.ts"
import type { DeliveryResult, WebhookDelivery } from "../../ports/webhook-store.ts"

export interface DeliveryContext {
  /** Must refuse addresses that may not be reached; the URL is a client's. */
  readonly fetch: typeof fetch
  readonly clock: Clock
}

const timeoutMs = 10_000
/** Before the second try, the third, and so on; after the last of these tries it is given up. */
const retryDelaysMs = [10_000, 60_000, 5 * 60_000, 30 * 60_000] as const
export const maxAttempts = retryDelaysMs.length + 1

/** Sends a delivery once and says what becomes of it. Never throws. */
export async function deliverWebhook(context: DeliveryContext, delivery: WebhookDelivery): Promise<DeliveryResult> {
  const problem = await send(context, delivery)
  if (problem === undefined) return { kind: "delivered" }
  const afterMs = retryDelaysMs[delivery.attempt - 1]
  if (afterMs === undefined || problem === goneProblem) return { kind: "given-up", problem }
  return { kind: "later", afterMs, problem }
}

/** The one answer that asks to be left alone. */
const goneProblem = "it answered with status 410"

async function send({ fetch, clock }: DeliveryContext, delivery: WebhookDelivery): Promise<string | undefined> {
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
      // Whoever could redirect us could send us anywhere.
      redirect: "manual",
      signal: controller.signal,
    })
    await response.body?.cancel().catch(() => {})
    return response.ok ? undefined : `it answered with status ${response.status}`
  } catch {
    // What went wrong below may name what is on our side of the network, and the webhook's owner reads this.
    return controller.signal.aborted ? `it gave no answer within ${timeoutMs / 1_000} s` : "it could not be reached"
  } finally {
    cancel()
  }
}

/** The value of `conclave-signature`: the time in seconds, and the HMAC of time and body under the webhook's secret. */
function signWebhook(secret: string, body: string, seconds: number): string {
  const digest = createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex")
  return `t=${seconds},v1=${digest}`
}
