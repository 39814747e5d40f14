import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { ledgerOf } from "./deciding/ledger.ts"
import type { DiscussionEvent, NewEvent } from "./discussion/event.ts"
import { apply, begin, fold, foldOn, isOver } from "./discussion/fold.ts"
import type { DiscussionState, OpenCall } from "./discussion/state.ts"
import { noUsage } from "./discussion/usage.ts"
import { protocolNames } from "./discussion/vote.ts"
import { layTable } from "./formats/lay-table.ts"
import { nextStep } from "./next-step.ts"
import { type Random, seededRandom } from "./random.ts"
import { type Reply, restartInterrupted, settle } from "./settle.ts"

/** Plays whole discussions through the pure core, with answers, faults and interference from a seed. */
class Play {
  readonly events: DiscussionEvent[] = []
  state: DiscussionState
  steps = 0
  #now = 1_000
  readonly #random: Random

  constructor(input: Record<string, unknown>, seed: number) {
    this.#random = seededRandom(seed, "play")
    const defaults = { model: "test/model", seed, language: "en", roundsCeiling: 100, settings: {} }
    const table = layTable(input, defaults)
    const created: DiscussionEvent = { type: "discussion_created", data: { table }, seq: 1, at: this.#now }
    this.events.push(created)
    this.state = begin("d", created)
    const { topic, format } = table
    this.record([
      { type: "discussion_started", data: { prompt: topic, format: format.name, seats: [], options: format.settings } },
    ])
  }

  record(facts: readonly NewEvent[]): void {
    for (const fact of facts) {
      const event = { ...fact, seq: this.state.seq + 1, at: this.#now }
      this.state = apply(this.state, event)
      this.events.push(event)
    }
  }

  toTheEnd(): void {
    while (!isOver(this.state.status)) {
      if (++this.steps > 20_000) throw new Error("this discussion does not end")
      this.#now += this.#pick([0, 1, 10, 1_000])
      const step = nextStep(this.state, this.#now)
      if (step.kind === "record") {
        this.record(step.events)
        continue
      }
      if (this.#interfered()) continue
      const waiting = this.state.open.filter((call) => call.awaiting)
      const call = step.kind === "call" ? this.#pick(step.calls) : this.#pick(waiting)
      if (call) this.record(settle(this.state, call, this.#reply(call), this.#now))
      else if (this.state.paused) this.record([{ type: "discussion_resumed", data: {} }])
    }
  }

  #interfered(): boolean {
    const chance = this.#random()
    if (chance < 0.01) this.record([{ type: "discussion_aborted", data: { reason: "test" } }])
    else if (chance < 0.04 && !this.state.paused)
      this.record([{ type: "discussion_paused", data: { reason: "person" } }])
    else if (chance < 0.07) this.record(restartInterrupted(this.state))
    else if (chance < 0.1) {
      const interjection = {
        id: `i${this.state.seq}`,
        author: "Ann",
        content: "Mind the cost.",
        roundNumber: 1,
        timestamp: this.#now,
      }
      this.record([{ type: "interjection", data: { interjection } }])
    } else return false
    return true
  }

  #reply(call: OpenCall): Reply {
    if (this.#random() < 0.12) {
      const code = this.#pick(["PROVIDER_ERROR", "TURN_TIMEOUT", "MODEL_UNAVAILABLE"] as const)!
      return { kind: "failed", error: { code, message: "fault", recoverable: this.#random() < 0.7 }, usage: noUsage }
    }
    const text = call.purpose === "vote" ? this.#pick(votes) : this.#pick(statements)
    const usage = { promptTokens: 100, cachedTokens: 0, completionTokens: 20 }
    const ended = this.#random() < 0.05 ? this.#pick(["refusal", "content_filter", "length"] as const) : "stop"
    return { kind: "said", text: text!, finishReason: ended, usage }
  }

  #pick<T>(items: readonly T[]): T {
    return items[Math.floor(this.#random() * items.length)]!
  }
}

const statements = [
  "I think we should begin with the smallest step that teaches us something about the question at hand.",
  "Short.",
  "",
  "[PASS]",
  "I have nothing to add.",
  "<<Round 1 · Other>>\nI agree with everything.",
  "The risk lies in what we have not measured yet, and we should say so before anybody decides.",
  "Seat 2",
]
const block = (answer: string, confidence: number) =>
  `[CONSENSUS_CHECK]\nHAS_CONSENSUS: ${answer}\n[CONFIDENCE]\n${confidence}\n[REASONING]\nso\n[PROPOSED_SOLUTION]\nplan ${confidence}`
const votes = [
  block("YES", 90),
  block("YES", 60),
  block("NO", 70),
  "I agree.",
  "…",
  "",
  "[CHOICE]\n1",
  "2",
  "[RANKING]\n2\n1",
  "[APPROVED]\nnone",
]

const discussion = fc.record({
  format: fc.constantFrom("panel", "hive", "assembly", "duet"),
  seed: fc.integer({ min: 0, max: 2 ** 31 }),
  others: fc.integer({ min: 0, max: 4 }),
  withPerson: fc.boolean(),
  models: fc.constantFrom<string | readonly string[]>(
    "test/a",
    ["test/a"],
    ["test/a", "test/b"],
    ["test/a", "test/b", "test/c"],
  ),
  options: fc.record(
    {
      rounds: fc.integer({ min: 1, max: 8 }),
      order: fc.constantFrom("fixed", "shuffled", "parallel", "chosen"),
      passing: fc.boolean(),
      smartTermination: fc.boolean(),
      independentFirstRound: fc.boolean(),
      onFailure: fc.constantFrom("skip", "abort-round", "fail"),
      agreement: fc.constantFrom("all", "any", 0.5),
      turnsPerRun: fc.constantFrom(0, 3),
      historyMaxLength: fc.constantFrom(1_000, 100_000),
      memoryMaxLength: fc.constantFrom(100, 4_000),
      memoryStyle: fc.constantFrom("none", "narrative", "structured"),
    },
    { requiredKeys: [] },
  ),
  language: fc.constantFrom("en", "es", "zh"),
  choices: fc.boolean(),
  protocol: fc.option(fc.constantFrom(...protocolNames), { nil: undefined }),
  optionOrder: fc.constantFrom("given", "shuffled"),
  budget: fc.option(fc.record({ tokens: fc.integer({ min: 200, max: 20_000 }) }), { nil: undefined }),
})

function inputFrom(random: typeof discussion extends fc.Arbitrary<infer T> ? T : never): Record<string, unknown> {
  const { format, others, withPerson, choices, protocol, optionOrder, seed, options, language, budget } = random
  const seats = Array.from({ length: format === "duet" ? 2 : others + 2 }, (_, index) => ({
    name: `Seat ${index + 1}`,
    model: random.models,
  }))
  const chair =
    options.order === "chosen" && format !== "duet" ? [{ name: "Chair", role: "chair", model: random.models }] : []
  const person = withPerson && format !== "duet" ? [{ name: "Ann", kind: "human" }] : []
  const hasBallot = format === "assembly" || format === "duet"
  return {
    format,
    topic: "What should we do first?",
    seats: [...seats, ...chair, ...person],
    options,
    seed,
    language,
    decision: {
      ...(protocol && { protocol, optionOrder }),
      ...(choices && (hasBallot || protocol) && { options: ["wait", "act"] }),
    },
    ...(budget && { budget }),
  }
}

const runs = 10_000

describe("random discussions", () => {
  test(`${runs} of them end with a reason, one speaker at a time, gapless [events.gapless] [events.fold] [panel.one-speaker]`, {
    timeout: 300_000,
  }, () => {
    const reasons = new Map<string, number>()
    fc.assert(
      fc.property(discussion, fc.double({ min: 0, max: 1, noNaN: true }), (random, where) => {
        const play = new Play(inputFrom(random), random.seed)
        play.toTheEnd()
        const { events, state } = play
        const reason = state.outcome!.stoppingReason
        reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
        expect(events.map((event) => event.seq)).toEqual(events.map((_, index) => index + 1))
        expectOneSpeakerAtATime(events)
        expectOrderKept(events)
        expectModelsInOrder(events, [random.models].flat())
        for (const { positions } of ledgerOf(state).seats) {
          const rounds = positions.map(({ roundNumber }) => roundNumber)
          expect(rounds).toEqual([...new Set(rounds)].toSorted((a, b) => a - b))
        }
        expect(state.rounds.length).toBeLessThanOrEqual(state.table.format.settings.rounds)
        const split = Math.max(1, Math.floor(where * events.length))
        expect(foldOn(fold("d", events.slice(0, split)), events.slice(split))).toEqual(state)
      }),
      { numRuns: runs, seed: 20_26 },
    )
    // A run that never reaches some endings would prove little about them.
    expect([...reasons.keys()].toSorted()).toEqual(
      expect.arrayContaining([
        "all_passed",
        "budget",
        "consensus_reached",
        "decided",
        "error",
        "max_iterations",
        "max_rounds",
        "model_unavailable",
        "user_abort",
      ]),
    )
  })
})

function expectOneSpeakerAtATime(events: readonly DiscussionEvent[]): void {
  let parallel = false
  const speaking = new Set<string>()
  for (const event of events) {
    if (event.type === "round_started" || event.type === "stage_started") parallel = event.data.parallel
    if (event.type === "turn_started") {
      if (!parallel) expect(speaking.size).toBe(0)
      speaking.add(event.data.turnId)
    }
    if (event.type === "turn_completed" || event.type === "turn_passed")
      expect(speaking.delete(event.data.turn.id)).toBe(true)
    if (event.type === "turn_skipped") expect(speaking.delete(event.data.turnId)).toBe(true)
  }
}

/** Within a call the seat's models are asked one after the other; one that is gone for good is not asked again. */
function expectModelsInOrder(events: readonly DiscussionEvent[], models: readonly string[]): void {
  const gone = new Map<string, number>()
  const asked = new Map<string, number>()
  for (const event of events) {
    if (event.type === "turn_started" && event.data.modelId !== null) {
      const first = gone.get(event.data.role) ?? 0
      expect(event.data.modelId).toBe(models[first])
      asked.set(event.data.role, first)
    }
    if (event.type === "consensus_check_started" || event.type === "ballot_started") {
      for (const role of event.data.voters) asked.set(role, gone.get(role) ?? 0)
    }
    if ((event.type === "turn_retried" || event.type === "ballot_retried") && event.data.reason === "fallback") {
      const { role, modelId, lasting } = event.data
      const next = asked.get(role)! + 1
      expect(modelId).toBe(models[next])
      asked.set(role, next)
      if (lasting) gone.set(role, next)
    }
  }
}

function expectOrderKept(events: readonly DiscussionEvent[]): void {
  let order: readonly string[] = []
  let spoken: string[] = []
  for (const event of events) {
    if (event.type === "round_started" || event.type === "stage_started") {
      order = event.data.order
      spoken = []
    }
    if (event.type === "speaker_chosen") order = [...order, event.data.role]
    if (event.type === "turn_started" && event.data.purpose === "turn") {
      spoken.push(event.data.role)
      expect(spoken).toEqual(order.slice(0, spoken.length))
    }
  }
}
