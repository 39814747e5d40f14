import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { scriptedModel } from "../../src/testing/index.ts"
import { createTestApp, type TestApp } from "./app-rig.ts"
import { steppedModel, until } from "./server-rig.ts"

const speaking = { now: 0, most: 0 }
/** Counts concurrent speakers; each turn names its speaker and how many turns it has seen. */
const talker = scriptedModel({
  id: "test/talker",
  replies: ({ view, prompt }) => `${view.seat.name} has read ${prompt.transcript.length}. [Someone]: and so on`,
})
const counted = {
  ...talker,
  async *stream(...call: Parameters<typeof talker.stream>) {
    speaking.most = Math.max(speaking.most, ++speaking.now)
    try {
      yield* talker.stream(...call)
    } finally {
      speaking.now--
    }
  },
}
const slow = steppedModel("test/slow", ["Well, ", "yes."])

let app: TestApp
beforeAll(async () => {
  app = await createTestApp([counted, slow])
})
afterAll(() => app.close())

const agent = async (name: string, model = "test/talker", extra: object = {}) => {
  const modelConfig = { model, ...extra }
  const { status, body } = await app.call("POST", "/api/v1/agents", {
    name,
    systemPrompt: `You are ${name}.`,
    modelConfig,
  })
  expect(status).toBe(201)
  return body.agent.id as string
}
interface Seat {
  readonly role: string
  readonly agentId?: string
}
const project = async (seats: readonly Seat[], extra: object = { description: "We move in May." }) => {
  const participants = seats.map((seat, index) => ({ ...seat, sequenceOrder: index + 1 }))
  const { status, body } = await app.call("POST", "/api/v1/projects", { name: "Move house", participants, ...extra })
  expect(status).toBe(201)
  return body.project.id as string
}
const say = (id: string, message: string, extra: object = {}) =>
  app.call("POST", `/api/discussions/${id}`, { message, userId: "kim", ...extra })
const fetchPanel = async (id: string) => (await app.call("GET", `/api/discussions/${id}`)).body
const user: Seat = { role: "user" }

