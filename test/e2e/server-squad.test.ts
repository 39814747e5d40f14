import { EventSource } from "eventsource"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { chatStream } from "../../src/server/routes/chat.ts"
import { OpenStreams } from "../../src/server/sse/feed.ts"
import { ManualClock } from "../../src/testing/index.ts"
import { createTestApp, type TestApp } from "./app-rig.ts"
import { type Listening, listen } from "./server-rig.ts"

let app: TestApp
let listening: Listening
beforeAll(async () => {
  app = await createTestApp([])
  listening = await listen(app)
})
afterAll(async () => {
  await listening.close()
  await app.close()
})

const path = "/api/discussion"
const ask = async (body: object = {}) => {
  const input = { requester_agent: "planner", prompt_message: "Drop Node 20?", ...body }
  const { status, body: posted } = await app.call("POST", path, input)
  expect(status).toBe(201)
  return posted.prompt
}
const answer = (id: string, agent_name: string, message = `${agent_name} says so`, headers = {}) =>
  app.call("POST", `${path}/${id}`, { agent_name, message }, headers)
const show = async (id: string, query = "") => (await app.call("GET", `${path}/${id}${query}`)).body
const ids = async (query: string) =>
  (await app.call("GET", `${path}?${query}`)).body.prompts.map(({ id }: { id: string }) => id)

