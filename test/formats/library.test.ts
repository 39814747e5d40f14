import {
  allowedTransitions,
  ConclaveError,
  type Config,
  conclave,
  type DiscussionInput,
  encodeSse,
  fold,
  foldEvent,
  initialState,
  languages,
  nextStep,
  type PresetName,
  type PublicEvent,
  presets,
  publish,
  readPass,
  readVote,
} from "conclave"
import { flushEventLoop } from "conclave/testing"
import { describe, expect, test, vi } from "vitest"
import { startHeldDiscussion } from "../../src/engine/verbs/create-with-table.ts"
import { Run } from "../../src/main/run.ts"
import { engine, id } from "./steered-engine.ts"
import { block, collectEvents, ofType, start, talker } from "./support.ts"

const model = "test/talker"
const seats = [{ model }, { model }]
const duet: DiscussionInput = { format: "duet", topic: "One or several?", seats }
const agreeing = () => talker(model, { chunks: ["One ", "service", " first."] }, block("YES"))

describe("the library", () => {
  test("discusses without a server or configuration [library.embedded]", async () => {
    const outcome = await conclave().discuss({ format: "hive", topic: "Tea or coffee?" }).outcome
    expect(outcome.solution).toBeTruthy()
  })

  test("a run yields every event, gapless and in order, to each iterator [library.run] [events.gapless]", async () => {
    const run = start([agreeing()], duet)
    const [first, second] = await Promise.all([collectEvents(run), collectEvents(run)])
    const numbered = (events: PublicEvent[]) =>
      events.filter((event) => event.type !== "turn_chunk").map(({ seq }) => seq)
    expect(numbered(first)).toEqual(numbered(first).map((_, index) => index + 1))
    expect(numbered(second)).toEqual(numbered(first))
    expect(await collectEvents(run)).toEqual(first.filter((event) => event.type !== "turn_chunk"))
  })

  test("the outcome has the reason, the solution and the contributors [library.outcome]", async () => {
    const outcome = await start([agreeing()], duet).outcome
    expect(outcome).toMatchObject({
      stoppingReason: "consensus_reached",
      solution: "the plan",
      contributions: [
        { role: "model-a", name: "Model A", turns: 1, excerpt: "One service first." },
        { role: "model-b", turns: 1 },
      ],
    })
  })

  test("state is a snapshot, equal to the fold of the events [library.state] [events.fold]", async () => {
    const { context, begin: open } = engine()
    await open({ format: "hive" }, true)
    const log = () => context.store.read(id)
    const run = new Run(context, fold(id, await log()), Promise.resolve())
    expect(run.state.status).toBe("queued")
    await startHeldDiscussion({ context, input: { discussionId: id } })
    const events = await collectEvents(run)
    expect(run.state).toEqual(fold(id, await log()))
    expect((await log()).map(publish)).toEqual(events.filter(({ type }) => type !== "turn_chunk"))
    expect(run.state.status).toBe("completed")
  })

  test("on() calls its handler for its event type until unsubscribed [library.on]", async () => {
    const run = start([agreeing()], { ...duet, options: { minRounds: 3 } })
    const seen: string[] = []
    const off = run.on("turn_completed", ({ data, type }) => {
      seen.push(`${type} ${data.turn.id}`)
      if (seen.length === 3) off()
    })
    const chunks: string[] = []
    run.on("turn_chunk", ({ data }) => chunks.push(data.chunk))
    await run.outcome
    expect(seen).toEqual(["turn_completed t1", "turn_completed t2", "turn_completed t3"])
    expect(chunks.join("")).toBe("One service first.".repeat(6))
  })

  test("a handler that throws neither ends the discussion nor affects other handlers", async () => {
    const run = start([agreeing()], duet)
    let heardAfter = false
    const surfaced = vi.spyOn(globalThis, "queueMicrotask").mockImplementation(() => {})
    run.on("round_started", () => {
      throw new Error("mine")
    })
    run.on("turn_started", () => {
      heardAfter = true
    })
    expect((await run.outcome).agreed).toBe(true)
    expect(heardAfter).toBe(true)
    expect(surfaced.mock.calls.map(([rethrow]) => rethrow)).toEqual([expect.any(Function)])
    expect(surfaced.mock.calls[0]![0]).toThrow("mine")
    surfaced.mockRestore()
  })

  test("abort ends it, keeps its turns, and can be repeated [library.abort]", async () => {
    const run = start(
      [talker(model, ({ view }) => (view.entries.length > 0 ? { chunks: ["Hm"], ends: "hang" } : "One."))],
      duet,
    )
    await flushEventLoop()
    await run.abort("enough")
    await run.abort("enough")
    const events = await collectEvents(run)
    expect(events.at(-1)).toMatchObject({ type: "discussion_aborted", data: { reason: "enough" } })
    expect(run.state).toMatchObject({ status: "aborted", outcome: { stoppingReason: "user_abort" } })
    expect(run.state.turns.map(({ content, finishReason }) => [content, finishReason])).toEqual([
      ["One.", "stop"],
      ["Hm", "cut"],
    ])
  })

  test("abort before the first turn is allowed [traps.abort-initializing]", async () => {
    const run = start([talker(model, { chunks: [], ends: "hang" })], duet)
    await run.abort()
    expect((await run.outcome).stoppingReason).toBe("user_abort")
    expect(run.state.transitions.at(-1)!.to.kind).toBe("aborted")
    expect(run.state.turns).toEqual([])
  })

  test("after pause no further turn starts until resume [library.pause]", async () => {
    const run = start([agreeing()], { ...duet, options: { minRounds: 2 } })
    await new Promise<void>((resolve) => run.on("turn_started", ({ data }) => data.turnId === "t2" && resolve()))
    await run.pause()
    await run.pause()
    await flushEventLoop()
    const before = run.state
    expect(before.status).toBe("paused")
    await flushEventLoop()
    expect(run.state).toBe(before)
    await run.resume()
    await run.resume()
    expect((await run.outcome).agreed).toBe(true)
    await expect(run.pause()).rejects.toMatchObject({ code: "STATE_INVALID" })
  })

  test("exports what embedders need [library.exports]", () => {
    for (const named of [
      foldEvent,
      initialState,
      fold,
      nextStep,
      allowedTransitions,
      readVote,
      readPass,
      publish,
      encodeSse,
    ])
      expect(named).toBeTypeOf("function")
    expect(Object.keys(languages).toSorted()).toEqual(["en", "es", "zh"])
    expect(Object.keys(presets)).toEqual(["panel", "hive", "assembly", "duet"])
  })

  test("any default can be overridden for one discussion; presets are values [formats.override] [formats.presets]", async () => {
    const run = start([agreeing()], { ...duet, options: { temperature: 0.1, rounds: 3, minRounds: 2 } })
    await run.outcome
    expect(run.state.table.format.settings).toMatchObject({ temperature: 0.1, rounds: 3, voteTemperature: 0.3 })
    expect(structuredClone(presets)).toEqual(presets)
  })

  test("configuration values apply unless the discussion sets them", async () => {
    const config: Config = {
      consensus: { discussion_rounds: 2, max_rounds: 4 },
      use_fixed_speaking_order: true,
      statement_min_length: 5,
    }
    const table = conclave({ config })
    const settings = (format: PresetName) => table.discuss({ format, topic: "t" }).state.table.format.settings
    expect(settings("hive").rounds).toBe(2)
    expect(settings("panel").rounds).toBe(3)
    expect(settings("duet").rounds).toBe(10)
    const assembly = conclave({ config: { use_fixed_speaking_order: true, statement_min_length: 5 } }).discuss({
      format: "assembly",
      topic: "t",
    })
    expect(assembly.state.table.format.settings).toMatchObject({ order: "fixed", statementMinLength: 5 })
    await assembly.abort()
  })
})

