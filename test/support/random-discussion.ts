import { randomUUID } from "node:crypto"
import fc from "fast-check"
import type { DiscussionEvent, NewEvent } from "../../src/core/discussion/event.ts"
import { foldEvent, initialState, isOver } from "../../src/core/discussion/fold.ts"
import type { DiscussionState, OpenCall } from "../../src/core/discussion/state.ts"
import { runningSubDiscussion, type SubDiscussion } from "../../src/core/discussion/sub-discussion.ts"
import { noUsage } from "../../src/core/discussion/usage.ts"
import { nextStep } from "../../src/core/next-step.ts"
import { type Random, seededRandom } from "../../src/core/random.ts"
import { settle } from "../../src/core/settle.ts"
import { createSubDiscussion } from "../../src/core/steering/create-sub-discussion.ts"
import { addSeat, removeSeat } from "../../src/core/steering/seats.ts"
import { closeSubDiscussion } from "../../src/core/steps/close-sub-discussion.ts"
import { discussionStarted, finishAborted } from "../../src/core/steps/lifecycle.ts"
import { interruptTurns, retryInterruptedCalls } from "../../src/core/steps/retry-call.ts"
import { resolveTable } from "../../src/core/tables/resolve-table.ts"

export interface RandomDiscussion {
  readonly id: string
  readonly events: readonly DiscussionEvent[]
  /** The fold after each event. */
  readonly states: readonly DiscussionState[]
}

const ballotReply = (answer: string) => `[CONSENSUS_CHECK]\nHAS_CONSENSUS: ${answer}\n[CONFIDENCE]\n80\n[REASONING]\nso`
const replies = [
  "A first proposal with reasons, long enough to stand as a statement.",
  "[PASS]",
  "",
  "Short.",
  "Ada, that costs too much.",
]
const votes = [ballotReply("YES"), ballotReply("NO"), "…", "1"]

/** A whole discussion of any format, with failures, passes, pauses, people and comments. */
export const randomDiscussion: fc.Arbitrary<RandomDiscussion> = fc
  .record({
    format: fc.constantFrom("panel", "hive", "assembly", "duet"),
    seed: fc.nat(),
    person: fc.boolean(),
    order: fc.constantFrom("fixed", "shuffled", "parallel", "chosen"),
    rounds: fc.integer({ min: 1, max: 4 }),
    interjections: fc.integer({ min: 0, max: 2 }),
  })
  .map(({ format, seed, person, order, rounds, interjections }) => {
    const isDuet = format === "duet"
    const seats = [
      ...["Ada", "Ben", ...(isDuet ? [] : ["Cai"])].map((name) => ({ name })),
      ...(order === "chosen" && !isDuet ? [{ name: "Chair", role: "chair" }] : []),
      ...(person && !isDuet ? [{ name: "Ann", kind: "human" }] : []),
    ]
    return play(
      {
        format,
        topic: `What first, ${seed}?`,
        seats,
        options: { rounds, interjections, waitMs: 5_000, ...(!isDuet && { order }) },
      },
      seed,
    )
  })

function play(input: Readonly<Record<string, unknown>>, seed: number): RandomDiscussion {
  const random = seededRandom(seed, "random-discussion")
  const table = resolveTable(input, { model: "test/model", seed, language: "en", settings: {} })
  let now = 1_700_000_000_000
  const id = randomUUID()
  const created: DiscussionEvent = { type: "discussion_created", data: { table }, seq: 1, at: now }
  const events: DiscussionEvent[] = [created]
  const states: DiscussionState[] = [initialState(id, created)]
  const record = (facts: readonly NewEvent[]) => {
    for (const fact of facts) {
      const event = { ...fact, seq: events.length + 1, at: now }
      states.push(foldEvent(states.at(-1)!, event))
      events.push(event)
    }
  }
  record([discussionStarted(table)])
  for (let steps = 0; !isOver(states.at(-1)!.status); steps++) {
    if (steps > 2_000) throw new Error("this discussion does not end")
    const state = states.at(-1)!
    now += Math.floor(random() * 1_000)
    const step = nextStep(state, now)
    if (step.kind === "record") record(step.events)
    else if (random() < 0.1) record(randomSteering(state, random, now))
    else {
      const sub = runningSubDiscussion(state)
      if (sub) {
        record(closeSubDiscussion(state, childOf(sub, now), now))
        continue
      }
      const call = pick(step.kind === "call" ? step.calls : state.openCalls.filter(({ awaiting }) => awaiting), random)
      if (call) record(settle(state, call, reply(call, random), now))
      else if (state.paused) record([{ type: "discussion_resumed", data: {} }])
    }
  }
  return { id, events, states }
}

/** A sub-discussion that was stopped before its first turn. */
function childOf({ discussionId, table }: SubDiscussion, at: number): DiscussionState {
  const created: DiscussionEvent = { type: "discussion_created", data: { table }, seq: 1, at }
  const opened = initialState(discussionId, created)
  return foldEvent(opened, { ...finishAborted(opened, "enough"), seq: 2, at })
}

function reply(call: OpenCall, random: Random): Parameters<typeof settle>[2] {
  const usage = { promptTokens: 100, cachedTokens: 10, completionTokens: 20, ...(random() < 0.5 && { cost: 0.25 }) }
  if (random() < 0.1) {
    const recoverable = random() < 0.7
    return { kind: "failed", error: { code: "PROVIDER_ERROR", message: "fault", recoverable }, usage }
  }
  const text = pick(call.purpose === "vote" ? votes : replies, random)!
  return { kind: "said", text, finishReason: "stop", usage }
}

function randomSteering(state: DiscussionState, random: Random, now: number): readonly NewEvent[] {
  const chance = random()
  if (chance < 0.05) return [finishAborted(state, "enough")]
  if (chance < 0.3 && !state.paused) return [{ type: "discussion_paused", data: { reason: "person" } }]
  if (chance < 0.45) return retryInterruptedCalls(state)
  if (chance < 0.6) return interruptTurns(state, undefined, now)
  if (chance < 0.7) return ignoreRefusals(() => [addSeat(state, { name: `Guest ${state.everyone.length}` })])
  if (chance < 0.8) return ignoreRefusals(() => removeSeat(state, pick(state.everyone, random)!.id))
  if (chance < 0.9) {
    return ignoreRefusals(() => [createSubDiscussion(state, { topic: "Why?", seats: ["Ada", "Ben"] }, now)])
  }
  const said = { id: `i${state.seq}`, author: "Ann", content: "Mind the cost.", roundNumber: 1, timestamp: now }
  return [{ type: "interjection", data: { interjection: said } }]
}

function ignoreRefusals(act: () => readonly NewEvent[]): readonly NewEvent[] {
  try {
    return act()
  } catch {
    return []
  }
}

function pick<T>(items: readonly T[], random: Random): T | undefined {
  return items[Math.floor(random() * items.length)]
}

/** An end event that is valid on its own, for tests that only store events. */
export function abortedEvent(reason: string, seq: number, at: number): DiscussionEvent {
  const decidedBy = { kind: "stopped" } as const
  const nobody = {
    agreed: false,
    decidedBy,
    sentence: "Stopped by the user.",
    rounds: 0,
    contributions: [],
    dissent: [],
    usage: noUsage,
  }
  return { type: "discussion_aborted", data: { reason, outcome: { stoppingReason: "user_abort", ...nobody } }, seq, at }
}
