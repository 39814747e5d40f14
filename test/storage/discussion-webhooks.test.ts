import { randomUUID } from "node:crypto"
import { describe, expect, onTestFinished, test } from "vitest"
import { ConclaveError } from "../../src/core/errors.ts"
import { resolveTable } from "../../src/core/tables/resolve-table.ts"
import { isIdle, waitUntil } from "../../src/engine/live/wait-until.ts"
import { answerForSeat } from "../../src/engine/verbs/answer-for-seat.ts"
import { createWithTable } from "../../src/engine/verbs/create-with-table.ts"
import { forkDiscussion } from "../../src/engine/verbs/fork-discussion.ts"
import { abortDiscussion } from "../../src/engine/verbs/steer-discussion.ts"
import { DurableEngine } from "../../src/main/durable-engine.ts"
import { systemClock } from "../../src/main/system-ports.ts"
import { guardedFetch } from "../../src/models/guard/guarded-fetch.ts"
import { localOrganisationId } from "../../src/ports/key-store.ts"
import { type WebhookEvent, webhookEvents } from "../../src/ports/webhook-store.ts"
import { addWebhook } from "../../src/squad/webhooks/add-webhook.ts"
import { WebhookSender } from "../../src/squad/webhooks/webhook-sender.ts"
import { scriptedModel } from "../../src/testing/index.ts"
import { openReceiver } from "../squad/receiver.ts"
import { openTest, sharedLocations } from "../support/databases.ts"

const defaults = { model: "test/model", seed: 1, language: "en", roundsCeiling: 10, settings: {} }
const seats = [{ name: "Kim", kind: "human" as const }, { name: "Ann" }]
const table = resolveTable(
  { format: "panel", topic: "What first?", seats, options: { rounds: 1, waitMs: 600_000 } },
  defaults,
)

const failing = scriptedModel({
  id: "test/model",
  replies: [{ chunks: [], ends: new ConclaveError("MODEL_UNAVAILABLE", "gone") }],
})

const kinds = ["SQLite", "PostgreSQL"] as const

async function start(
  kind: (typeof kinds)[number],
  model = scriptedModel({ id: "test/model", replies: ["One thing."] }),
) {
  const { storage } = await openTest(await sharedLocations[kind]())
  const faults: unknown[] = []
  const onError = (error: unknown) => void faults.push(error)
  const models = () => ({ find: () => model })
  const engine = await DurableEngine.open({ storage, models, clock: systemClock, workers: 5, onError })
  const receiver = await openReceiver()
  const fetch = guardedFetch({ allowPrivate: true })
  const sender = new WebhookSender({ outbox: storage.outbox, fetch, clock: systemClock, onFault: onError })
  onTestFinished(async () => {
    await sender.stop()
    await receiver.close()
    await engine.close(0)
    await storage.close()
    expect(faults).toEqual([])
  })
  const { webhooks } = storage.organisation(localOrganisationId)
  const add = (events: readonly WebhookEvent[], agent?: string) =>
    addWebhook({ context: { webhooks }, input: { url: receiver.url, events: [...events], ...(agent && { agent }) } })
  const context = engine.forOrganisation(localOrganisationId)
  const idle = async (discussionId: string, given = table) => {
    const state = await createWithTable({ context, input: { discussionId, table: given } })
    return waitUntil(context, state, { until: isIdle })
  }
  const bodies = async (count: number) => (await receiver.got(count)).map(({ body }) => JSON.parse(body))
  return { add, context, idle, bodies, receiver }
}

describe.each(kinds)("webhooks of discussions on %s", (kind) => {
  test("report an awaited seat with its question, and the end, in order", async () => {
    const { add, context, idle, bodies } = await start(kind)
    await add(webhookEvents)
    const id = randomUUID()
    await idle(id)
    await answerForSeat({ context, input: { discussionId: id, content: "The roof." } })
    const told = await bodies(3)
    expect(told.map(({ event }) => event)).toEqual(["discussion.waiting", "seat.awaited", "discussion.completed"])
    expect(told[0].discussion).toMatchObject({ id, status: "waiting", topic: "What first?", format: "panel" })
    expect(told[1].seat).toMatchObject({ id: "kim", name: "Kim", purpose: "turn", form: "text" })
    expect(told[1].seat.question).toContain("Round 1 of 1")
    expect(Date.parse(told[1].seat.until)).toBeGreaterThan(Date.now())
    expect(told[2].discussion).toMatchObject({ id, status: "completed", stoppingReason: "max_rounds", agreed: false })
    expect(told[2]).not.toHaveProperty("seat")
    expect(new Set(told.map((one) => one.id)).size).toBe(3)
  })

  test("report a failure and an abort", async () => {
    const { add, context, idle, bodies } = await start(kind, failing)
    await add(["discussion.failed", "discussion.aborted", "discussion.completed"])
    await idle(randomUUID(), resolveTable({ format: "duet", topic: "Fails?", options: { retries: 0 } }, defaults))
    const id = randomUUID()
    await idle(id)
    await abortDiscussion({ context, input: { discussionId: id } })
    expect((await bodies(2)).map(({ event }) => event)).toEqual(["discussion.failed", "discussion.aborted"])
  })

  test("of an agent report only its own awaited seat, and a fork repeats nothing of its parent", async () => {
    const { add, context, idle, bodies, receiver } = await start(kind)
    await add(webhookEvents, " kim ")
    await add(webhookEvents, "somebody else")
    const id = randomUUID()
    await idle(id)
    expect((await bodies(1)).map(({ event, seat }) => [event, seat.id])).toEqual([["seat.awaited", "kim"]])
    await answerForSeat({ context, input: { discussionId: id, content: "The roof." } })
    const forkId = randomUUID()
    await forkDiscussion({ context, input: { discussionId: id, forkId, atTurn: "t1", defaults } })
    const other = randomUUID()
    await idle(other)
    const told = await bodies(2)
    expect(told.map(({ discussion }) => discussion.id)).toEqual([id, other])
    expect(receiver.received).toHaveLength(2)
  })
})
