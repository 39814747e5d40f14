import { describe, expect, test } from "vitest"
import { eventSchemas } from "../../src/core/public/event-schemas.ts"
import { encodeSse, type PublicEvent, publish } from "../../src/index.ts"
import { discussionResponseSchema } from "../../src/operations/discussion-answers.ts"
import { localOrganisationId } from "../../src/ports/key-store.ts"
import { eventPage, reasoningResponse } from "../../src/server/schemas/responses.ts"
import { scriptedModel } from "../../src/testing/index.ts"
import { type Rig, rig, until } from "./server-rig.ts"

const discussions = "/api/v1/discussions"

async function start(own: Rig, request: object): Promise<string> {
  const { status, body } = await own.call("POST", discussions, request)
  expect(status, JSON.stringify(body)).toBe(201)
  return body.discussion.id
}

async function hold(own: Rig, request: object): Promise<string> {
  const id = await start(own, request)
  await until(async () => isOver((await own.call("GET", `${discussions}/${id}`)).body.discussion.status))
  return id
}

function isOver(status: string): boolean {
  return ["completed", "failed", "aborted"].includes(status)
}

async function eventsOf(own: Rig, id: string): Promise<readonly PublicEvent[]> {
  const { body } = await own.call("GET", `${discussions}/${id}/events?limit=1000`, undefined, {
    accept: "application/json",
  })
  return body.events
}

interface Message {
  readonly type: keyof typeof eventSchemas
  readonly data: Readonly<Record<string, unknown>>
}

/** Everything a client receives that follows a discussion to its end. */
async function messagesOf(own: Rig, id: string): Promise<readonly Message[]> {
  const { body } = await own.call("GET", `${discussions}/${id}/events`)
  return [...body.matchAll(/^event: (.*)\ndata: (.*)\nid: .*$/gm)].map(([, name, data]) => ({
    type: name.replaceAll("-", "_"),
    data: JSON.parse(data),
  }))
}

test("what a request sets comes back under the same names", async () => {
  const own = rig()
  const options = { rounds: 2, waitMs: 5_000 }
  const budget = { tokens: 90_000, seconds: 90.5, dollars: 3 }
  const decision = { options: ["Monday", "Friday"] }
  const id = await start(own, { format: "panel", topic: "Which day?", options, budget, decision, start: false })
  const { body } = await own.call("GET", `${discussions}/${id}`)
  expect(body.discussion).toMatchObject({ options, budget, decision })
  const [created] = await eventsOf(own, id)
  expect(created?.data).toMatchObject({ budget, decision })
})

const two = [{ model: "rehearsal/bold" }, { model: "rehearsal/curious" }]
const requests: Readonly<Record<string, object>> = {
  duet: { format: "duet", topic: "Tabs or spaces?", seats: two, options: { rounds: 3 } },
  panel: { format: "panel", topic: "What first?", seats: two, options: { rounds: 2, turnsPerRun: 0 } },
  hive: { format: "hive", topic: "How should we name our releases?", options: { rounds: 2 } },
  assembly: { format: "assembly", topic: "Which day?", decision: { options: ["Monday", "Friday"] } },
  "vote first": {
    ...{ format: "duet", topic: "Which day?", seats: two },
    decision: { decide: "vote-first", options: ["Monday", "Friday"] },
  },
  baseline: {
    ...{ format: "duet", topic: "Which day?", seats: two, baseline: "Model A", options: { rounds: 1 } },
    decision: { options: ["Monday", "Friday"] },
  },
  council: { table: "council", topic: "Which day?" },
  debate: { table: "debate", topic: "Remote work" },
  delphi: { table: "delphi", topic: "How many weeks?" },
  justice: { table: "justice", seed: 2 },
  "peer-review": { table: "peer-review", topic: "We rewrite it." },
  review: { table: "review", topic: "We rewrite it." },
}

