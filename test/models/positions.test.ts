import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { applyPublic, conclave, type DiscussionInput, emptyView, openRecording, replay } from "conclave"
import { afterEach, beforeEach, expect, test } from "vitest"
import { collectEvents, ofType } from "../formats/support.ts"
import { startWireServer, type WireServer } from "../wire/server.ts"

const stanceModel = "openai/text-embedding-3-small"

/** Each seat's stated position, by round. */
let said: Readonly<Record<string, readonly string[]>>
let server: WireServer
beforeEach(async () => {
  server = await startWireServer({ answer: ({ body }) => speech(JSON.stringify(body)) })
})
afterEach(() => server.close())

function speech(asked: string): string {
  const name = Object.keys(said).find((one) => asked.includes(`You are ${one}`))!
  const round = (asked.match(/Round \d/gu) ?? []).at(-1)?.at(-1) ?? "1"
  return `What I think in round ${round}.\nSTANCE: ${said[name]?.[Number(round) - 1]} | 80`
}

function run(stances: typeof said, options: DiscussionInput["options"] = {}, more: { record?: string } = {}) {
  said = stances
  const env = { OPENAI_API_KEY: "sk-test", OPENAI_BASE_URL: server.baseUrl("openai") }
  const rounds = Math.max(...Object.values(said).map((one) => one.length))
  return conclave({ env, ...more }).discuss({
    format: "panel",
    topic: "How do we release?",
    seats: Object.keys(said).map((name) => ({ name, model: "openai/gpt-4.1" })),
    record: false,
    options: { rounds, stanceModel, ...options },
  })
}

/** The vectors of this server count certain words: two of the positions are alike, although their words are not. */
const paraphrased = {
  Ash: ["a very, very, very slow rollout"],
  Birch: ["launch it very, very, very slowly"],
  Cedar: ["a very, very, very slow launch"],
}

const embeddingCalls = () => server.requests.filter(({ path }) => path === "/v1/embeddings")

test("paraphrased positions are one position if an embedding model says so, and its cost counts", async () => {
  const discussion = run(paraphrased)
  const events = await collectEvents(discussion)
  const outcome = await discussion.outcome
  const [ash, birch, cedar] = Object.values(paraphrased).flat()
  expect(ofType(events, "positions_compared")).toMatchObject([
    { roundNumber: 1, modelId: stanceModel, positions: [{ turnId: "t3", role: "cedar", position: ash }] },
  ])
  const stances = discussion.state.turns.map(({ stance }) => stance)
  expect(stances).toMatchObject([{ position: ash }, { position: birch }, { position: ash, wording: cedar }])
  expect(outcome.decidedBy).toMatchObject({
    positions: [
      { position: ash, seats: 2 },
      { position: birch, seats: 1 },
    ],
  })
  expect(discussion.state.usage[stanceModel]).toMatchObject({ promptTokens: 21, cost: expect.any(Number) })
  expect(outcome.usage.promptTokens).toBe(
    Object.values(discussion.state.usage).reduce((sum, { promptTokens }) => sum + promptTokens, 0),
  )
  expect(embeddingCalls()).toHaveLength(1)
})

test("a paraphrase is not a change of mind, and known texts are not embedded again", async () => {
  const discussion = run({ Ash: ["a very, very, very slow rollout", "a very, very, very slow launch"] })
  const view = applyPublic(emptyView, await collectEvents(discussion))
  expect(discussion.state.stances.ash).toMatchObject({ position: "a very, very, very slow rollout" })
  expect(view).toMatchObject({ moves: [], stances: { ash: { position: "a very, very, very slow rollout" } } })
  expect(embeddingCalls().map(({ body }) => (body as { input: string[] }).input.length)).toEqual([2])
})

test.each([
  ["numbers", "very, very, very slow: 10 regions", "very, very, very slow: 15 places"],
  ["a number in only one of them", "a very, very, very slow rollout", "a very, very, very slow launch in 3 steps"],
  ["a negation", "a very, very, very slow rollout", "not a very, very, very slow launch"],
  ["a negation in another language", "very, very, very slow rollout", "no very, very, very slow launch"],
])("%s keep positions apart, however close their vectors are", async (_, one, other) => {
  const discussion = run({ Ash: [one], Birch: [other] }, { stanceSimilarity: 0 })
  await discussion.outcome
  expect(discussion.state.turns.map(({ stance }) => stance?.position)).toEqual([one, other])
  expect(embeddingCalls()).toHaveLength(0)
})

test("a model that fails does not end the discussion: words decide, with one warning", async () => {
  server.script({ fault: "server-error", model: "text-embedding-3-small", times: 9 })
  const again = { Ash: ["slow rollout", "fast rollout"], Birch: ["launch at once", "launch at noon"] }
  const discussion = run(again)
  const events = await collectEvents(discussion)
  expect((await discussion.outcome).stoppingReason).toBe("max_rounds")
  expect(ofType(events, "positions_compared").map(({ error }) => error?.code)).toEqual(Array(2).fill("PROVIDER_ERROR"))
  const notes = applyPublic(emptyView, events).items.filter(
    (item) => item.kind === "note" && item.note.is === "unmeasured",
  )
  expect(notes).toHaveLength(1)
  expect(discussion.state.turns.map(({ stance }) => stance?.position)).toEqual([
    "slow rollout",
    "launch at once",
    "fast rollout",
    "launch at noon",
  ])
})

test("a recording and a stored log need no provider", async () => {
  const record = join(mkdtempSync(join(tmpdir(), "conclave-")), "recording.jsonl")
  const discussion = run(paraphrased, {}, { record })
  const outcome = await discussion.outcome
  const asked = server.requests.length
  const again = replay(openRecording(record))
  expect(await again.outcome).toEqual(outcome)
  expect(again.state.stances).toEqual(discussion.state.stances)
  expect(server.requests).toHaveLength(asked)
})

test("a model that cannot embed is refused with the field and the fix", () => {
  expect(() => run(paraphrased, { stanceModel: "rehearsal/bold" })).toThrow(/options\.stanceModel/u)
})
