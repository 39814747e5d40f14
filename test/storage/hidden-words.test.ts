import { expect, test } from "vitest"
import type { DiscussionEvent } from "../../src/core/discussion/event.ts"
import { applyPublic } from "../../src/core/public/apply-public.ts"
import type { PublicEvent } from "../../src/core/public/types.ts"
import { emptyView } from "../../src/core/public/view.ts"
import { createApp } from "../../src/main/app.ts"
import { parseConfig } from "../../src/main/config.ts"
import { localOrganisationId } from "../../src/ports/key-store.ts"
import { scriptedModel } from "../../src/testing/index.ts"
import { ControlledModel } from "../browser/controlled-model.ts"
import { type Rig, rig } from "../e2e/server-rig.ts"
import { locations } from "../support/databases.ts"

const request = {
  table: {
    name: "private",
    extends: "panel",
    seats: [
      { name: "Cedar", model: "test/cedar" },
      { name: "Juan", kind: "human" },
      { name: "Maria", kind: "human" },
    ],
    stages: [
      { kind: "speak", order: "parallel" },
      { kind: "speak", order: "fixed", sees: "own-round-hidden" },
      { kind: "ballot", asks: "choice", secret: true },
    ],
  },
  topic: "At once or in stages?",
  decision: { options: ["At once", "In stages"] },
  options: { rounds: 1, statementMinLength: 0 },
  record: false,
}

type Headers = Record<string, string>

/** Makes a failure show the word instead of whole pages. */
function excerptOf(text: string, words: RegExp): string | undefined {
  return words.exec(text)?.[0]
}

/** Paths of all GET routes about a discussion, except streams. */
async function readable(server: Rig, id: string): Promise<readonly string[]> {
  const { body: document } = await server.call("GET", "/openapi.json")
  return Object.entries<{ get?: unknown }>(document.paths).flatMap(([path, { get }]) => {
    if (!get || !path.includes("{id}") || path.endsWith("/events") || path.endsWith("/prompt")) return []
    const address = path.replace("{id}", id).replace("{seat}", "maria").replace("{turn}", "t1")
    return (path.endsWith("/export") ? ["md", "json", "html", "adr"] : [""]).map((as) => `${address}?as=${as}`)
  })
}

let addresses: readonly string[] = []

/** Every response to a GET about the discussion, including the streams up to an event. */
async function everything(server: Rig, id: string, headers: Headers, query = ""): Promise<string> {
  const answers: string[] = []
  for (const address of addresses) {
    const asked = address.endsWith("as=") ? address.replace("as=", query) : `${address}&${query}`
    answers.push(JSON.stringify((await server.call("GET", asked, undefined, headers)).body))
  }
  const path = `/api/v1/discussions/${id}`
  const seq = await lastSeq(server, id)
  const page = await server.call("GET", `${path}/events?${query}`, undefined, {
    ...headers,
    accept: "application/json",
  })
  answers.push(JSON.stringify(page.body))
  for (const as of ["", "&as=ag-ui", "&as=ai-sdk"]) {
    answers.push(await streamed(server, `${path}/events?${query}${as}`, headers, as ? "data:" : `id: ${seq}`))
  }
  return answers.join("\n")
}

/** A stream up to the chunk with this text. */
async function streamed(server: Rig, path: string, headers: Headers, mark: string): Promise<string> {
  const controller = new AbortController()
  const response = await server.server.fetch(
    new Request(`http://localhost${path}`, { headers, signal: controller.signal }),
  )
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = ""
  while (!text.includes(mark)) {
    const { value, done } = await reader.read()
    if (done) break
    text += value
  }
  controller.abort()
  return text
}

async function lastSeq(server: Rig, id: string): Promise<number> {
  return (await server.call("GET", `/api/v1/discussions/${id}`)).body.discussion.seq
}

