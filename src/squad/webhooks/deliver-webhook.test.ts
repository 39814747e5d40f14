import { describe, expect, test } from "vitest"
import type { WebhookDelivery } from "../../ports/webhook-store.ts"
import { ManualClock } from "../../testing/index.ts"
import { deliverWebhook, maxAttempts } from "./deliver-webhook.ts"

const delivery = (attempt: number): WebhookDelivery => ({
  id: "d1",
  url: "https://hooks.example/squad",
  secret: "whsec_x",
  event: "prompt.posted",
  body: '{"id":"d1"}',
  attempt,
})
const answering = (status: number) => async () => new Response(null, { status })

describe("delivering a webhook", () => {
  test("failed deliveries are retried with growing delays, five attempts in total", async () => {
    const results = []
    for (let attempt = 1; attempt <= maxAttempts; attempt++) {
      results.push(await deliverWebhook({ fetch: answering(503), clock: new ManualClock() }, delivery(attempt)))
    }
    const problem = "it answered with status 503"
    expect(results).toEqual([
      { kind: "later", afterMs: 10_000, problem },
      { kind: "later", afterMs: 60_000, problem },
      { kind: "later", afterMs: 300_000, problem },
      { kind: "later", afterMs: 1_800_000, problem },
      { kind: "given-up", problem },
    ])
  })

  test("any 2xx is a success", async () => {
    for (const status of [200, 202, 204]) {
      const result = await deliverWebhook({ fetch: answering(status), clock: new ManualClock() }, delivery(1))
      expect(result).toEqual({ kind: "delivered" })
    }
  })

  test("a receiver that does not answer times out after ten seconds", async () => {
    const clock = new ManualClock()
    let signal: AbortSignal | null | undefined
    const hanging: typeof fetch = (_, init) => {
      signal = init?.signal
      return new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal?.reason)))
    }
    const result = deliverWebhook({ fetch: hanging, clock }, delivery(1))
    await clock.advance(9_999)
    expect(signal?.aborted).toBe(false)
    await clock.advance(1)
    expect(await result).toMatchObject({ kind: "later", problem: "it gave no answer within 10 s" })
    expect(clock.untilNext).toBeUndefined()
  })

  test("does not reveal internal addresses", async () => {
    const refused: typeof fetch = async () => {
      throw new Error("connect ECONNREFUSED 10.0.0.7:5432")
    }
    const result = await deliverWebhook({ fetch: refused, clock: new ManualClock() }, delivery(5))
    expect(result).toEqual({ kind: "given-up", problem: "it could not be reached" })
  })

  test("does not follow redirects, and signs time and body", async () => {
    let sent: RequestInit | undefined
    const noting: typeof fetch = async (_, init) => {
      sent = init
      return new Response(null, { status: 204 })
    }
    await deliverWebhook({ fetch: noting, clock: new ManualClock() }, delivery(1))
    expect(sent).toMatchObject({ method: "POST", redirect: "manual", body: '{"id":"d1"}' })
    expect(new Headers(sent?.headers).get("conclave-signature")).toMatch(/^t=\d+,v1=[0-9a-f]{64}$/)
  })
})
