import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { buildLedger } from "./analysing/ledger.ts"
import { isDecidingBallot } from "./counting/ballot-positions.ts"
import type { DiscussionEvent, NewEvent } from "./discussion/event.ts"
import { fold, foldEvent, foldEvents, isOver } from "./discussion/fold.ts"
import type { DiscussionState, OpenCall } from "./discussion/state.ts"
import { runningSubDiscussion } from "./discussion/sub-discussion.ts"
import type { Table } from "./discussion/table.ts"
import { addUsage, noUsage, totalTokens } from "./discussion/usage.ts"
import { ConclaveError } from "./errors.ts"
import { nextStep } from "./next-step.ts"
import { protocolNames } from "./protocols/index.ts"
import { type Random, seededRandom } from "./random.ts"
import { type Reply, settle } from "./settle.ts"
import { createFork } from "./steering/create-fork.ts"
import { createSubDiscussion } from "./steering/create-sub-discussion.ts"
import { addSeat, removeSeat } from "./steering/seats.ts"
import { closeSubDiscussion } from "./steps/close-sub-discussion.ts"
import { discussionStarted, finishAborted } from "./steps/lifecycle.ts"
import { interruptTurns, retryInterruptedCalls } from "./steps/retry-call.ts"
import { sharedPositions } from "./steps/rounds.ts"
import { resolveTable } from "./tables/resolve-table.ts"

/** Plays whole discussions through the pure core, with answers, faults and interference from a seed. */
class Play {
  readonly events: DiscussionEvent[] = []
  state: DiscussionState
  steps = 0
  #now: number
  readonly #random: Random

  constructor(events: readonly DiscussionEvent[], seed: number, id = "d") {
    this.#random = seededRandom(seed, "play")
    this.events.push(...events)
    this.state = fold(id, events)
    this.#now = this.state.updatedAt
  }

  static begin(input: Record<string, unknown>, seed: number): Play {
    const defaults = { model: "test/model", seed, language: "en", settings: {} }
    return Play.of(resolveTable(input, defaults), seed, { id: "d", at: 1_000 })
  }

  static of(table: Table, seed: number, { id, at }: { readonly id: string; readonly at: number }): Play {
    const play = new Play([{ type: "discussion_created", data: { table }, seq: 1, at }], seed, id)
    play.record([discussionStarted(table)])
    return play
  }

