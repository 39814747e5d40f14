import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { type Listening, listen, type Rig, rig, until } from "./server-rig.ts"

const run = promisify(execFile)
const seats = [
  { role: "divergent", name: "Visitor", kind: "external", persona: "You count pennies.", briefing: "The roof leaks." },
  { role: "convergent", model: "rehearsal/bold" },
  { role: "critical", model: "rehearsal/curious" },
  { role: "queen", model: "rehearsal/warm" },
]
const hive = { format: "hive", topic: "How should the village heat its school?", seats, seed: 3 }

let server: Rig
let listening: Listening
beforeAll(async () => {
  server = rig()
  listening = await listen(server)
})
afterAll(() => listening.close())

async function start(request: object = hive): Promise<string> {
  const { status, body } = await server.call("POST", "/api/v1/discussions", request)
  expect(status, JSON.stringify(body)).toBe(201)
  return body.discussion.id
}

async function seatKey(id: string, seat = "visitor"): Promise<{ key: string; keyId: string }> {
  const { status, body } = await server.call("POST", `/api/v1/discussions/${id}/seats/${seat}/keys`, {})
  expect(status, JSON.stringify(body)).toBe(201)
  return { key: body.key, keyId: body.apiKey.id }
}

describe("an agent with only curl", () => {
  /** What the agent is given: the URL, the discussion, its seat, its key, and curl. */
  async function curl(key: string, path: string, body?: unknown) {
    const data = body === undefined ? [] : ["-H", "content-type: application/json", "-d", JSON.stringify(body)]
    const { stdout } = await run("curl", ["-sf", "-H", `x-api-key: ${key}`, ...data, listening.url + path])
    return JSON.parse(stdout)
  }

  test.each(["borda", "approval", "score", "plurality"])("completes a hive with a %s ballot", async (protocol) => {
    const decision = { protocol, options: ["Wind", "Sun", "Wood"], optionOrder: "shuffled" }
    const id = await start({ ...hive, decision, options: { rounds: 2 } })
    const { key } = await seatKey(id)
    const path = `/api/v1/discussions/${id}`
    const asked: string[] = []
    for (;;) {
      const { status, seat, question, prompt } = await curl(key, `${path}/seats/visitor/prompt?wait=20`)
      if (question === null && ["completed", "failed", "aborted"].includes(status)) break
      if (question === null) continue
      asked.push(question.form)
      expect(seat).toMatchObject({ persona: "You count pennies.", briefing: "The roof leaks." })
      expect(prompt.rules).toContain(hive.topic)
      expect(prompt.ask).toContain("The roof leaks.")
      await curl(key, `${path}/turns`, { content: question.example })
    }
    const { discussion } = await curl(key, path)
    expect(discussion.status).toBe("completed")
    // The ballot is secret, so votes have no names; this agent's reason is the example's text.
    const own = { reading: "markers", reasoning: "It costs least and can be undone." }
    expect(discussion.ballots.at(-1).votes).toContainEqual(expect.objectContaining(own))
    expect(asked).toContain("text")
    expect(asked.length).toBe(4)
  })

  test("receives the question and its options in the event, and nothing private", async () => {
    const decision = { protocol: "borda", options: ["Wind", "Sun", "Wood"], optionOrder: "shuffled" }
    const id = await start({ ...hive, decision, options: { rounds: 1 } })
    const { key } = await seatKey(id)
    const path = `/api/v1/discussions/${id}`
    for (let count = 0; count < 2; count++) {
      const { question } = await curl(key, `${path}/seats/visitor/prompt?wait=20`)
      await curl(key, `${path}/turns`, { content: question.example })
    }
    await until(async () => (await server.call("GET", path)).body.discussion.status === "completed")
    const events = await server.call("GET", `${path}/events`, undefined, { accept: "application/json" })
    const [turn, vote] = events.body.events.filter(({ type }: { type: string }) => type === "awaiting_input")
    expect(turn.data).toMatchObject({ form: "text", question: expect.stringContaining("Round 1 of 1") })
    expect(vote.data).toMatchObject({ form: "ranking", question: expect.stringContaining("order") })
    expect(vote.data.options.toSorted()).toEqual(["Sun", "Wind", "Wood"])
    expect(JSON.stringify(events.body)).not.toMatch(/pennies|leaks/)
  })
})