test.each(["SQLite", "PostgreSQL"] as const)(
  "on %s a hidden word is in no response, stream or export before it is due [web.privacy]",
  async (kind) => {
    const cedar = new ControlledModel("test/cedar", () => '{"choice":"At once","confidence":80,"reasoning":"cypress3"}')
    const options = { config: parseConfig({}), env: {}, own: [cedar], workers: 5, paced: false, isLocal: true }
    const faults: unknown[] = []
    const app = await createApp({
      ...options,
      location: await locations[kind](),
      onError: (error) => void faults.push(error),
    })
    const server = rig({ services: app.services, keys: { store: app.keys, spend: app.spend, required: false } })
    try {
      const { body } = await server.call("POST", "/api/v1/discussions", request)
      const { id } = body.discussion
      const path = `/api/v1/discussions/${id}`
      addresses = await readable(server, id)
      const say = async (seat: string, content: string, stance?: object, headers?: Headers) => {
        const given = { seat, content, ...(stance && { stance }) }
        const answer = await server.call("POST", `${path}/turns`, given, headers)
        expect([answer.status, seat]).toEqual([200, seat])
        return JSON.stringify(answer.body)
      }
      const { body: created } = await server.call("POST", `${path}/seats/maria/keys`, {})
      const maria = { "x-api-key": created.key }
      const { body: ticket } = await server.call("POST", "/api/v1/stream-tickets", undefined, maria)
      const seenByMaria = async () => {
        const ticketed = `${path}/events?ticket=${ticket.ticket}`
        const stream = await streamed(server, ticketed, {}, `id: ${await lastSeq(server, id)}`)
        return [await everything(server, id, maria), await everything(server, id, {}, "seat=Maria"), stream].join("\n")
      }
      const isWaitingFor = (seats: readonly string[]) =>
        expect.poll(async () => (await server.call("GET", path)).body.discussion.waitingFor).toEqual(seats)

      const hasStatus = (status: string) =>
        expect.poll(async () => (await server.call("GET", path)).body.discussion.status).toBe(status)

      // A parallel round: live text, finished turns, and stances.
      await cedar.asked(1)
      await isWaitingFor(["juan", "maria"])
      cedar.say("saffron0 is ")
      await expect.poll(() => streamed(server, `${path}/events`, {}, "saffron0")).toContain("saffron0")
      expect(excerptOf(await seenByMaria(), /saffron0/)).toBeUndefined()
      await say("juan", "juniper1 is my reason", { position: "quince1" })
      expect(await everything(server, id, {})).toMatch(/juniper1.*quince1/s)
      expect(excerptOf(await seenByMaria(), /saffron0|juniper1|quince1/)).toBeUndefined()
      cedar.say("my first reason\n[STANCE] In stages")
      cedar.finish()
      await hasStatus("waiting")
      expect(await everything(server, id, {})).toContain("saffron0")
      const before = await seenByMaria()
      expect(excerptOf(before, /saffron0|juniper1|quince1/)).toBeUndefined()
      expect(before).toContain('"hidden":true')
      await say("maria", "mango1 is mine", undefined, maria)
      await cedar.asked(2)

      // A private stage: turns from before it are shown, its own turns are not.
      cedar.say("saffron2 is my second reason")
      cedar.finish()
      await isWaitingFor(["juan"])
      await say("juan", "juniper2 is my second reason")
      await isWaitingFor(["maria"])
      const between = await seenByMaria()
      expect(between).toMatch(/saffron0.*juniper1/s)
      expect(excerptOf(between, /saffron2|juniper2/)).toBeUndefined()
      const prompt = await server.call("GET", `${path}/seats/maria/prompt?wait=0`, undefined, maria)
      expect(JSON.stringify(prompt.body)).toMatch(/juniper1/)
      expect(excerptOf(JSON.stringify(prompt.body), /saffron2|juniper2/)).toBeUndefined()
      await say("maria", "mango2 is my second", undefined, maria)

      // A secret ballot: no vote is shown while it is open, and no voter's name ever.
      await isWaitingFor(["juan", "maria"])
      await say("juan", "At once.\n\n[REASONING]\nsumac3")
      await hasStatus("waiting")
      for (const seen of [await seenByMaria(), await everything(server, id, {})]) {
        expect(excerptOf(seen, /sumac3|cypress3/)).toBeUndefined()
        expect(seen).toContain("juniper2")
      }
      await say("maria", "In stages.", undefined, maria)
      await hasStatus("completed")
      for (const headers of [maria, {}]) {
        const { body: ended } = await server.call("GET", path, undefined, headers)
        expect(ended.discussion.ballots[0].votes).toHaveLength(3)
        for (const vote of ended.discussion.ballots[0].votes) expect(vote).not.toHaveProperty("role")
        const { body: events } = await server.call("GET", `${path}/events?limit=1000`, undefined, {
          ...headers,
          accept: "application/json",
        })
        for (const { data, type } of events.events) {
          if (type === "ballot_vote") expect(data).not.toHaveProperty("vote")
          if (type === "ballot_result") for (const vote of data.result.votes) expect(vote).not.toHaveProperty("role")
        }
        // Everything withheld is shown by now, also to clients that followed the stream.
        const view = applyPublic(emptyView, events.events as PublicEvent[])
        const said = view.items.flatMap((item) => (item.kind === "turn" ? [item.turn?.content] : []))
        expect(said.join(" ")).toMatch(/saffron0.*juniper1.*mango1.*saffron2.*juniper2.*mango2/s)
        expect(view.stances.juan?.position).toBe("quince1")
      }
      expect(faults).toEqual([])
      expect(server.faults).toEqual([])
    } finally {
      await app.close(0)
    }
  },
)