describe("hooks of a run", () => {
  test("report every turn, and the usage of all seats so far [library.on]", async () => {
    const turns: string[] = []
    const totals: number[] = []
    const run = conclave().discuss(
      { format: "duet", topic: "Tea?", seed: 2, options: { rounds: 1 } },
      {
        onTurn: ({ content }) => void turns.push(content),
        onUsage: ({ promptTokens, completionTokens }) => void totals.push(promptTokens + completionTokens),
      },
    )
    await run.outcome
    expect(turns).toEqual(run.state.turns.map(({ content }) => content))
    // Two turns, two votes and the record, each once, with totals that never decrease.
    expect(totals).toHaveLength(5)
    expect(totals).toEqual(totals.toSorted((a, b) => a - b))
    const used = Object.values(run.state.usage).map((usage) => usage.promptTokens + usage.completionTokens)
    expect(totals.at(-1)).toBe(used.reduce((sum, tokens) => sum + tokens, 0))
  })
})

describe("bad input [library.bad-input]", () => {
  const cases: [string, unknown, string, RegExp][] = [
    ["an unknown key", { ...duet, tpoic: "x" }, "tpoic", /did you mean "topic"/],
    ["an unknown option", { ...duet, options: { max_round: 3 } }, "options.max_round", /unknown field/],
    ["an unknown seat key", { ...duet, seats: [{ modle: "x" }, {}] }, "seats[0].modle", /did you mean "model"/],
    ["zero seats", { ...duet, seats: [] }, "seats", /at least one seat/],
    ["one seat in a duet", { ...duet, seats: [{ model }] }, "seats", /exactly 2/],
    ["three seats in a duet", { ...duet, seats: [{ model }, { model }, { model }] }, "seats", /exactly 2/],
    ["duplicate names", { ...duet, seats: [{ name: "Ann" }, { name: "ann" }] }, "seats[1].name", /own name/],
    ["an empty topic", { ...duet, topic: " \n" }, "topic", /must not be empty/],
    ["no topic", { format: "duet" }, "topic", /text/],
    ["a 1 MB topic", { ...duet, topic: "x".repeat(1_048_576) }, "topic", /at most 50,000/],
    ["NUL", { ...duet, topic: "a\u0000b" }, "topic", /NUL/],
    ["a lone surrogate", { ...duet, topic: "a\ud800b" }, "topic", /surrogate/],
    ["an unknown format", { ...duet, format: "duett" }, "format", /did you mean "duet"/],
    ["an unknown language", { ...duet, language: "tlh" }, "language", /supported are en, es, zh/],
    ["a seat's unknown language", { ...duet, seats: [{ language: "xx" }, {}] }, "seats[0].language", /supported are/],
    ["too many rounds", { ...duet, options: { rounds: 1_001 } }, "options.rounds", /at most 1000/],
    ["a minimum above the rounds", { ...duet, options: { rounds: 2, minRounds: 3 } }, "options.minRounds", /lower it/],
    ["one option", { ...duet, decision: { options: ["a"] } }, "decision.options", /at least two/],
    [
      "proposals without a ballot",
      { ...duet, format: "hive", seats: undefined, decision: { options: "proposals" } },
      "decision.options",
      /no ballot/,
    ],
    [
      "a model on a person's seat",
      { ...duet, seats: [{ kind: "human", model }, { model }] },
      "seats[0].model",
      /no model/,
    ],
    ["a wrong type", { ...duet, seed: "seven" }, "seed", /number/],
    ["nothing at all", undefined, "input", /object/],
  ]
  test.each(cases)("%s is refused with field and fix", (_, input, field, message) => {
    const talking = agreeing()
    const thrown = errorOf(() => conclave({ models: [talking] }).discuss(input as DiscussionInput))
    expect(thrown.code).toBe("INPUT_INVALID")
    expect(thrown.problems.find((problem) => problem.field === field)?.message).toMatch(message)
    expect(talking.calls).toHaveLength(0)
  })

  test("a configuration with unknown keys", () => {
    const thrown = errorOf(() => conclave({ config: { consensus: { maxrounds: 3 } } as Config }))
    expect(thrown.problems).toEqual([
      {
        field: "config.consensus.maxrounds",
        message: 'unknown field; did you mean "max_rounds"?',
        code: "UNKNOWN_FIELD",
      },
    ])
  })

  test("an unknown model, with a list of the known ones [models.naming] [models.rehearsal-asked]", () => {
    const asked = (model: string) =>
      errorOf(() => conclave({ env: {} }).discuss({ ...duet, seats: [{ model }, { model }] }))
    const thrown = asked("nobody/gpt")
    expect(thrown.code).toBe("MODEL_UNKNOWN")
    expect(thrown.problems[0]!.field).toBe("seats[0].model")
    expect(thrown.message).toMatch(/nobody\/gpt.*rehearsal\/.*openai\//s)
    expect(asked("openai/gpt").message).toBe("seats[0].model: openai/gpt needs OPENAI_API_KEY to be set")
    expect(errorOf(() => conclave().discuss({ ...duet, seats: [{ model: "rehearsal/steaddy" }, {}] })).message).toMatch(
      /did you mean "rehearsal\/steady"/,
    )
  })
})

function errorOf(work: () => unknown): ConclaveError {
  try {
    work()
  } catch (error) {
    if (error instanceof ConclaveError) return error
    throw error
  }
  throw new Error("nothing was thrown")
}

describe("errors", () => {
  test("have code, recoverable, seat and round, and as JSON no cause [library.error-codes] [library.error-json]", () => {
    const cause = new Error("Authorization: Bearer sk-canary")
    const error = new ConclaveError("TURN_FAILED", "no answer", {
      recoverable: true,
      seat: "model-a",
      roundNumber: 2,
      cause,
    })
    expect(JSON.parse(JSON.stringify(error))).toEqual({
      code: "TURN_FAILED",
      message: "no answer",
      recoverable: true,
      seat: "model-a",
      roundNumber: 2,
    })
  })

  test("the message of an error thrown by a model adapter never reaches the record [library.error-json]", async () => {
    const leaking = {
      ...agreeing(),
      stream: () => {
        throw new Error("key sk-canary refused")
      },
    }
    const events = await collectEvents(start([leaking], duet))
    expect(ofType(events, "discussion_error")[0]!.error).toMatchObject({ code: "UNKNOWN", recoverable: false })
    expect(JSON.stringify(events)).not.toContain("sk-canary")
  })
})