describe("a project's panel", () => {
  test("runs from the user through each agent in order and back, for three rounds, to completion [http.panel] [panel.templates] [panel.status] [stance.off] [record.default]", async () => {
    const mia = await agent("Mia")
    const leo = await agent("Leo", "test/talker", { stop: ["###"] })
    const id = await project([user, { role: "manager", agentId: mia }, { role: "leader", agentId: leo }])

    const before = await fetchPanel(id)
    expect(before).toMatchObject({
      status: "success",
      project: { id, name: "Move house", status: "active", currentRound: 0, discussionId: null },
      entries: [],
      counts: { User: 0, Mia: 0, Leo: 0 },
      speakerOrder: ["User", "Mia", "Leo"],
      nextSpeaker: "User",
    })

    const order = ["User", "Mia", "Leo"]
    for (const round of [1, 2, 3]) {
      const { status, body } = await say(id, `Word ${round}`)
      expect(status).toBe(200)
      expect(body.entries.map(({ speaker }: { speaker: string }) => speaker)).toEqual(
        Array.from({ length: round }, () => order).flat(),
      )
      expect(body.counts).toEqual({ User: round, Mia: round, Leo: round })
      expect(body.nextSpeaker).toBe(round === 3 ? null : "User")
      expect(body.project).toMatchObject({
        status: round === 3 ? "completed" : "active",
        currentRound: Math.min(round + 1, 3),
      })
      expect(await fetchPanel(id)).toEqual(body)
      const kept = "SELECT status, current_round, current_turn_index FROM discussion_state WHERE project_id = $1"
      const rows = await app.query(kept, [id])
      expect(rows[0]).toMatchObject({
        status: round === 3 ? "completed" : "active",
        current_round: Math.min(round + 1, 3),
        current_turn_index: 0,
      })
    }

    // This route requests neither stances nor a record; nor does the other original route.
    const duet = { modelId: "talker", providerId: "test" }
    await app.call("POST", "/api/discussion", {
      prompt: "Tea?",
      modelA: duet,
      modelB: duet,
      options: { maxIterations: 1 },
    })
    const asks = talker.calls.map(({ view, prompt }) => ({
      kind: view.ask.kind,
      text: prompt.ask,
      duet: view.topic === "Tea?",
    }))
    expect(asks.filter((ask) => ask.duet && ask.kind === "vote").length).toBeGreaterThan(0)
    expect(asks.filter(({ kind, text }) => kind === "record" || text.includes("STANCE"))).toEqual([])

    const { entries } = await fetchPanel(id)
    expect(entries.map(({ turnIndex }: { turnIndex: number }) => turnIndex)).toEqual([0, 1, 2, 0, 1, 2, 0, 1, 2])
    expect(entries[0]).toMatchObject({
      id: expect.any(String),
      speaker: "User",
      role: "user",
      agentId: null,
      content: "Word 1",
      roundNumber: 1,
      createdAt: expect.stringMatching(/Z$/),
      metadata: { kind: "turn", userId: "kim" },
    })
    expect(entries[4]).toMatchObject({ speaker: "Mia", role: "manager", agentId: mia, roundNumber: 2 })
    expect(entries[4].content).toBe("Mia has read 4.")
    expect(entries[5].content).toContain("[Someone]")
    expect(speaking.most).toBe(1)

    const rows = await app.query(
      "SELECT role, agent_id, content, turn_index, round_number FROM discussion_logs WHERE project_id = $1 ORDER BY id",
      [id],
    )
    expect(rows).toEqual(
      entries.map((entry: Record<string, unknown>) => ({
        role: entry.role,
        agent_id: entry.agentId,
        content: entry.content,
        turn_index: entry.turnIndex,
        round_number: entry.roundNumber,
      })),
    )

    const over = await say(id, "One more thing")
    expect(over.status).toBe(409)
    const message = "the panel is over: completed"
    expect(over.body).toMatchObject({ status: "error", message, error: { code: "STATE_INVALID" } })
    expect(over.body.message).toBe(over.body.error.message)
    expect(await fetchPanel(id)).toMatchObject({ entries })
  })

  test("refuses messages during a turn, and loses nothing when the client disconnects [http.panel]", async () => {
    const id = await project([user, { role: "specialist", agentId: await agent("Sol", "test/slow") }])
    const client = new AbortController()
    const gone = app.server.fetch(
      new Request(`http://localhost/api/discussions/${id}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ message: "Go", userId: "kim" }),
        signal: client.signal,
      }),
    )
    await until(() => slow.step())
    const refused = await say(id, "Me too")
    expect(refused).toMatchObject({ status: 409, body: { message: expect.stringContaining("speaking") } })
    expect(await fetchPanel(id)).toMatchObject({ nextSpeaker: "Sol", counts: { User: 1, Sol: 0 } })
    client.abort()
    await gone
    await until(async () => {
      slow.step()
      return (await fetchPanel(id)).nextSpeaker === "User"
    })
    expect((await fetchPanel(id)).entries.map(({ content }: { content: string }) => content)).toEqual([
      "Go",
      "Well, yes.",
    ])
  })

  test("is started by one of many concurrent first messages, and the others are refused [http.panel]", async () => {
    const id = await project([user, { role: "leader", agentId: await agent("Ann") }])
    const answers = await Promise.all(Array.from({ length: 6 }, (_, index) => say(id, `Message ${index}`)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409])
    expect((await fetchPanel(id)).counts).toEqual({ User: 1, Ann: 1 })
  })

  test("lets seats before the user speak before the user's message", async () => {
    const [ann, bob] = [await agent("Ann"), await agent("Bob")]
    const seats = [{ role: "manager", agentId: ann }, user, { role: "leader", agentId: bob }]
    const id = await project(seats, {})
    const { body } = await say(id, "What first?")
    expect(body.entries.map(({ speaker }: { speaker: string }) => speaker)).toEqual(["Ann", "User", "Bob", "Ann"])
    const { body: discussion } = await app.call("GET", `/api/v1/discussions/${id}`)
    expect(discussion.discussion).toMatchObject({ topic: "What first?", projectId: id, status: "waiting" })
  })

  test("without a user adds the message to the topic and runs all rounds [panel.without-user]", async () => {
    const ann = await agent("Ann")
    const id = await project([
      { role: "leader", agentId: ann },
      { role: "specialist", agentId: ann },
    ])
    const { status, body } = await say(id, "What first?")
    expect(status).toBe(200)
    expect(body).toMatchObject({ counts: { Ann: 3, "Ann 2": 3 }, nextSpeaker: null, project: { status: "completed" } })
    const { body: discussion } = await app.call("GET", `/api/v1/discussions/${id}`)
    expect(discussion.discussion.topic).toBe("We move in May.\n\nWhat first?")
    expect((await say(id, "Again")).status).toBe(409)
  })

  test("pauses at the turn limit, and the next message is added and resumes it [panel.turn-limit]", async () => {
    const ann = await agent("Ann")
    const many = Array.from({ length: 24 }, () => ({ role: "specialist", agentId: ann }))
    const id = await project([user, ...many])
    const first = await say(id, "Go")
    expect(first.body).toMatchObject({ nextSpeaker: "Ann 21", project: { status: "paused" } })
    expect(first.body.entries).toHaveLength(21)
    const second = await say(id, "Go on")
    expect(second.body.entries[21]).toMatchObject({ content: "Go on", turnIndex: null, role: "user", speaker: "kim" })
    expect(second.body).toMatchObject({ nextSpeaker: "User", project: { status: "active" } })
  })

  test("refuses messages while paused by hand, and says how to resume", async () => {
    const id = await project([user, { role: "leader", agentId: await agent("Ann") }])
    await say(id, "Go")
    await app.call("POST", `/api/v1/discussions/${id}/pause`)
    expect(await say(id, "Go on")).toMatchObject({ status: 409, body: { message: expect.stringContaining("resume") } })
    await app.call("POST", `/api/v1/discussions/${id}/resume`)
    expect((await say(id, "Go on")).status).toBe(200)
  })

  test("takes one turn for a message sent twice with the same key [http.idempotency]", async () => {
    const id = await project([user, { role: "leader", agentId: await agent("Ann") }])
    const send = () =>
      app.call("POST", `/api/discussions/${id}`, { message: "Go", userId: "kim" }, { "idempotency-key": "once" })
    const [first, again] = [await send(), await send()]
    expect(again).toMatchObject({ status: 200, body: first.body })
    expect((await fetchPanel(id)).counts.User).toBe(1)
  })

  test("names the field of a refusal, in both error shapes [http.panel] [http.errors]", async () => {
    const empty = await project([])
    expect((await say(empty, "Hello")).body.message).toContain("participants")
    expect(await fetchPanel(empty)).toMatchObject({ speakerOrder: [], nextSpeaker: null })
    const id = await project([user])
    const wrong = await app.call("POST", `/api/discussions/${id}`, { mesage: "Go", userId: 1 })
    expect(wrong.status).toBe(400)
    expect(wrong.body).toMatchObject({ status: "error", message: expect.stringContaining("mesage") })
    expect(wrong.body.error.details.problems.map(({ field }: { field: string }) => field)).toEqual(
      expect.arrayContaining(["message", "mesage", "userId"]),
    )
    for (const path of ["no-such-project", "00000000-0000-4000-8000-00000000dead"]) {
      const { status, body } = await app.call("GET", `/api/discussions/${path}`)
      expect({ status, said: body.status, code: body.error.code }).toEqual({
        status: 404,
        said: "error",
        code: "NOT_FOUND",
      })
    }
    expect(await say(id, "Go", { organizationId: "elsewhere" })).toMatchObject({
      status: 404,
      body: { status: "error" },
    })
    expect((await say(id, "Go", { organizationId: app.organisationId })).status).toBe(200)
    expect((await app.call("PUT", `/api/discussions/${id}`, {})).body.status).toBe("error")
    const text = await app.call("POST", `/api/discussions/${id}`, "no json", { "content-type": "text/plain" })
    expect(text).toMatchObject({ status: 415, body: { status: "error" } })
    const foreign = await app.server.fetch(new Request(`http://evil.example/api/discussions/${id}`))
    expect({ status: foreign.status, body: await foreign.json() }).toMatchObject({
      status: 403,
      body: { status: "error" },
    })
    expect(app.faults).toEqual([])
  })
})

describe("additional discussions of a project", () => {
  const discussions = async (projectId: string) =>
    (await app.call("GET", `/api/v1/discussions?projectId=${projectId}`)).body.discussions

  test("seat its participants and leave its panel unchanged [http.panel] [panel.templates]", async () => {
    const mia = await agent("Mia")
    const id = await project([{ role: "manager", agentId: mia }], { description: "We move in May.", rounds: 1 })
    const panel = (await say(id, "Start.")).body
    const start = (body: object) => app.call("POST", "/api/v1/discussions", { projectId: id, ...body })

    const { status, body } = await start({ topic: "Which lift?" })
    expect(status).toBe(201)
    expect(body.discussion).toMatchObject({ format: "panel", topic: "Which lift?", options: { rounds: 1 } })
    expect(body.discussion.seats.map(({ name, role }: { name: string; role: string }) => [name, role])).toEqual([
      ["Mia", "manager"],
    ])
    const { materials } = (await app.call("GET", `/api/v1/discussions/${body.discussion.id}/materials`)).body
    expect(materials).toMatchObject([{ name: "Move house", text: "We move in May." }])
    const ended = await app.call("GET", `/api/v1/discussions/${body.discussion.id}?wait=30`)
    expect(ended.body.discussion.status).toBe("completed")
    const logged = "SELECT agent_id FROM discussion_logs WHERE discussion_id = $1"
    expect(await app.query(logged, [body.discussion.id])).toEqual([{ agent_id: mia }])

    // With another format and its own seats.
    const seats = [{ model: "test/talker" }, { model: "test/talker" }]
    const duet = (await start({ format: "duet", topic: "Tea?", seats, start: false })).body.discussion
    expect(duet).toMatchObject({ format: "duet" })
    expect(duet.seats).toHaveLength(2)

    // Follow-ups and forks stay in the project.
    const path = `/api/v1/discussions/${body.discussion.id}`
    const next = (await app.call("POST", `${path}/follow-up`, { topic: "And the stairs?" })).body.discussion
    const fork = (await app.call("POST", `${path}/fork`, { atTurn: 0 })).body.discussion
    const all = await discussions(id)
    expect(all.map((one: { id: string }) => one.id).sort()).toEqual(
      [id, body.discussion.id, duet.id, next.id, fork.id].sort(),
    )

    // The panel's state in the project's own route is unchanged.
    expect(await fetchPanel(id)).toEqual(panel)
    const rows = await app.query("SELECT discussion_id FROM discussion_state WHERE project_id = $1", [id])
    expect(rows).toEqual([{ discussion_id: id }])

    const { estimate } = (await app.call("POST", "/api/v1/discussions/estimate", { projectId: id, topic: "Lift?" }))
      .body
    expect(estimate.calls).toBeGreaterThan(0)
  })

  test("seat the participants at the time they start, and outlive the project", async () => {
    const id = await project([{ role: "leader", agentId: await agent("Ann") }], { rounds: 1 })
    const start = (topic: string) => app.call("POST", "/api/v1/discussions", { projectId: id, topic })
    const first = (await start("First?")).body.discussion
    const participants = [{ role: "leader", agentId: await agent("Bob"), sequenceOrder: 1 }]
    expect((await app.call("PATCH", `/api/v1/projects/${id}`, { participants, rounds: 2 })).status).toBe(200)
    const second = (await start("Second?")).body.discussion
    expect([first, second].map(({ seats, options }) => [seats[0].name, options.rounds])).toEqual([
      ["Ann", 1],
      ["Bob", 2],
    ])
    await app.call("GET", `/api/v1/discussions/${second.id}?wait=30`)
    expect((await app.call("DELETE", `/api/v1/projects/${id}`)).status).toBe(204)
    const next = await app.call("POST", `/api/v1/discussions/${second.id}/follow-up`, { topic: "And then?" })
    expect(next.status).toBe(201)
    expect((await start("Third?")).status).toBe(404)
  })

  test("need participants or their own seats", async () => {
    const id = await project([])
    const start = (body: object) => app.call("POST", "/api/v1/discussions", { projectId: id, topic: "Why?", ...body })
    expect(await start({})).toMatchObject({ status: 409, body: { error: { code: "STATE_INVALID" } } })
    expect((await start({ table: "panel", start: false })).status).toBe(201)
  })
})

describe("projects and agents", () => {
  test("are created, listed, fetched, changed and removed [http.resources]", async () => {
    const id = await agent("Zoe", "rehearsal/bold", { temperature: 0.2, maxTokens: 300, stop: ["END"] })
    const changed = await app.call("PATCH", `/api/v1/agents/${id}`, { description: "d", squadMember: true })
    expect(changed.body.agent).toMatchObject({ description: "d", squadMember: true, modelConfig: { stop: ["END"] } })
    expect((await app.call("GET", `/api/v1/agents/${id}`)).body).toEqual(changed.body)
    const page = await app.call("GET", "/api/v1/agents?limit=1")
    expect(page.body.agents).toEqual([changed.body.agent])
    expect((await app.call("GET", `/api/v1/agents?limit=1&cursor=${page.body.next}`)).body.agents[0].id).not.toBe(id)

    const projectId = await project([{ role: "leader", agentId: id }, user])
    const seated = await app.call("DELETE", `/api/v1/agents/${id}`)
    expect(seated.status).toBe(409)
    expect(seated.body.error.details.problems[0].field).toBe(`projects.${projectId}`)
    const participants = [
      { role: "user", sequenceOrder: 1 },
      { role: "leader", agentId: id, sequenceOrder: 2 },
    ]
    const swapped = await app.call("PATCH", `/api/v1/projects/${projectId}`, { name: "Stay", participants })
    expect(swapped.body.project).toMatchObject({ name: "Stay", description: "We move in May.", participants })
    expect((await fetchPanel(projectId)).speakerOrder).toEqual(["User", "Zoe"])
    expect((await app.call("GET", "/api/v1/projects")).body.projects[0]).toEqual(swapped.body.project)
    expect((await app.call("GET", `/api/v1/projects/${projectId}`)).body).toEqual(swapped.body)

    await say(projectId, "Go")
    const late = await app.call("PATCH", `/api/v1/projects/${projectId}`, { participants: [] })
    expect(late.status).toBe(200)
    expect((await fetchPanel(projectId)).speakerOrder).toEqual(["User", "Zoe"])
    expect((await app.call("PATCH", `/api/v1/projects/${projectId}`, { name: "Go" })).status).toBe(200)
    expect((await app.call("DELETE", `/api/v1/projects/${projectId}`)).status).toBe(204)
    expect((await app.call("GET", `/api/discussions/${projectId}`)).status).toBe(404)
    const { body } = await app.call("GET", `/api/v1/discussions/${projectId}`)
    expect(body.discussion).toMatchObject({ status: "aborted" })
    expect((await app.call("DELETE", `/api/v1/agents/${id}`)).status).toBe(204)
    expect((await app.call("DELETE", `/api/v1/agents/${id}`)).status).toBe(404)
  })

  test("report invalid input field by field [http.errors]", async () => {
    const fields = async (method: string, path: string, body: unknown) => {
      const answer = await app.call(method, path, body)
      const problems: { field: string }[] = answer.body.error?.details?.problems ?? []
      return { status: answer.status, fields: problems.map(({ field }) => field) }
    }
    const systemPrompt = "You are Ann."
    const unknown = { name: "Ann", systemPrompt, modelConfig: { model: "rehearsal/bald" } }
    expect(await fields("POST", "/api/v1/agents", unknown)).toEqual({ status: 422, fields: ["modelConfig.model"] })
    const wrong = { name: "<b>", systemPrompt: "", modelConfig: { model: "rehearsal/bold", temprature: 1 } }
    expect(await fields("POST", "/api/v1/agents", wrong)).toEqual({
      status: 400,
      fields: ["name", "systemPrompt", "modelConfig.temprature"],
    })
    const participants = [
      { role: "user", agentId: "x", sequenceOrder: 1 },
      { role: "leader", sequenceOrder: 1 },
    ]
    expect(await fields("POST", "/api/v1/projects", { name: "P", participants })).toEqual({
      status: 400,
      fields: ["participants[0].agentId", "participants[1].agentId", "participants[1].sequenceOrder"],
    })
    const nobody = [{ role: "leader", agentId: "nobody", sequenceOrder: 1 }]
    expect(await fields("POST", "/api/v1/projects", { name: "P", participants: nobody })).toEqual({
      status: 400,
      fields: ["participants[0].agentId"],
    })
    expect(await fields("POST", "/api/v1/projects", { name: "P", participants: [{ role: "boss" }] })).toMatchObject({
      status: 400,
      fields: ["participants[0].role", "participants[0].sequenceOrder"],
    })
    expect((await fields("GET", "/api/v1/projects?cursor=x", undefined)).status).toBe(400)
  })

  test("are invisible to another organisation [access.organisation]", async () => {
    const agentId = await agent("Ann")
    const id = await project([user, { role: "leader", agentId }])
    await say(id, "Secret")
    const { others } = app
    for (const path of [
      `/api/v1/agents/${agentId}`,
      `/api/v1/projects/${id}`,
      `/api/discussions/${id}`,
      `/api/v1/discussions/${id}`,
    ]) {
      expect((await others.call("GET", path)).status, path).toBe(404)
    }
    expect((await others.call("PATCH", `/api/v1/agents/${agentId}`, { name: "Eve" })).status).toBe(404)
    expect((await others.call("DELETE", `/api/v1/projects/${id}`)).status).toBe(404)
    expect((await others.call("POST", `/api/discussions/${id}`, { message: "Me", userId: "eve" })).status).toBe(404)
    const participants = [{ role: "leader", agentId, sequenceOrder: 1 }]
    expect((await others.call("POST", "/api/v1/projects", { name: "P", participants })).status).toBe(400)
    expect((await others.call("GET", "/api/v1/agents")).body.agents).toEqual([])
    expect((await others.call("GET", "/api/v1/projects")).body.projects).toEqual([])
  })

  test("models and tables can be fetched [http.resources]", async () => {
    const { body } = await app.call("GET", "/api/v1/models")
    expect(body.models.map(({ id }: { id: string }) => id)).toEqual(
      expect.arrayContaining(["test/talker", "rehearsal/bold"]),
    )
    expect(body.providers.find(({ name }: { name: string }) => name === "openai")).toMatchObject({ ready: false })
    const tables = await app.call("GET", "/api/v1/tables")
    expect(tables.body.tables.map(({ name }: { name: string }) => name)).toEqual([
      ...[
        "panel",
        "hive",
        "assembly",
        "duet",
        "council",
        "debate",
        "delphi",
        "devils-advocate",
        "justice",
        "peer-review",
        "review",
      ],
    ])
    const one = await app.call("GET", "/api/v1/tables/panel")
    expect(one.body.table).toMatchObject({ format: "panel", options: { rounds: 3, turnsPerRun: 20 } })
    expect(await app.call("GET", "/api/v1/tables/dute")).toMatchObject({
      status: 404,
      body: { error: { message: expect.stringContaining("duet") } },
    })
  })
})