describe("a key for one seat", () => {
  test("opens its own discussion and seat, and nothing else", async () => {
    const [own, other] = [await start(), await start()]
    const { key } = await seatKey(own)
    const as = (method: string, path: string, body?: unknown) => server.call(method, path, body, { "x-api-key": key })
    for (const path of ["", "/events", "/export", "/ledger", "/seats/visitor/prompt?wait=0"]) {
      const headers = { "x-api-key": key, accept: "application/json" }
      const { status } = await server.call("GET", `/api/v1/discussions/${own}${path}`, undefined, headers)
      expect({ path, status }).toEqual({ path, status: 200 })
    }
    const { body: ticket } = await as("POST", "/api/v1/stream-tickets")
    expect(ticket.ticket).toMatch(/^cnt_/)
    const streamed = `/api/v1/discussions/${other}/events?ticket=${ticket.ticket}`
    expect((await server.call("GET", streamed)).status).toBe(403)

    const document = (await server.call("GET", "/openapi.json")).body
    for (const [path, methods] of Object.entries<Record<string, { "x-scope": string }>>(document.paths)) {
      for (const [method, operation] of Object.entries(methods)) {
        if (["open", "health"].includes(operation["x-scope"]) || path === "/api/v1/stream-tickets") continue
        const elsewhere = path
          .replace("{id}", other)
          .replace("{seat}", "visitor")
          .replaceAll(/\{\w+\}/g, "x")
        const { status } = await as(method.toUpperCase(), elsewhere, method === "get" ? undefined : {})
        expect({ method, path, status }).toEqual({ method, path, status: 403 })
      }
    }
    for (const [method, path] of [
      ["POST", "pause"],
      ["POST", "abort"],
      ["POST", "fork"],
      ["POST", "interjections"],
      ["POST", "seats/visitor/keys"],
      ["GET", "seats/visitor/keys"],
      ["GET", "seats/convergent/prompt"],
      ["GET", "turns/t1/reasoning"],
      ["DELETE", "seats/visitor"],
    ] as const) {
      const { status, body } = await as(
        method,
        `/api/v1/discussions/${own}/${path}`,
        method === "POST" ? {} : undefined,
      )
      expect({ path, status }).toEqual({ path, status: 403 })
      expect(body.error.message).toContain(`its seat "visitor"`)
    }
  })

  test("answers only for its own seat, whether the request names it or not", async () => {
    const two = [
      { ...seats[0], name: "Ann" },
      { ...seats[1], kind: "human", model: undefined, name: "Bo" },
    ]
    const id = await start({ ...hive, seats: [...two, ...seats.slice(2)] })
    const { key } = await seatKey(id, "Bo")
    const path = `/api/v1/discussions/${id}`
    const say = (body: object) => server.call("POST", `${path}/turns`, body, { "x-api-key": key })
    await server.call("GET", `${path}?wait=20`)
    expect((await say({ content: "I am Ann." })).status).toBe(409)
    expect((await say({ seat: "ann", content: "I am Ann." })).status).toBe(403)
    expect((await server.call("POST", `${path}/turns`, { content: "Ann here." })).status).toBe(200)
    const waited = await server.call("GET", `${path}/seats/bo/prompt?wait=20`, undefined, { "x-api-key": key })
    expect(waited.body.question.purpose).toBe("turn")
    expect(waited.body.prompt.transcript.join("\n")).toContain("Ann here.")
    expect((await say({ content: "Bo here." })).status).toBe(200)
    await server.call("POST", `${path}/abort`)
  })

  test("can be listed and revoked, and then opens nothing", async () => {
    const id = await start()
    const { key, keyId } = await seatKey(id)
    const path = `/api/v1/discussions/${id}/seats/visitor/keys`
    const { body } = await server.call("GET", path)
    expect(body.keys).toEqual([expect.objectContaining({ id: keyId, seat: { discussionId: id, seat: "visitor" } })])
    expect((await server.call("DELETE", `${path}/${keyId}`)).body.apiKey.revokedAt).toEqual(expect.any(String))
    const answer = await server.call("GET", `/api/v1/discussions/${id}`, undefined, { "x-api-key": key })
    expect(answer.status).toBe(401)
    expect((await server.call("DELETE", `${path}/00000000-0000-4000-8000-00000000dead`)).status).toBe(404)
  })

  test("cannot be created for a model's seat or an unknown one", async () => {
    const id = await start()
    const model = await server.call("POST", `/api/v1/discussions/${id}/seats/critical/keys`, {})
    expect(model.status).toBe(409)
    expect(model.body.error.message).toContain("is held by a model")
    const missing = await server.call("POST", `/api/v1/discussions/${id}/seats/nobody/keys`, {})
    expect(missing.status).toBe(404)
    expect(missing.body.error.message).toMatch(/convergent, .*visitor/)
  })
})

