import {
  type Conclave,
  ConclaveError,
  type ConclaveOptions,
  compareForks,
  conclave,
  type DiscussionInput,
  type Run,
} from "conclave"
import { flushEventLoop, ManualClock } from "conclave/testing"
import { describe, expect, test } from "vitest"
import { block, collectEvents, talker } from "./support.ts"

const panel: DiscussionInput = {
  format: "panel",
  topic: "Tea or coffee?",
  seats: [{ name: "Ann" }, { name: "Bo" }, { name: "Cy" }],
  options: { rounds: 2 },
  seed: 9,
}
const models = [
  talker("rehearsal/auto", ({ view }) => `${view.seat.name} says tea.`),
  talker("test/other", ({ view }) => `${view.seat.name} says coffee in round ${view.round}.`),
]

async function runDiscussion(
  input: DiscussionInput,
  options: ConclaveOptions = {},
): Promise<{ table: Conclave; run: Run }> {
  const table = conclave({ models, ...options })
  const run = table.discuss(input)
  await run.outcome
  return { table, run }
}

const words = (run: Run) => run.state.turns.map((turn) => `${turn.id} ${turn.seat}: ${turn.content}`)

describe("a fork", () => {
  test("continues from any turn with another model, and knows its parent [across.fork]", async () => {
    const { table, run } = await runDiscussion(panel)
    const before = words(run)
    const fork = await table.fork(run, { atTurn: 4, changes: { seats: [{ seat: "Bo", model: "test/other" }] } })
    await fork.outcome
    expect(words(fork).slice(0, 4)).toEqual(before.slice(0, 4))
    expect(words(fork).slice(4)).toEqual(["t5 bo: Bo says coffee in round 2.", "t6 cy: Cy says tea."])
    expect(fork.state.table.parent).toMatchObject({ discussionId: run.id, atTurn: "t4" })
    expect(words(run)).toEqual(before)
    const events = await collectEvents(fork)
    expect(events.filter(({ type }) => type !== "turn_chunk").map(({ seq }) => seq)).toEqual(
      Array.from({ length: fork.state.seq }, (_, index) => index + 1),
    )
  })

  test("from the same turn without changes is the same discussion [across.fork]", async () => {
    const input: DiscussionInput = { format: "assembly", topic: "How shall we share?", seed: 4, options: { rounds: 3 } }
    const table = conclave()
    const run = table.discuss(input)
    await run.outcome
    for (const atTurn of [0, "t1", "t5", 6]) {
      const fork = await table.fork(run, { atTurn })
      await fork.outcome
      expect(words(fork)).toEqual(words(run))
      expect(compareForks(run.state, fork.state)).toMatchObject({ partAt: null, outcomes: { differIn: [] } })
    }
  })

  test("can change seats, settings and topic; a person can replace a model [across.fork]", async () => {
    const { table, run } = await runDiscussion(panel)
    const fork = await table.fork(run, {
      atTurn: "t3",
      changes: {
        topic: "Tea, coffee or water?",
        seats: [{ seat: "cy", kind: "human" }],
        join: [{ name: "Di", model: "test/other" }],
        leave: ["Ann"],
        options: { rounds: 3 },
      },
    })
    fork.on("awaiting_input", () => void fork.say("Water, please."))
    await fork.outcome
    const spoken = fork.state.turns.slice(3).map((turn) => `${turn.roundNumber}:${turn.seat}`)
    expect(spoken).toEqual(["2:bo", "2:cy", "2:di", "3:bo", "3:cy", "3:di"])
    expect(fork.state).toMatchObject({ table: { topic: "Tea, coffee or water?" }, rounds: { length: 3 } })
    expect(fork.state.seats.find(({ id }) => id === "cy")).toEqual({
      id: "cy",
      name: "Cy",
      kind: "human",
      role: "specialist",
    })
  })

  test("does not count the time between its parent's last turn and its own start", async () => {
    const clock = new ManualClock()
    const { table, run } = await runDiscussion({ ...panel, options: { rounds: 2, totalTimeoutMs: 60_000 } }, { clock })
    await clock.advance(3_600_000)
    const fork = await table.fork(run, { atTurn: 3 })
    await flushEventLoop()
    expect((await fork.outcome).stoppingReason).toBe("max_rounds")
  })

  test("of a fork, or of a running discussion, works like any other", async () => {
    const { table, run } = await runDiscussion(panel)
    const first = await table.fork(run, { atTurn: 2, changes: { seats: [{ seat: "cy", model: "test/other" }] } })
    const second = await table.fork(first, { atTurn: 2 })
    await Promise.all([first.outcome, second.outcome])
    expect(second.state.table.parent).toMatchObject({ discussionId: first.id, atTurn: "t2" })
    expect(words(second)).toEqual(words(first))
  })

  test("a permanent fallback model does not apply after the fork changed the seat's model", async () => {
    const gone = talker("test/gone", { chunks: [], ends: new ConclaveError("MODEL_UNAVAILABLE", "it is gone") })
    const seats = [
      { name: "Ann", model: ["test/gone", "rehearsal/auto"] },
      { name: "Bo", model: "rehearsal/auto" },
    ]
    const { table, run } = await runDiscussion(
      { ...panel, seats, options: { rounds: 2, retries: 0 } },
      { models: [...models, gone] },
    )
    expect(run.state.modelOverrides).toEqual({ ann: "rehearsal/auto" })
    const fork = await table.fork(run, { atTurn: 2, changes: { seats: [{ seat: "ann", model: "test/other" }] } })
    await fork.outcome
    expect(fork.state.turns[2]).toMatchObject({ seat: "ann", modelId: "test/other" })
  })

  test("with another format starts over, with the earlier discussion as material [across.fork]", async () => {
    const { table, run } = await runDiscussion({ ...panel, options: { rounds: 1 } })
    const changes = { format: "duet", leave: ["Cy"], options: { rounds: 1 } }
    const fork = await table.fork(run, { atTurn: "t2", changes })
    await fork.outcome
    expect(fork.state.table).toMatchObject({ topic: panel.topic, format: { name: "duet" } })
    expect(fork.state.seats.map(({ id, name, model }) => [id, name, model])).toEqual([
      ["model-a", "Ann", "rehearsal/auto"],
      ["model-b", "Bo", "rehearsal/auto"],
    ])
    expect(fork.state.table.materials).toEqual([
      { name: panel.topic, text: "Ann (round 1): Ann says tea.\n\nBo (round 1): Bo says tea." },
    ])
    expect(fork.state.table.parent).toEqual({ kind: "fork", discussionId: run.id, atTurn: "t2", seq: 0 })
    expect(words(fork)).toEqual(["t1 model-a: Ann says tea.", "t2 model-b: Bo says tea."])

    // A fork from the start has no earlier discussion, and can use a role of the other format.
    const seats = [
      { seat: "Ann", role: "pro" },
      { seat: "Bo", role: "con" },
      { seat: "Cy", role: "judge" },
    ]
    const debate = await table.fork(run, { atTurn: 0, changes: { table: "debate", seats } })
    expect(debate.state.table).not.toHaveProperty("materials")
    expect(debate.state.seats.map(({ role }) => role)).toEqual(["pro", "con", "judge"])
    await debate.outcome
  })

  test("a silent seat is not taken over, and an input that the other format refuses is reported as a change", async () => {
    const { table, run } = await runDiscussion({ format: "hive", topic: "Tea?", options: { rounds: 1 } })
    const fork = await table.fork(run, { atTurn: 1, changes: { format: "panel", options: { rounds: 1 } } })
    expect(fork.state.seats.map(({ name }) => name)).toEqual(["Divergent", "Convergent", "Critical"])
    await fork.outcome
    const refused = (changes: object) => table.fork(run, { atTurn: 1, changes }).catch((error) => error.problems)
    expect(await refused({ format: "duet" })).toMatchObject([{ field: "changes.seats", code: "SEAT_COUNT" }])
    expect(await refused({ format: "dute" })).toMatchObject([{ field: "changes.format" }])
  })

  test("invalid changes are refused with their field", async () => {
    const { table, run } = await runDiscussion(panel)
    const refused = (atTurn: string | number, changes?: object) =>
      table.fork(run, { atTurn, ...(changes && { changes }) }).then(
        () => "no problem",
        (error) => error.message,
      )
    expect(await refused(7)).toMatch(/^atTurn: there is no completed turn t7; the last completed one is t6/)
    expect(await refused(4, { options: { rounds: 1 } })).toMatch(/^changes.options.rounds: round 2 has started/)
    expect(await refused(4, { seats: [{ seat: "Bo", model: "nobody/there" }] })).toMatch(/^seat bo\.model: /)
    expect(await refused(4, { seats: [{ seat: "Bo", name: "Ann" }] })).toMatch(
      /changes.seats\[0\].name: the name "Ann" is taken/,
    )
    expect(await refused(4, { seats: [{ seat: "Zoe" }] })).toMatch(/there is no seat "Zoe"; there are Ann, Bo, Cy/)
    expect(await refused(4, { sets: [] })).toMatch(/changes.sets: unknown field; did you mean "seats"/)
    expect(await refused(4, { leave: ["ann", "bo", "cy"] })).toMatch(/Cy cannot leave: panel needs 1 to 50/)
  })
})