describe("the squad over HTTP", () => {
  test("a client asks, waits for answers and continues with the context [http.squad] [squad.ready] [http.duet]", async () => {
    const body = { requester_agent: "planner", prompt_message: "Drop Node 20?", task_id: "t-1" }
    const posted = await app.call("POST", path, body)
    expect(posted.status).toBe(201)
    const { prompt, chat } = posted.body
    expect(prompt).toMatchObject({ status: "collecting", required_responses: 2, timeout_minutes: 30, task_id: "t-1" })
    expect(chat).toMatchObject({ message_type: "discussion_prompt", discussion_prompt_id: prompt.id })
    expect(posted.headers.get("location")).toBe(`${path}/${prompt.id}`)
    const pending = await show(prompt.id)
    expect(pending).toEqual({
      prompt,
      status: "collecting",
      responses: [],
      ready: false,
      responseCount: 0,
      requiredResponses: 2,
      collectedContext: [],
    })

    const waiting = show(prompt.id, "?wait=30")
    const first = await answer(prompt.id, "reviewer")
    expect(first).toMatchObject({
      status: 201,
      body: { chat: { agent_name: "reviewer" }, prompt: { status: "collecting" } },
    })
    expect(await show(prompt.id)).toMatchObject({ ready: false, responseCount: 1 })
    await answer(prompt.id, "tester")
    const ready = await waiting
    expect(ready).toMatchObject({ ready: true, responseCount: 2, prompt: { status: "resolved" } })
    expect(ready.collectedContext).toEqual([
      { agent: "reviewer", message: "reviewer says so", created_at: expect.stringMatching(/Z$/) },
      { agent: "tester", message: "tester says so", created_at: expect.stringMatching(/Z$/) },
    ])
    expect(ready.responses).toHaveLength(2)
  })

  test("a long poll ends when its client disconnects, and may not exceed a minute [http.squad]", async () => {
    const { id } = await ask()
    const client = new AbortController()
    const url = `http://localhost${path}/${id}?wait=60`
    const waiting = app.server.fetch(new Request(url, { signal: client.signal }))
    client.abort()
    expect(await (await waiting).json()).toMatchObject({ ready: false })
    const { status, body } = await app.call("GET", `${path}/${id}?wait=61`)
    expect({ status, field: body.error.details.problems[0].field }).toEqual({ status: 400, field: "query.wait" })
    expect(await show(id, "?wait=0.01")).toMatchObject({ ready: false })
  })

  test("prompts are listed by status, task and asker, and for an agent those it may still answer [http.squad]", async () => {
    const forAll = await ask({ task_id: "listed" })
    const forAnn = await ask({ task_id: "listed", prompt_message: "@ann: which?", requester_agent: "other" })
    const done = await ask({ task_id: "listed", required_responses: 1 })
    await answer(done.id, "ann")
    expect(await ids("task_id=listed")).toEqual([done.id, forAnn.id, forAll.id])
    expect(await ids("task_id=listed&status=resolved")).toEqual([done.id])
    expect(await ids("task_id=listed&requester=Other")).toEqual([forAnn.id])
    expect(await ids("task_id=listed&agent=ANN")).toEqual([forAnn.id, forAll.id])
    expect(await ids("task_id=listed&agent=bob")).toEqual([forAll.id])
    expect(await ids("task_id=listed&agent=planner")).toEqual([])
    expect((await app.call("GET", `${path}?status=open`)).status).toBe(400)
    expect((await app.call("GET", `${path}?state=pending`)).body.error.details.problems[0].field).toBe("query.state")
  })

  test("prompts resolved or cancelled by hand accept no more answers and report their status [squad.by-hand] [squad.closed]", async () => {
    for (const [action, status] of [
      ["resolve", "resolved"],
      ["cancel", "cancelled"],
    ] as const) {
      const { id } = await ask()
      await answer(id, "reviewer")
      const close = () => app.call("PATCH", `${path}/${id}`, { action })
      expect(await close()).toMatchObject({ status: 200, body: { prompt: { status } } })
      expect((await close()).status).toBe(200)
      const other = await app.call("PATCH", `${path}/${id}`, { action: action === "resolve" ? "cancel" : "resolve" })
      expect(other).toMatchObject({ status: 409, body: { error: { code: "CONFLICT", details: { status } } } })
      expect(await answer(id, "tester")).toMatchObject({ status: 409, body: { error: { details: { status } } } })
      expect(await show(id)).toMatchObject({ ready: true, responseCount: 1 })
    }
    const { id } = await ask()
    const before = new Date(Date.now() - 31 * 60_000).toISOString()
    await app.query("UPDATE discussion_prompts SET created_at = $2 WHERE id = $1", [id, before])
    expect(await answer(id, "late")).toMatchObject({
      status: 409,
      body: { error: { details: { status: "timed_out" } } },
    })
    expect(await show(id, "?wait=60")).toMatchObject({ ready: true, prompt: { status: "timed_out" } })
    const { body } = await app.call("PATCH", `${path}/${id}`, { action: "burn" })
    expect(body.error.details.problems[0].field).toBe("action")
  })

  test("a prompt and an answer sent twice with the same key are stored once [squad.same-answer] [http.idempotency]", async () => {
    const key = { "idempotency-key": "ask-1" }
    const body = { requester_agent: "planner", prompt_message: "Once?" }
    const [first, again] = [await app.call("POST", path, body, key), await app.call("POST", path, body, key)]
    expect(again.body).toEqual(first.body)
    expect((await app.call("POST", path, { ...body, prompt_message: "Twice?" }, key)).status).toBe(422)
    const { id } = first.body.prompt
    const sent = await answer(id, "reviewer", "Yes.", { "idempotency-key": "a" })
    const resent = await answer(id, "reviewer", "Yes.", { "idempotency-key": "a" })
    expect(resent).toMatchObject({ status: 201, body: { chat: sent.body.chat } })
    expect(resent.headers.get("idempotency-replayed")).toBe("true")
    expect((await answer(id, "reviewer", "No.", { "idempotency-key": "a" })).status).toBe(422)
    expect((await answer(id, "tester", "Yes.", { "idempotency-key": "a" })).body.prompt.status).toBe("resolved")
    expect((await answer(id, "reviewer", "Yes.", { "idempotency-key": "a" })).status).toBe(201)
    expect((await show(id)).responses).toHaveLength(2)
  })

  test("a body that is neither a prompt nor a duet, or both, is a 400 with the reason [http.duet]", async () => {
    const both = { prompt: "x", requester_agent: "a", prompt_message: "y" }
    for (const [body, word] of [
      [{}, "neither"],
      [both, "both"],
    ] as const) {
      const { status, body: refused } = await app.call("POST", path, body)
      expect({ status, said: refused.error.message }).toEqual({ status: 400, said: expect.stringContaining(word) })
    }
    const { body } = await app.call("POST", path, { requester_agent: "a", required_responses: 0, timout_minutes: 1 })
    expect(body.error.details.problems.map(({ field }: { field: string }) => field)).toEqual(
      expect.arrayContaining(["prompt_message", "required_responses", "timout_minutes"]),
    )
  })

  test("another organisation can neither see nor change prompts [access.organisation]", async () => {
    const { id } = await ask()
    const { others } = app
    expect((await others.call("GET", `${path}/${id}?wait=5`)).status).toBe(404)
    expect((await others.call("POST", `${path}/${id}`, { agent_name: "eve", message: "x" })).status).toBe(404)
    expect((await others.call("PATCH", `${path}/${id}`, { action: "cancel" })).status).toBe(404)
    expect((await others.call("GET", path)).body).toEqual({ prompts: [] })
    expect((await others.call("GET", "/api/v1/chat")).body).toEqual({ messages: [], next: null })
    const thread = { agent_name: "eve", message: "x", discussion_prompt_id: id }
    expect((await others.call("POST", "/api/v1/chat", thread)).status).toBe(404)
    expect(app.faults.concat(others.faults)).toEqual([])
  })
})