describe("a read-only key for one discussion", () => {
  test("reads it, changes nothing, opens no other discussion, and can be revoked", async () => {
    const [own, other] = [await start(), await start()]
    const path = `/api/v1/discussions/${own}`
    const { body } = await server.call("POST", `${path}/share-keys`, { name: "Board" })
    const as = (method: string, address: string, given?: unknown) =>
      server.call(method, address, given, { "x-api-key": body.key, accept: "application/json" })
    for (const part of ["", "/events", "/export", "/ledger"]) expect((await as("GET", path + part)).status).toBe(200)
    const refused = [
      await as("GET", `/api/v1/discussions/${other}`),
      await as("GET", "/api/v1/discussions"),
      await as("GET", `${path}/seats/visitor/prompt`),
      await as("GET", `${path}?seat=visitor`),
      await as("POST", `${path}/turns`, { content: "I am the visitor." }),
      await as("POST", `${path}/interjections`, { author: "Me", content: "Hello" }),
      await as("POST", `${path}/share-keys`, {}),
      await as("POST", `${path}/abort`),
    ]
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 403))
    const { body: listed } = await server.call("GET", `${path}/share-keys`)
    expect(listed.keys).toEqual([
      expect.objectContaining({ name: "Board", scope: "read", seat: { discussionId: own, seat: null } }),
    ])
    await server.call("DELETE", `${path}/share-keys/${body.apiKey.id}`)
    expect((await as("GET", path)).status).toBe(401)
    expect((await server.call("POST", "/api/v1/discussions/none/share-keys", {})).status).toBe(404)
  })
})

describe("waiting", () => {
  test("for a seat ends when the discussion is over, without a question", async () => {
    const id = await start()
    const path = `/api/v1/discussions/${id}`
    const { key } = await seatKey(id)
    await server.call("GET", `${path}/seats/visitor/prompt?wait=20`, undefined, { "x-api-key": key })
    await server.call("POST", `${path}/abort`)
    const { body } = await server.call("GET", `${path}/seats/visitor/prompt?wait=20`)
    expect(body).toMatchObject({ status: "aborted", question: null, prompt: null })
  })

  test("for a discussion ends when it waits for a seat; too long a wait is refused with the field", async () => {
    const id = await start()
    const { body } = await server.call("GET", `/api/v1/discussions/${id}?wait=20`)
    expect(body.discussion).toMatchObject({ status: "waiting", waitingFor: ["visitor"] })
    const refused = await server.call("GET", `/api/v1/discussions/${id}?wait=600`)
    expect(refused.status).toBe(400)
    expect(refused.body.error.details.problems[0]).toMatchObject({ field: "query.wait" })
    await server.call("POST", `/api/v1/discussions/${id}/abort`)
  })

  test("logs no server error", () => expect(server.faults).toEqual([]))
})