  record(facts: readonly NewEvent[]): void {
    for (const fact of facts) {
      const event = { ...fact, seq: this.state.seq + 1, at: this.#now }
      this.state = foldEvent(this.state, event)
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
      if (step.kind === "measure") {
        this.record([this.#measured(step.of, step.model)])
        continue
      }
      if (this.#interfered()) continue
      const apart = step.kind === "wait" && step.for === "sub-discussion"
      if (runningSubDiscussion(this.state) && (apart || this.#random() < 0.3)) {
        this.#takeBack()
        continue
      }
      if ("until" in step && step.until !== undefined && this.#random() < 0.3) {
        this.#now = Math.max(this.#now, step.until)
        continue
      }
      const waiting = this.state.openCalls.filter((call) => call.awaiting)
      const call = step.kind === "call" ? this.#pick(step.calls) : this.#pick(waiting)
      if (call) this.record(settle(this.state, call, this.#reply(call), this.#now, createSubDiscussion))
      else if (this.state.paused) this.record([{ type: "discussion_resumed", data: {} }])
    }
  }

  #interfered(): boolean {
    const chance = this.#random()
    if (chance < 0.01) this.record([finishAborted(this.state, "test")])
    else if (chance < 0.04 && !this.state.paused)
      this.record([{ type: "discussion_paused", data: { reason: "person" } }])
    else if (chance < 0.07) this.record(retryInterruptedCalls(this.state))
    else if (chance < 0.11) this.record(interruptTurns(this.state, this.#pick([undefined, "t1", "t5"]), this.#now))
    else if (chance < 0.13) this.#attempt(() => [addSeat(this.state, this.#newcomer())])
    else if (chance < 0.15) this.#attempt(() => removeSeat(this.state, this.#pick(this.state.everyone).id))
    else if (chance < 0.17) this.#attempt(() => [createSubDiscussion(this.state, this.#question(), this.#now)])
    else if (chance < 0.2) {
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

  /** The reply of an embedding model, or its failure. */
  #measured(of: "novelty" | "positions", modelId: string): NewEvent {
    const round = this.state.round!
    const data = { roundNumber: round.number, modelId, tokenUsage: noUsage }
    if (of === "positions") {
      const positions = sharedPositions(this.state, round, () => this.#random())
      return { type: "positions_compared", data: { ...data, positions } }
    }
    return { type: "novelty_measured", data: { ...data, similarity: this.#pick([null, 0.2, 0.95]) } }
  }

  #question() {
    const seats = [this.#pick(this.state.everyone).id, this.#pick(this.state.everyone).name]
    const format = this.#pick([undefined, "duet", "panel"])
    return { topic: "A side question?", seats, ...(format && { format, options: { rounds: 1 } }) }
  }

  /** Plays the sub-discussion to its end and reports it to the parent twice; the second time has no effect. */
  #takeBack(): void {
    const { discussionId, table } = runningSubDiscussion(this.state)!
    const child = Play.of(table, table.seed, { id: discussionId, at: this.#now })
    child.toTheEnd()
    expectRulesKept(child)
    this.#now = Math.max(this.#now, child.#now)
    const before = tokensOf(this.state)
    this.record(closeSubDiscussion(this.state, child.state, this.#now))
    expect(tokensOf(this.state)).toBe(before + tokensOf(child.state))
    expect(closeSubDiscussion(this.state, child.state, this.#now)).toEqual([])
  }

  /** A refusal is fine; it must not record anything. */
  #attempt(act: () => readonly NewEvent[]): void {
    try {
      this.record(act())
    } catch (error) {
      if (!(error instanceof ConclaveError) || !["STATE_INVALID", "INPUT_INVALID"].includes(error.code)) throw error
    }
  }

  #newcomer() {
    const name = `Guest ${this.state.everyone.length}`
    return this.#random() < 0.5 ? { name, kind: "human" } : { name, model: this.state.seats[0]!.model ?? "test/a" }
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
  "Seat 1 is right that the cost decides, so let us look at the cost first.\nSTANCE: look at the cost first | 80 | Seat 1",
  "Nothing here can be decided before we know the cost of it.\nSTANCE: first of all the cost | 60 | none",
  "We need to know more before we can say anything about that at all, I think.\n[SUB-DISCUSSION: Seat 1, Seat 2 | Why?]",
]

function tokensOf({ usage }: DiscussionState): number {
  return totalTokens(Object.values(usage).reduce(addUsage, noUsage))
}

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
  chair: fc.constantFrom("model", "human"),
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
      interjections: fc.constantFrom(0, 2),
      stanceModel: fc.constantFrom(null, "test/embed"),
      smartTermination: fc.boolean(),
      noveltyModel: fc.constantFrom(null, "test/embed"),
      totalTimeoutMs: fc.constantFrom(null, null, null, 5_000),
      independentFirstRound: fc.boolean(),
      onFailure: fc.constantFrom("skip", "abort-round", "fail"),
      agreement: fc.constantFrom("all", "any", 0.5),
      turnsPerRun: fc.constantFrom(0, 3),
      historyMaxLength: fc.constantFrom(1_000, 100_000),
      memoryMaxLength: fc.constantFrom(100, 4_000),
      memoryStyle: fc.constantFrom("none", "narrative", "structured"),
      waitMs: fc.constantFrom(null, 500),
      afterWait: fc.constantFrom("skip", "pass", "pause"),
      subDiscussions: fc.constantFrom(1, 2),
      subDiscussionDepth: fc.constantFrom(0, 1, 1, 2),
      subDiscussionsBySeats: fc.constantFrom(true, false, false),
    },
    { requiredKeys: [] },
  ),
  language: fc.constantFrom("en", "es", "zh"),
  choices: fc.boolean(),
  protocol: fc.option(fc.constantFrom(...protocolNames), { nil: undefined }),
  optionOrder: fc.constantFrom("given", "shuffled"),
  votesFirst: fc.boolean(),
  budget: fc.option(fc.record({ tokens: fc.integer({ min: 200, max: 20_000 }) }), { nil: undefined }),
})

function inputFrom(random: typeof discussion extends fc.Arbitrary<infer T> ? T : never): Record<string, unknown> {
  const { format, others, withPerson, choices, protocol, optionOrder, seed, options, language, budget } = random
  const votesFirst = random.votesFirst && protocol !== "chair"
  const seats = Array.from({ length: format === "duet" ? 2 : others + 2 }, (_, index) => ({
    name: `Seat ${index + 1}`,
    model: random.models,
  }))
  const chair = options.order === "chosen" && format !== "duet" ? [chairOf(random)] : []
  const person = withPerson && format !== "duet" ? [{ name: "Ann", kind: "human" }] : []
  const hasBallot = format === "assembly" || format === "duet" || votesFirst
  const given = choices && (hasBallot || protocol) && { options: ["wait", "act"] }
  if (format === "panel" && seed % 4 === 0 && !votesFirst && protocol !== "chair") {
    const all = { table: ranking, topic: "What should we do first?", seats: [...seats, ...chair, ...person] }
    return { ...all, options, seed, language, ...(protocol && { decision: { protocol } }), ...(budget && { budget }) }
  }
  return {
    format,
    topic: "What should we do first?",
    seats: [...seats, ...chair, ...person],
    options,
    seed,
    language,
    decision: {
      ...(protocol && { protocol, optionOrder }),
      ...(votesFirst && { decide: "vote-first" }),
      ...given,
    },
    ...(given && seed % 8 === 1 && { baseline: "Seat 1" }),
    ...(budget && { budget }),
  }
}

/** A panel whose seats rank each other's answers. */
const ranking = {
  name: "ranking",
  extends: "panel",
  stages: [{ kind: "speak" }, { kind: "ballot", asks: "choice", options: "answers" }],
} as const

function chairOf({ chair, models }: { readonly chair: string; readonly models: string | readonly string[] }) {
  return { name: "Chair", role: "chair", ...(chair === "human" ? { kind: "human" } : { model: models }) }
}

/** Enough to reach every ending; raise it to 10,000 after a change to the core. */
const runs = 2_000

describe("random discussions", () => {
  test(`${runs} of them end with a reason, one speaker at a time and without gaps, despite interrupts, joins, leaves, sub-discussions and forks [across.interrupt] [across.sub-discussion] [across.fork] [events.gapless] [events.fold] [panel.one-speaker]`, {
    timeout: 600_000,
  }, () => {
    const reasons = new Map<string, number>()
    const types = new Set<string>()
    fc.assert(
      fc.property(discussion, fc.double({ min: 0, max: 1, noNaN: true }), (random, where) => {
        const play = Play.begin(inputFrom(random), random.seed)
        play.toTheEnd()
        const { events, state } = play
        const reason = state.outcome!.stoppingReason
        reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
        for (const { type, data } of events) {
          types.add(type)
          if ("by" in data && data.by !== null) types.add(`${type} by a seat`)
          if ("purpose" in data && data.purpose === "interjection") types.add(`${type} as an interjection`)
        }
        expectRulesKept(play)
        expectModelsInOrder(events, [random.models].flat())
        const ledger = buildLedger(state)
        // A ballot that an error or an abort left open does not count.
        const counted = state.ballots.filter((ballot) => ballot.result && isDecidingBallot(ballot))
        const voters = counted.flatMap(({ votes }) => votes.map(({ seat }) => seat))
        expect(ledger.seats.map(({ seat }) => seat)).toEqual(expect.arrayContaining(voters))
        for (const { positions } of ledger.seats) {
          const rounds = positions.map(({ roundNumber }) => roundNumber)
          expect(rounds).toEqual([...new Set(rounds)].toSorted((a, b) => a - b))
        }
        const split = Math.max(1, Math.floor(where * events.length))
        expect(foldEvents(fold("d", events.slice(0, split)), events.slice(split))).toEqual(state)
        const turn = state.turns[Math.floor(where * state.turns.length)]
        if (turn && random.seed % 3 === 0) expectForkContinues(play, turn.id, random.seed)
      }),
      { numRuns: runs, seed: 20_26 },
    )
    // Every ending must occur, or the run proves nothing about it.
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
        "nothing_new",
        "positions_settled",
        "timeout",
        "turn_limit",
        "user_abort",
      ]),
    )
    expect([...types]).toEqual(
      expect.arrayContaining([
        ...["turn_interrupted", "seat_joined", "seat_left", "awaiting_input", "turn_skipped"],
        ...["sub_discussion_started by a seat", "sub_discussion_completed", "baseline_answered"],
        ...["turn_started as an interjection", "speaker_chosen by a seat"],
        ...["novelty_measured", "positions_compared", "closing_call_failed"],
      ]),
    )
  })
})

function expectRulesKept({ events, state }: Play): void {
  expect(events.map((event) => event.seq)).toEqual(events.map((_, index) => index + 1))
  expectOneSpeakerAtATime(events)
  expectOrderKept(events)
  expectInterruptedEnd(events)
  expectOnlySeatedSpeakers(events)
  expectSubDiscussionsReport(events, state)
  expect(state.rounds.length).toBeLessThanOrEqual(state.table.format.settings.rounds)
}

/** A fork has its parent's turns up to a point, continues with other settings and models, and keeps the rules. */
function expectForkContinues(parent: Play, atTurn: string, seed: number): void {
  const { everyone, table } = parent.state
  const changes = {
    seats: [{ seat: everyone[0]!.id, model: "test/other" }],
    options: { rounds: table.format.settings.rounds + 1, passing: seed % 2 === 0 },
  }
  const defaults = {}
  const forked = createFork(
    "f",
    { parentId: "d", events: parent.events, atTurn, changes, defaults, secret: "s" },
    9_000_000,
  )
  const play = new Play(forked.events, seed + 1)
  play.toTheEnd()
  expectRulesKept(play)
  const { state } = play
  const shared = fold("d", parent.events.slice(0, forked.state.table.parent!.seq))
  expect(state.turns.slice(0, shared.turns.length)).toEqual(shared.turns)
  expect(state.turns[shared.turns.length - 1]!.id).toBe(atTurn)
  expect(fold("d", play.events)).toEqual(state)
}

const mustWait = new Set<string>(["turn_started", "round_started", "closing_started"])

/** One at a time, within the limits; the parent waits, gets exactly one turn for each, and shares its budget. */
function expectSubDiscussionsReport(events: readonly DiscussionEvent[], state: DiscussionState): void {
  const { table, turns } = state
  const { subDiscussions, subDiscussionDepth } = table.format.settings
  let apart: string | undefined
  const back: string[] = []
  expect(state.subDiscussions.length).toBeLessThanOrEqual(subDiscussionDepth > 0 ? subDiscussions : 0)
  events.forEach((event, index) => {
    if (event.type === "sub_discussion_started") {
      expect(apart).toBeUndefined()
      apart = event.data.subId
      const { budget, format } = event.data.table
      expect(budget.tokens ?? 0).toBeLessThanOrEqual(table.budget.tokens ?? 0)
      expect(format.settings.subDiscussionDepth).toBe(subDiscussionDepth - 1)
    }
    if (event.type === "fork_started") apart = undefined
    if (apart !== undefined && mustWait.has(event.type)) throw new Error(`${event.type} does not wait for ${apart}`)
    if (event.type !== "sub_discussion_completed") return
    expect(event.data.subId).toBe(apart)
    expect(events[index + 1]).toMatchObject({ type: "turn_completed", data: { turn: { id: apart } } })
    back.push(event.data.subId)
    apart = undefined
  })
  expect(turns.filter(({ purpose }) => purpose === "sub-discussion").map(({ id }) => id)).toEqual(back)
}

/** An interrupted turn is not retried: it ends as cut, or is skipped if it has no text. */
function expectInterruptedEnd(events: readonly DiscussionEvent[]): void {
  const cut = new Set<string>()
  for (const event of events) {
    if (event.type === "turn_interrupted") {
      expect(cut.has(event.data.turnId)).toBe(false)
      cut.add(event.data.turnId)
    }
    if (event.type === "turn_retried") expect(cut.has(event.data.turnId)).toBe(false)
    if (event.type === "turn_completed" || event.type === "turn_passed") {
      expect(event.data.turn.finishReason === "cut").toBe(cut.has(event.data.turn.id))
    }
  }
}

/** Seats that join speak from their first round on; seats that left do not speak or vote any more. */
function expectOnlySeatedSpeakers(events: readonly DiscussionEvent[]): void {
  const from = new Map<string, number>()
  const left = new Set<string>()
  const mayVote = (seat: string, round: number) => !left.has(seat) && (from.get(seat) ?? 0) <= round
  for (const event of events) {
    if (event.type === "seat_joined") from.set(event.data.seat.id, event.data.fromRound)
    if (event.type === "seat_left") left.add(event.data.seat)
    if (event.type === "turn_started") {
      expect(from.get(event.data.seat) ?? 0).toBeLessThanOrEqual(event.data.roundNumber)
    }
    if (event.type === "round_started") for (const seat of event.data.order) expect(left.has(seat)).toBe(false)
    if (event.type === "turn_completed" || event.type === "turn_passed") {
      const { seat, purpose } = event.data.turn
      if (purpose !== "sub-discussion") expect(left.has(seat)).toBe(false)
    }
    if (event.type === "ballot_started") {
      for (const seat of event.data.voters) expect(mayVote(seat, event.data.roundNumber)).toBe(true)
    }
    if (event.type === "ballot_vote") {
      if (left.has(event.data.vote.seat)) expect(event.data.vote.reading).toBe("unreadable")
    }
  }
}

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
      expect(speaking.delete(event.data.turn.id)).toBe(event.data.turn.purpose !== "sub-discussion")
    if (event.type === "turn_skipped") expect(speaking.delete(event.data.turnId)).toBe(true)
  }
}

/** A call tries the seat's models in order; a model that failed for good is not tried again. */
function expectModelsInOrder(events: readonly DiscussionEvent[], models: readonly string[]): void {
  const gone = new Map<string, number>()
  const asked = new Map<string, number>()
  for (const event of events) {
    if (event.type === "turn_started" && event.data.modelId !== null) {
      const first = gone.get(event.data.seat) ?? 0
      expect(event.data.modelId).toBe(models[first])
      asked.set(event.data.seat, first)
    }
    if (event.type === "ballot_started") {
      for (const seat of event.data.voters) asked.set(seat, gone.get(seat) ?? 0)
    }
    if ((event.type === "turn_retried" || event.type === "ballot_retried") && event.data.reason === "fallback") {
      const { seat, modelId, lasting } = event.data
      const next = asked.get(seat)! + 1
      expect(modelId).toBe(models[next])
      asked.set(seat, next)
      if (lasting) gone.set(seat, next)
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
    if (event.type === "speaker_chosen") order = [...order, event.data.seat]
    if (event.type === "turn_started" && event.data.purpose === "turn") {
      spoken.push(event.data.seat)
      expect(spoken).toEqual(order.slice(0, spoken.length))
    }
  }
}