describe("the squad's chat", () => {
  test("accepts messages and is read in pages, newest last [http.resources]", async () => {
    const say = async (message: string) =>
      (await app.call("POST", "/api/v1/chat", { agent_name: "kim", message, is_human: true, task_ref: "pages" })).body
        .chat
    const said = [await say("one"), await say("two"), await say("three")]
    expect(said[0]).toMatchObject({ message_type: "message", is_human: true, task_ref: "pages" })
    const page = (await app.call("GET", "/api/v1/chat?task_ref=pages&limit=2")).body
    expect(page.messages).toEqual(said.slice(1))
    const older = (await app.call("GET", `/api/v1/chat?task_ref=pages&limit=2&cursor=${page.next}`)).body
    expect(older).toEqual({ messages: said.slice(0, 1), next: null })
    expect((await app.call("GET", "/api/v1/chat?cursor=x")).status).toBe(400)
    const system = await app.call("POST", "/api/v1/chat", { agent_name: "kim", message: "x", message_type: "system" })
    expect(system.status).toBe(400)
  })

  test("delivers every event once and in order over broken connections [http.resources]", async () => {
    const { body } = await app.call("POST", "/api/v1/chat", { agent_name: "kim", message: "begin" })
    const begin = body.chat.seq as number
    const seen: { readonly id: number; readonly seq: number; readonly text: string }[] = []
    const prompts: string[] = []
    let got = () => {}
    const source = new EventSource(`${listening.url}/api/v1/chat/events?after=${begin}`)
    source.addEventListener("message", ({ lastEventId, data }) => {
      const { seq, message } = JSON.parse(data)
      seen.push({ id: Number(lastEventId), seq, text: message })
      got()
    })
    source.addEventListener("prompt", ({ data }) => {
      prompts.push(JSON.parse(data).status)
      got()
    })
    const until = async (condition: () => boolean) => {
      while (!condition()) {
        await new Promise<void>((resolve) => {
          got = resolve
        })
      }
    }
    const words = Array.from({ length: 12 }, (_, index) => `word ${index}`)
    for (const [index, message] of words.entries()) {
      await app.call("POST", "/api/v1/chat", { agent_name: "kim", message })
      if (index % 3 === 0) await until(() => seen.at(-1)?.text === message)
      if (index % 3 === 0) for (const socket of listening.sockets) socket.destroy()
    }
    const { id } = await ask({ required_responses: 1 })
    await answer(id, "reviewer", "last")
    await until(() => seen.at(-1)?.text === "last" && prompts.at(-1) === "resolved")
    source.close()
    expect(seen.map(({ text }) => text)).toEqual([...words, "Drop Node 20?", "last"])
    expect(seen.map((one) => one.id)).toEqual(seen.map(({ seq }) => seq))
  })

  test("refuses invalid and future event ids", async () => {
    for (const after of ["x", "-1", "99999999"]) {
      expect((await app.call("GET", `/api/v1/chat/events?after=${after}`)).status, after).toBe(400)
    }
    const header = await app.call("GET", "/api/v1/chat/events", undefined, { "last-event-id": "1:t:2" })
    expect(header.status).toBe(400)
  })

  test("releases a stream that is closed before or while it is read [events.slow-reader]", async () => {
    const clock = new ManualClock()
    const streams = new OpenStreams(clock)
    const { squad } = app.services.forOrganisation(app.organisationId).resources!
    const after = await squad.lastSeq()
    for (const isRead of [false, true]) {
      const client = new AbortController()
      let ended = 0
      const options = { clock, streams, signal: client.signal, onError: () => {} }
      const reader = chatStream(squad, after, { ...options, onEnd: () => void ended++ }).body!.getReader()
      if (isRead) await reader.read()
      expect(streams.size).toBe(isRead ? 1 : 0)
      client.abort()
      expect(await reader.read()).toMatchObject({ done: true })
      expect({ open: streams.size, ended: ended > 0, timer: clock.untilNext }).toEqual({ open: 0, ended: true })
    }
  })

  test("sends keep-alives, and cuts off a client that stops reading [events.slow-reader]", async () => {
    const clock = new ManualClock()
    const streams = new OpenStreams(clock)
    const { squad } = app.services.forOrganisation(app.organisationId).resources!
    const after = await squad.lastSeq()
    let cuts = 0
    const { signal } = new AbortController()
    const stream = chatStream(squad, after, { clock, streams, signal, cut: () => void cuts++, onError: () => {} })
    const reader = stream.body!.getReader()
    const decoder = new TextDecoder()
    const next = async () => decoder.decode((await reader.read()).value)
    expect(await next()).toBe("retry: 500\n\n")
    const comment = next()
    await clock.advance(15_000)
    expect(await comment).toBe(": keep-alive\n\n")
    await clock.advance(80_000)
    expect({ cuts, open: streams.size }).toEqual({ cuts: 1, open: 0 })
    await reader.cancel()
  })
})

