import { createHash } from "node:crypto"
import type { DiscussionEvent } from "../../src/core/discussion/event.ts"
import { foldEvent, initialState } from "../../src/core/discussion/fold.ts"
import type { Entry } from "../../src/core/discussion/history.ts"
import type { DiscussionState } from "../../src/core/discussion/state.ts"
import type { Turn } from "../../src/core/discussion/turn.ts"
import type { Ballot, Vote } from "../../src/core/discussion/vote.ts"
import { phaseName } from "../../src/core/public/phase-name.ts"

export type Summary = Readonly<Record<string, unknown>>

/**
 * A state in a form that is short enough for a diff and has its own field names: identifiers in the code may change,
 * recorded discussions may not. Long texts are shortened to their beginning and a hash.
 */
export function summarize(state: DiscussionState): Summary {
  const { table, round } = state
  return shortened({
    status: state.status,
    phase: phaseName(state.phase),
    events: state.seq,
    table: {
      ...{ topic: table.topic, format: table.format.name, language: table.language, seed: table.seed },
      ...{ options: table.choices, budget: table.budget, parent: table.parent },
      rules: hash([table.format.stages, table.format.closing, table.format.rules]),
    },
    seats: state.everyone.map(
      (seat) => `${seat.id}: ${seat.name}, ${seat.role}, ${seat.model ?? seat.kind}, ${hash(seat)}`,
    ),
    present: state.seats.map(({ id }) => id).join(" "),
    joined: state.firstRounds,
    left: state.leftSeats,
    phases: state.transitions.map(({ to }) => phaseName(to)).join(" "),
    round,
    rounds: state.rounds,
    turns: state.turns.map(turnLine),
    entries: state.entries.map(entryName).join(" "),
    interjections: state.entries.flatMap((entry) => (entry.kind === "interjection" ? [entry.interjection] : [])),
    ballots: state.ballots.map(ballotLines),
    open: state.openCalls,
    turnsBegun: state.turnsStarted,
    turnsSincePerson: state.turnsThisRun,
    lastSpeaker: state.lastSpeaker,
    otherModels: state.modelOverrides,
    memories: Object.fromEntries(Object.entries(state.memories).map(([seat, { lines }]) => [seat, lines])),
    history: state.history,
    usage: state.usage,
    startedAt: state.startedAt,
    updatedAt: state.updatedAt,
    idle: { milliseconds: state.idleMs, since: state.idleSince },
    paused: state.paused,
    budgetsWarned: state.budgetsWarned,
    apart: state.subDiscussions.map(({ table: own, ...sub }) => ({ ...sub, format: own.format.name })),
    closing: state.closing,
    outcome: state.outcome,
  })
}

/** A hash for each part of the states after every event of a log: most of what is under way is gone at its end. */
export function hashSteps(id: string, [first, ...events]: readonly DiscussionEvent[]): Summary {
  let state = initialState(id, first!)
  const steps = [stepOf(state)]
  for (const event of events) {
    state = foldEvent(state, event)
    steps.push(stepOf(state))
  }
  const parts = Object.keys(steps[0]!) as (keyof (typeof steps)[0])[]
  return Object.fromEntries(parts.map((part) => [part, hash(steps.map((step) => step[part]))]))
}

function stepOf(state: DiscussionState) {
  const { round, history, subDiscussions, baseline } = state
  return {
    calls: state.openCalls.map((call) => [
      ...[call.id, call.purpose, call.seat, call.attempt, call.openedAt, call.model, call.failures, call.timeouts],
      ...[call.rejections, call.clarification, call.delayMs, call.kept?.content, call.problems, call.draft?.answer],
      ...[call.awaiting, call.until, call.interrupted],
    ]),
    round: round && [
      ...[round.number, round.stage, round.order, round.remaining, round.parallel, round.settled],
      ...[round.heldBack.map(({ id }) => id), round.entriesBefore, round.firstTurn, round.contributions, round.passes],
      ...[round.skips, round.failures, round.aborted, round.interjectedOn, round.similarity, round.positionsCompared],
      round.completed,
    ],
    seats: [state.seats.map(({ id }) => id), state.memories, state.modelOverrides, state.usage],
    stances: Object.entries(state.stances).map(([seat, { position, confidence, answers, wording }]) => [
      ...[seat, position, confidence, answers, wording],
    ]),
    limits: [
      ...[state.turnsStarted, state.turnsThisRun, state.lastSpeaker, state.idleMs, state.idleSince, state.paused],
      ...[state.budgetsWarned, history.from, history.length],
    ],
    apart: subDiscussions.map(({ id, status, openedAt, parentIdleMs }) => [id, status, openedAt, parentIdleMs]),
    closing: [
      ...[state.closing, state.failedClosingCalls.map(({ purpose, seat }) => [purpose, seat]), state.record?.answer],
      ...[state.result?.value, baseline?.answers, baseline?.usage, baseline?.tableUsage],
    ],
  }
}

/** As JSON, with one line for each part and for each list item. */
export function writeSummary(summary: Summary): string {
  const line = (value: unknown) =>
    Array.isArray(value) && value.length > 1
      ? `[\n  ${value.map((item) => JSON.stringify(item)).join(",\n  ")}\n ]`
      : JSON.stringify(value)
  return `{\n${Object.entries(summary)
    .map(([key, value]) => ` ${JSON.stringify(key)}: ${line(value)}`)
    .join(",\n")}\n}\n`
}

function entryName(entry: Entry): string {
  if (entry.kind === "interjection") return entry.interjection.id
  return entry.kind === "turn" ? entry.turn.id : entry.ballot.id
}

function turnLine({ id, seat, roundNumber, purpose, content, passed, attempt, finishReason, ...turn }: Turn): string {
  const { modelId = "", author = "", reasoning = "", belowMinimum = false, tokenUsage, timestamp, durationMs } = turn
  const end = `${passed ? "passed" : finishReason}${belowMinimum ? " below minimum" : ""}`
  const rest = hash([modelId, author, reasoning, turn.subDiscussion, tokenUsage, timestamp, durationMs])
  return `${id} ${seat} in ${roundNumber}: ${purpose}, attempt ${attempt}, ${end}, ${rest}: ${long(content)}`
}

function ballotLines({ id, asks, roundNumber, stage, secret, voters, options, ...ballot }: Ballot) {
  const { form = "single", orders, votes, result } = ballot
  const opening = `${id} in ${roundNumber}.${stage}: ${asks}, ${form}, ${secret ? "secret" : "open"}`
  return { opening, voters: voters.join(" "), options, orders, votes: votes.map(voteLine), result }
}

function voteLine({ seat, hasConsensus, choice, reading, confidence, ...rest }: Vote): string {
  return `${seat}: ${choice ?? hasConsensus}, ${confidence}, ${reading}, ${hash(rest)}`
}

/** The same with long texts shortened, without undefined fields, as in JSON. */
function shortened(value: Summary): Summary {
  return JSON.parse(JSON.stringify(value, (_, inner) => (typeof inner === "string" ? long(inner) : inner)))
}

function long(text: string): string {
  return text.length <= 120 ? text : `${text.slice(0, 80)}… ${hash(text)}`
}

/** Independent of the order of an object's fields. */
function hash(value: unknown): string {
  const sorted = JSON.stringify(value, (_, inner) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
  return createHash("sha256").update(sorted).digest("hex").slice(0, 8)
}