describe("the server's public output", () => {
  test.each(Object.entries(requests))("of a %s matches its schemas exactly", async (_, request) => {
    const own = rig()
    const id = await start(own, request)
    const messages = await messagesOf(own, id)
    const events = await eventsOf(own, id)
    expect(events.length).toBeGreaterThan(10)
    // Schemas drop unknown fields at every depth, so output that equals its own parse has none.
    expect(eventPage.shape.events.parse(events)).toEqual(events)
    const chunks = messages.filter(({ type }) => type === "turn_chunk")
    expect(messages).toHaveLength(events.length + chunks.length)
    expect(chunks.length).toBeGreaterThan(0)
    for (const { type, data } of messages) {
      const { timestamp, discussionId, ...rest } = data
      expect(discussionId).toEqual(expect.any(String))
      expect(timestamp).toMatch(/^\d{4}-.*Z$/)
      const own = type.startsWith("sub_discussion") ? { ...rest, discussionId } : rest
      expect(eventSchemas[type].parse(own), type).toEqual(own)
    }
    const { body } = await own.call("GET", `${discussions}/${id}`)
    expect(discussionResponseSchema.parse(body)).toEqual(body)
  })

  test("matches them for failures, aborts, retries, comments and seats that join or leave", async () => {
    const flaky = scriptedModel({
      id: "test/flaky",
      replies: (_, index) => (index === 0 ? "" : index < 4 ? "We start with the shortest answer." : { chunks: ["x"] }),
    })
    const own = rig({}, [flaky])
    const seats = [
      { name: "Ann", model: "test/flaky" },
      { name: "Kim", kind: "human" },
    ]
    const request = { format: "panel", topic: "Slowly", seats, options: { rounds: 3, retryDelayMs: 0 } }
    const { id } = (await own.call("POST", discussions, request)).body.discussion
    const path = `${discussions}/${id}`
    const isWaiting = async () => (await own.call("GET", path)).body.discussion.status === "waiting"
    await until(isWaiting)
    await own.call("POST", `${path}/interjections`, { author: "Lee", content: "Mind the budget." })
    await own.call("POST", `${path}/seats`, { name: "Late", model: "rehearsal/bold" })
    await own.call("DELETE", `${path}/seats/Late`)
    await own.call("POST", `${path}/pause`)
    await own.call("POST", `${path}/resume`)
    await own.call("POST", `${path}/turns`, { seat: "Kim", content: "We have six weeks." })
    await until(isWaiting)
    const fork = await own.call("POST", `${path}/fork`, { atTurn: 1, changes: { options: { rounds: 2 } } })
    expect(fork.body.discussion.options.rounds).toBe(2)
    await own.call("POST", `${path}/abort`)
    for (const one of [id, fork.body.discussion.id]) {
      const events = await eventsOf(own, one)
      expect(eventPage.shape.events.parse(events)).toEqual(events)
    }
    const types = new Set((await eventsOf(own, id)).map(({ type }) => type))
    for (const type of ["turn_retried", "interjection", "seat_joined", "seat_left", "discussion_aborted"]) {
      expect(types).toContain(type)
    }
  })

  test("has no persona, briefing or reasoning, over HTTP and from the exported encoder", async () => {
    const secret = "the-secret"
    const said = { chunks: ["I would start with one service, since it is simpler."], reasoning: `${secret}-reasoning` }
    const own = rig({}, [scriptedModel({ id: "test/thinker", replies: () => said })])
    const persona = { persona: `${secret}-persona`, briefing: `${secret}-briefing` }
    const seats = [
      { name: "Ann", model: "test/thinker", ...persona },
      { name: "Bob", model: "test/thinker", ...persona },
    ]
    const options = { rounds: 1, turnsPerRun: 0, memoryStyle: "narrative" }
    const id = await hold(own, { format: "panel", topic: "What first?", seats, options })
    const { store } = own.services.forOrganisation(localOrganisationId).engine
    const stored = await store.read(id, 0, 1_000)
    for (const kind of ["persona", "briefing", "reasoning"]) {
      expect(JSON.stringify(stored), "the secret must be stored, or this test proves nothing").toContain(
        `${secret}-${kind}`,
      )
    }
    expect(stored.map((event) => encodeSse(id, publish(event))).join("")).not.toContain(secret)
    const paths = [
      "",
      "/events",
      "/export?as=md",
      "/export?as=json",
      "/export?as=html",
      "/ledger",
      `/compare?with=${id}`,
    ]
    for (const path of paths) {
      const { status, body } = await own.call("GET", `${discussions}/${id}${path}`)
      expect(status, path).toBe(200)
      expect(JSON.stringify(body), path).not.toContain(secret)
    }
    expect(JSON.stringify(await eventsOf(own, id))).not.toContain(secret)
  })
})

describe("a turn's reasoning", () => {
  async function spoken() {
    const said = { chunks: ["I would start with one service, since it is simpler."], reasoning: "One is simpler." }
    const own = rig({}, [scriptedModel({ id: "test/thinker", replies: () => said })])
    const seats = [
      { name: "Ann", model: "test/thinker" },
      { name: "Bob", model: "rehearsal/bold" },
    ]
    const id = await hold(own, { format: "panel", topic: "What first?", seats, options: { rounds: 1, turnsPerRun: 0 } })
    return { own, path: `${discussions}/${id}/turns` }
  }

  test("is the model's own text, or null if there is none", async () => {
    const { own, path } = await spoken()
    const first = await own.call("GET", `${path}/t1/reasoning`)
    expect(first).toMatchObject({ status: 200, body: { turn: "t1", role: "ann", modelId: "test/thinker" } })
    expect(reasoningResponse.parse(first.body).reasoning).toBe("One is simpler.")
    expect(first.headers.get("cache-control")).toBe("no-store")
    const second = await own.call("GET", `${path}/t2/reasoning`)
    expect(second).toMatchObject({ status: 200, body: { turn: "t2", role: "bob", reasoning: null } })
  })

  test("is a 404 for an unknown turn or discussion", async () => {
    const { own, path } = await spoken()
    const missing = await own.call("GET", `${path}/t99/reasoning`)
    expect(missing).toMatchObject({ status: 404, body: { error: { code: "NOT_FOUND" } } })
    expect(missing.body.error.message).toContain('"t99"')
    expect((await own.call("GET", `${discussions}/nobody/turns/t1/reasoning`)).status).toBe(404)
  })

  test("is not available to read-only keys", async () => {
    const own = rig({ authenticate: () => ({ organisationId: localOrganisationId, scope: "read" }) })
    expect((await own.call("GET", `${discussions}/any/turns/t1/reasoning`)).status).toBe(403)
  })
})

test("options and decision are returned under the names they were sent with", async () => {
  const own = rig()
  const options = { rounds: 1, minConfidence: 60 }
  const decision = { options: ["Monday", "Friday"] }
  const request = { format: "assembly", topic: "Which day?", options, decision, start: false }
  const { discussion } = (await own.call("POST", discussions, request)).body
  expect(discussion).toMatchObject({ options, decision })
  expect(discussion).not.toHaveProperty("settings")
  const [created] = await eventsOf(own, discussion.id)
  expect(created).toMatchObject({ type: "discussion_created", data: { decision } })
  const { tables } = (await own.call("GET", "/api/v1/tables")).body
  for (const table of tables) expect(Object.keys(table)).toEqual(expect.arrayContaining(["options", "decision"]))
})