describe("webhooks over HTTP", () => {
  test("are created, listed without their secret, and removed [http.resources]", async () => {
    const input = { url: "https://example.com/hook", events: ["prompt.posted"], agent: "reviewer" }
    const { status, body } = await app.call("POST", "/api/v1/webhooks", input)
    expect(status).toBe(201)
    expect(body.secret).toMatch(/^whsec_[\w-]{43}$/)
    expect(body.webhook).toMatchObject({ ...input, lastFailure: null })
    const listed = await app.call("GET", "/api/v1/webhooks")
    expect(listed.body).toEqual({ webhooks: [body.webhook] })
    expect((await app.others.call("GET", "/api/v1/webhooks")).body).toEqual({ webhooks: [] })
    expect((await app.others.call("DELETE", `/api/v1/webhooks/${body.webhook.id}`)).status).toBe(404)
    expect((await app.call("DELETE", `/api/v1/webhooks/${body.webhook.id}`)).status).toBe(204)
    expect((await app.call("GET", "/api/v1/webhooks")).body).toEqual({ webhooks: [] })
    const wrong = await app.call("POST", "/api/v1/webhooks", {
      url: "file:///etc",
      events: ["prompt.burnt"],
      secret: "x",
    })
    const problems: { field: string }[] = wrong.body.error.details.problems
    expect(problems.map(({ field }) => field)).toEqual(expect.arrayContaining(["url", "events[0]", "secret"]))
  })
})