describe("comparing forks", () => {
  test("shows where two forks diverge and how their outcomes differ [across.fork]", async () => {
    const duet = {
      format: "duet",
      topic: "Tabs?",
      seats: [{ model: "test/yes" }, { model: "test/yes" }],
      options: { rounds: 2 },
    } as const
    const talkers = [
      talker("test/yes", "Tabs it is.", block("YES", 80, "tabs")),
      talker("test/no", "Tabs it is.", block("NO", 60, "spaces")),
    ]
    const { table, run } = await runDiscussion(duet, { models: talkers })
    const fork = await table.fork(run, { atTurn: 2, changes: { seats: [{ seat: "model-b", model: "test/no" }] } })
    await fork.outcome
    const comparison = compareForks(run.state, fork.state)
    expect(comparison).toMatchObject({
      alike: 3,
      partAt: { a: { kind: "vote", by: "model-b", content: "yes" }, b: { kind: "vote", by: "model-b", content: "no" } },
    })
    expect(comparison.outcomes.differIn).toEqual(
      expect.arrayContaining(["stoppingReason", "agreed", "solution", "rounds", "dissent"]),
    )
    const shorter = await table.fork(run, { atTurn: 1, changes: { budget: { tokens: 1 } } })
    await shorter.outcome
    expect(compareForks(run.state, shorter.state).partAt).toEqual({
      a: expect.objectContaining({ kind: "turn", by: "model-b" }),
    })
  })
})