test("a seat that does not exist, or is not the key's own, is refused by name [web.privacy]", async () => {
  const server = rig()
  const seats = [
    { name: "Maria", kind: "human" },
    { name: "Juan", kind: "human" },
  ]
  const body = { format: "panel", topic: "Who?", seats, start: false }
  const { discussion } = (await server.call("POST", "/api/v1/discussions", body)).body
  const path = `/api/v1/discussions/${discussion.id}`
  const unknown = await server.call("GET", `${path}?seat=nobody`)
  expect(unknown.status).toBe(400)
  expect(unknown.body.error.details.problems[0]).toEqual({
    field: "query.seat",
    message: expect.stringContaining("juan, maria"),
  })
  const { key } = (await server.call("POST", `${path}/seats/maria/keys`, {})).body
  const asOther = await server.call("GET", `${path}/export?seat=juan`, undefined, { "x-api-key": key })
  expect(asOther.status).toBe(403)
})

test.each([
  { kind: "ranked answers", table: "council", role: "member", closer: "chair", rounds: 1 },
  { kind: "anonymised stages", table: "delphi", role: "expert", closer: "facilitator", rounds: 2 },
])("in $kind no client learns who wrote which turn before the end [web.privacy]", async (given) => {
  const { table, role, closer, rounds } = given
  const vote =
    '{"ranking":["Answer 1","Answer 2"],"confidence":70,"reasoning":"Answer 1 is clear.","hasConsensus":false}'
  const models = ["quillon", "vesper"].map((name) => new ControlledModel(`test/${name}`, () => vote))
  const writer = scriptedModel({ id: "test/writer", replies: () => "The result is as it is." })
  const server = rig({}, [...models, writer])
  const seats = [
    { name: "Quillon", role, model: "test/quillon" },
    { name: "Vesper", role, model: "test/vesper" },
    { name: "Maria", role, kind: "human" },
    { name: "Scribe", role: closer, model: "test/writer" },
  ]
  const options = { rounds, statementMinLength: 0, minRounds: 1 }
  const request = { table, topic: "Where to?", seats, options, record: false }
  const { id } = (await server.call("POST", "/api/v1/discussions", request)).body.discussion
  const path = `/api/v1/discussions/${id}`
  // A row of the list names the seats, but not who said what.
  addresses = (await readable(server, id)).filter((address) => !address.includes("/summary"))
  const maria = { "x-api-key": (await server.call("POST", `${path}/seats/maria/keys`, {})).body.key }
  const names = /quillon|vesper/i
  const [created] = await server.services.forOrganisation(localOrganisationId).engine.store.read(id, 0, 1)
  const { secret } = (created as Extract<DiscussionEvent, { type: "discussion_created" }>).data.table
  const seen = async () =>
    [
      await everything(server, id, {}),
      await everything(server, id, maria),
      await everything(server, id, {}, "seat=Maria"),
      JSON.stringify((await server.call("GET", `${path}/seats/maria/prompt`, undefined, maria)).body),
    ].join("\n")
  for (const [index, model] of models.entries()) {
    await model.asked(1)
    model.say(`saffron${index} is my answer`)
    model.finish()
  }
  const hasVoted = async () => (await server.call("GET", path)).body.discussion.ballots[0]?.votes.length
  const isAsked = (purpose: string) =>
    expect
      .poll(
        async () => (await server.call("GET", `${path}/seats/maria/prompt`, undefined, maria)).body.question?.purpose,
      )
      .toBe(purpose)
  await isAsked("turn")
  expect(excerptOf(await seen(), names)).toBeUndefined()
  // A client without a seat reads and answers questions under the seats' pseudonyms.
  const { waitingFor } = (await server.call("GET", path)).body.discussion
  const asked = await server.call("GET", `${path}/seats/${waitingFor[0]}/prompt`)
  expect([asked.status, asked.body.seat.name]).toEqual([200, waitingFor[0]])
  expect(excerptOf(JSON.stringify(asked.body), /quillon|vesper|maria/i)).toBeUndefined()
  const spoken = await server.call("POST", `${path}/turns`, { content: "mango is mine" }, maria)
  expect(excerptOf(JSON.stringify(spoken.body), names)).toBeUndefined()
  await isAsked("vote")
  // Votes are stored with the real names of those voted for.
  if (table === "council") await expect.poll(hasVoted).toBe(2)
  const open = await seen()
  expect(excerptOf(open, names)).toBeUndefined()
  expect(open).toMatch(/saffron0.*saffron1/s)
  // The source of the pseudonyms is not published, and the order of the seats reveals nothing.
  expect(open).not.toContain(secret)
  const { seats: listed } = (await server.call("GET", `${path}/summary`)).body.discussion
  expect(listed.map(({ name }: { name: string }) => name)).toEqual(["Maria", "Quillon", "Scribe", "Vesper"])

  // The ballot uses the same pseudonyms, and the vote counts for the seat that was meant.
  const { discussion } = (await server.call("GET", path, undefined, maria)).body
  const first = discussion.turns.find(({ content }: { content: string }) => content.startsWith("saffron1")).role
  const other = discussion.turns.find(({ content }: { content: string }) => content.startsWith("saffron0")).role
  expect([first, other].sort()).toEqual(expect.arrayContaining([expect.stringMatching(/^P\d$/)]))
  const ballot = JSON.stringify({ ranking: [first, other], confidence: 90, reasoning: `${first} is right.` })
  const content = table === "council" ? ballot : "[CONSENSUS_CHECK]\nHAS_CONSENSUS: NO\n[CONFIDENCE]\n60"
  expect((await server.call("POST", `${path}/turns`, { content }, maria)).status).toBe(200)
  if (table === "council") {
    await expect.poll(async () => (await server.call("GET", path)).body.discussion.status).toBe("completed")
    for (const headers of [maria, {}]) {
      expect(await everything(server, id, headers)).not.toContain(secret)
      const { ballots } = (await server.call("GET", path, undefined, headers)).body.discussion
      const own = ballots[0].votes.find((one: { role: string }) => one.role === "maria")
      expect(own).toMatchObject({ ranking: ["Vesper", "Quillon"], reasoning: "Vesper is right." })
    }
  } else {
    await server.call("POST", `${path}/abort`)
    expect(JSON.stringify((await server.call("GET", path, undefined, maria)).body)).toMatch(names)
  }
  expect(server.faults).toEqual([])
})

