import { createHmac } from "node:crypto"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { guardedFetch } from "../../src/models/guard/guarded-fetch.ts"
import type { SquadStore } from "../../src/ports/squad-store.ts"
import {
  type WebhookEvent,
  type WebhookOutbox,
  type WebhookStore,
  webhookEvents,
} from "../../src/ports/webhook-store.ts"
import { answerPrompt, closePrompt, postPrompt } from "../../src/squad/index.ts"
import { addWebhook } from "../../src/squad/webhooks/add-webhook.ts"
import { maxAttempts } from "../../src/squad/webhooks/deliver-webhook.ts"
import { WebhookSender } from "../../src/squad/webhooks/webhook-sender.ts"
import { newOrganisation, type TestDatabase, testDatabases } from "../support/databases.ts"
import { openReceiver, type Received, type Receiver } from "./receiver.ts"

const databases = testDatabases()

const clock = {
  now: Date.now,
  after(ms: number, callback: () => void) {
    const timer = setTimeout(callback, ms)
    return () => clearTimeout(timer)
  },
}

const eventOf = ({ body }: Received) => JSON.parse(body).event as WebhookEvent
const faults: unknown[] = []

describe.each(databases)("webhooks on $name", ({ open }) => {
  let database: TestDatabase
  let squad: SquadStore
  let webhooks: WebhookStore
  let outbox: WebhookOutbox
  let receiver: Receiver
  let senders: WebhookSender[]

  beforeEach(async () => {
    database = await open()
    const organisationId = await newOrganisation(database)
    ;({ squad, webhooks } = database.storage.organisation(organisationId))
    outbox = database.storage.outbox
    receiver = await openReceiver()
    senders = []
  })
  afterEach(async () => {
    for (const sender of senders) await sender.stop()
    await receiver.close()
    await database.query("DELETE FROM webhooks")
    expect(faults).toEqual([])
  })

  const add = (agent?: string, events: WebhookEvent[] = [...webhookEvents]) =>
    addWebhook({ context: { webhooks }, input: { url: receiver.url, events, ...(agent && { agent }) } })
  const send = (own: WebhookOutbox = outbox) => {
    const sender = new WebhookSender({
      outbox: own,
      fetch: guardedFetch({ allowPrivate: true }),
      clock,
      onFault: (error) => void faults.push(error),
    })
    senders.push(sender)
    return sender
  }
  const ask = async (prompt_message = "Which?", required_responses = 1) =>
    (await postPrompt({ context: { squad }, input: { requester_agent: "Asker", prompt_message, required_responses } }))
      .prompt
  const answer = (promptId: string, agent_name: string) =>
    answerPrompt({ context: { squad }, input: { promptId, agent_name, message: `${agent_name} says so` } })
  /** Number of attempts for each remaining delivery. */
  const waiting = async () =>
    (await database.query("SELECT attempts FROM webhook_deliveries ORDER BY place")).map(
      ({ attempts }) => attempts as number,
    )
  const dueNow = () =>
    database.query("UPDATE webhook_deliveries SET due_at = $1", [new Date(Date.now() - 1_000).toISOString()])
  /**
   * Waits for this number of attempts for each remaining delivery. A delivery in flight is due again in half a minute.
   */
  const waitForAttempts = async (attempts: readonly number[]) => {
    const isSending = (due_at: string) => Math.abs(new Date(due_at).getTime() - Date.now() - 30_000) < 10_000
    for (;;) {
      const rows = await database.query("SELECT attempts, due_at FROM webhook_deliveries ORDER BY place")
      const made = rows.map((row) => row.attempts)
      if (JSON.stringify(made) === JSON.stringify(attempts) && !rows.some((row) => isSending(row.due_at))) return
      await new Promise((resolve) => setImmediate(resolve))
    }
  }

  test("report changes of prompts, signed, in order, once [http.resources]", async () => {
    const { secret, webhook } = await add()
    expect(webhook).not.toHaveProperty("secret")
    expect(JSON.stringify(await webhooks.list())).not.toContain(secret)
    send()
    const one = await ask("one", 2)
    await answer(one.id, "Ann")
    await answer(one.id, "Bob")
    const two = await ask("two")
    await closePrompt({ context: { squad }, input: { promptId: two.id, action: "cancel" } })
    const three = await ask("three")
    const anHourAgo = new Date(Date.now() - 3_600_000).toISOString()
    await database.query("UPDATE discussion_prompts SET created_at = $2 WHERE id = $1", [three.id, anHourAgo])
    expect(await database.storage.maintenance.timeOutPrompts()).toBe(1)
    const received = await receiver.got(8)
    const told = ["posted", "answered", "answered", "resolved", "posted", "cancelled", "posted", "timed_out"]
    expect(received.map(eventOf)).toEqual(told.map((what) => `prompt.${what}`))
    for (const { headers, body } of received) {
      const [, seconds, digest] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers["conclave-signature"])) ?? []
      expect(digest).toBe(createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex"))
      expect(headers).toMatchObject({ "content-type": "application/json", "conclave-event": JSON.parse(body).event })
      expect(headers["conclave-delivery"]).toBe(JSON.parse(body).id)
    }
    expect(new Set(received.map(({ body }) => JSON.parse(body).id)).size).toBe(8)
    const [, answered, , resolved] = received.map(({ body }) => JSON.parse(body))
    expect(answered).toMatchObject({ prompt: { id: one.id, status: "collecting" }, chat: { agent_name: "Ann" } })
    expect(resolved.prompt.collected_context.map(({ agent }: { agent: string }) => agent)).toEqual(["Ann", "Bob"])
    await waitForAttempts([])
    expect(receiver.received).toHaveLength(8)
  })

  test("are retried after a failure, in order, and never after a success", async () => {
    await add(undefined, ["prompt.posted"])
    receiver.answer(500)
    const sender = send()
    await ask("one")
    await ask("two")
    await receiver.got(1)
    await waitForAttempts([1, 0])
    expect(receiver.received).toHaveLength(1)
    receiver.answer(({ body }) => (JSON.parse(body).prompt.prompt_message === "one" ? 200 : 204))
    await dueNow()
    sender.wake()
    const received = await receiver.got(3)
    expect(received.map(({ body }) => JSON.parse(body).prompt.prompt_message)).toEqual(["one", "one", "two"])
    expect(received[0]?.headers["conclave-delivery"]).toBe(received[1]?.headers["conclave-delivery"])
    await waitForAttempts([])
    expect((await webhooks.list())[0]?.lastFailure).toBeNull()
  })

  test("fail after five attempts, say so, and continue with the next one", async () => {
    await add(undefined, ["prompt.posted"])
    receiver.answer(({ body }) => (body.includes('"two"') ? 200 : 302))
    const sender = send()
    await ask("one")
    await ask("two")
    for (let tries = 1; tries < maxAttempts; tries++) {
      await receiver.got(tries)
      await waitForAttempts([tries, 0])
      await dueNow()
      sender.wake()
    }
    const received = await receiver.got(maxAttempts + 1)
    expect(received.filter(({ body }) => body.includes('"one"'))).toHaveLength(maxAttempts)
    await waitForAttempts([])
    expect((await webhooks.list())[0]?.lastFailure?.message).toBe("it answered with status 302")
  })

  test("stop at once if a receiver is gone", async () => {
    await add(undefined, ["prompt.posted"])
    receiver.answer(410)
    send()
    await ask()
    await receiver.got(1)
    await waitForAttempts([])
    expect((await webhooks.list())[0]?.lastFailure).toMatchObject({ message: "it answered with status 410" })
  })

  test("of an agent report what concerns it, but not its own actions", async () => {
    const tell = async (agent: string) => {
      const { webhook } = await add(agent)
      return async () => {
        const rows = await database.query("SELECT event FROM webhook_deliveries WHERE webhook_id = $1 ORDER BY place", [
          webhook.id,
        ])
        return rows.map(({ event }) => event.slice("prompt.".length))
      }
    }
    const [asker, ann, bob] = [await tell(" ASKER"), await tell("Ann"), await tell("bob")]
    const { id } = await ask("@Ann: which?")
    await answer(id, "ann")
    expect(await asker()).toEqual(["answered", "resolved"])
    expect(await ann()).toEqual(["posted", "resolved"])
    expect(await bob()).toEqual([])
  })

  test("are stored in the transaction of the change, and are deleted with their webhook", async () => {
    const { webhook } = await add()
    const { id } = await ask()
    await answer(id, "Ann")
    expect(await waiting()).toEqual([0, 0, 0])
    await answer(id, "Bob").catch(() => {})
    expect(await waiting()).toEqual([0, 0, 0])
    await webhooks.remove(webhook.id)
    expect(await waiting()).toEqual([])
    await expect(webhooks.remove(webhook.id)).rejects.toMatchObject({ code: "NOT_FOUND" })
    await expect(webhooks.remove("x")).rejects.toMatchObject({ code: "NOT_FOUND" })
  })

  test("are sent by one of several senders, even if one died while sending", async () => {
    await add(undefined, ["prompt.posted"])
    for (const words of ["a", "b", "c", "d", "e"]) await ask(words)
    const [dead] = await outbox.claim(1, 30_000)
    expect(await outbox.claim(10, 30_000)).toEqual([])
    await dueNow()
    const several = [send(), send(), send()]
    await receiver.got(1)
    await outbox.settle(dead!, { kind: "given-up", problem: "too late to say so" })
    for (const sender of several) sender.wake()
    const received = await receiver.got(5)
    expect(received.map(({ body }) => JSON.parse(body).prompt.prompt_message)).toEqual(["a", "b", "c", "d", "e"])
    await waitForAttempts([])
    expect((await webhooks.list())[0]?.lastFailure).toBeNull()
  })

  test("are not polled for while none can be sent", async () => {
    expect(await outbox.nextDueMs()).toBeUndefined()
    await add(undefined, ["prompt.posted"])
    for (const words of ["a", "b"]) await ask(words)
    expect(await outbox.nextDueMs()).toBe(0)
    await outbox.claim(1, 3_600_000)
    // The second one is due, and waits for the first.
    expect(await outbox.nextDueMs()).toBeGreaterThan(3_000_000)
  })

  test("are refused if the URL is invalid", async () => {
    const input = { url: "ftp://x", events: ["prompt.posted", "prompt.posted"], agent: "a\nb" } as never
    await expect(addWebhook({ context: { webhooks }, input })).rejects.toMatchObject({
      code: "INPUT_INVALID",
      problems: [{ field: "url" }, { field: "events" }, { field: "agent" }],
    })
    const secret = { url: "https://u:p@example.com/", events: ["prompt.posted" as const] }
    await expect(addWebhook({ context: { webhooks }, input: secret })).rejects.toMatchObject({ code: "INPUT_INVALID" })
  })
})