test("a person who first votes sees only their own turns, and the others' after voting [web.privacy]", async () => {
  const server = rig()
  const seats = ["Juan", "Maria"].map((name) => ({ name, kind: "human" }))
  const decision = { options: ["At once", "In stages"], decide: "vote-first" }
  const options = { rounds: 2, independentFirstRound: true }
  const request = { format: "panel", topic: "At once or in stages?", seats, decision, options, record: false }
  const { id } = (await server.call("POST", "/api/v1/discussions", request)).body.discussion
  const path = `/api/v1/discussions/${id}`
  const isWaitingFor = (names: readonly string[]) =>
    expect.poll(async () => (await server.call("GET", path)).body.discussion.waitingFor).toEqual(names)
  const say = async (seat: string, content: string) =>
    expect((await server.call("POST", `${path}/turns`, { seat, content })).status).toBe(200)
  const seen = async () => JSON.stringify((await server.call("GET", `${path}?seat=Maria`)).body)
  await isWaitingFor(["juan", "maria"])
  await say("juan", "juniper is my reason")
  await say("maria", "mango is mine")
  await expect.poll(async () => (await server.call("GET", path)).body.discussion.ballots.length).toBe(1)
  expect(await seen()).not.toContain("juniper")
  await expect.poll(async () => (await server.call("GET", path)).body.discussion.waitingFor).toContain("juan")
  await say("juan", "At once.")
  await isWaitingFor(["maria"])
  expect(await seen()).not.toContain("juniper")
  await say("maria", "In stages.")
  await expect.poll(seen).toContain("juniper")
})
