import type { Entry } from "../discussion/history.ts"
import type { SeatId } from "../discussion/seat.ts"
import { getSeat } from "../discussion/seat-queries.ts"
import type { DiscussionState } from "../discussion/state.ts"
import type { Turn } from "../discussion/turn.ts"
import type { Ballot, Vote } from "../discussion/vote.ts"
import { optionNames } from "../reading/match-option.ts"
import { readChoiceProse } from "../reading/read-choice.ts"
import { wordsOf } from "../reading/words/index.ts"
import { maxAnalysedLength } from "../text.ts"
import { type LedgerAlert, ledgerAlerts } from "./ledger-alerts.ts"

/** A seat's position at the end of a round. */
export interface Position {
  readonly roundNumber: number
  /** An option, or the position as its first holder worded it; null for an unreadable vote. */
  readonly stance: string | null
  readonly amount?: number
  /** Absent if the seat stated none. */
  readonly confidence?: number
  readonly reasoning: string
  /** `vote`: an open vote. `stance`: stated by the seat. `words`: inferred from its turn, so less reliable. */
  readonly source: "vote" | "stance" | "words"
  readonly changed: boolean
  /** After a change: the turn that it responds to, otherwise the last turn that the seat had heard. */
  readonly after?: { readonly turnId: string; readonly seat: SeatId; readonly name: string }
}

/** A seat whose position is never known has an empty list. */
export interface Ledger {
  readonly seats: readonly { readonly seat: SeatId; readonly name: string; readonly positions: readonly Position[] }[]
  readonly alerts: readonly LedgerAlert[]
}

type TakenPosition = Omit<Position, "changed" | "after"> & {
  readonly seat: SeatId
  /** Number of record entries the seat had heard at that point. */
  readonly entriesHeard: number
  readonly answers: readonly SeatId[]
}

/**
 * Each seat's position after each round, its changes of mind and what preceded them, and alerts. Answers to "is there
 * agreement?" are not positions, and secret votes stay secret.
 */
export function buildLedger(state: DiscussionState): Ledger {
  const taken = collectPositions(state)
  const { silentRoles } = state.table.format
  const seats = state.everyone
    .filter(({ id, role }) => taken.has(id) || !silentRoles.includes(role))
    .map(({ id, name }) => ({ seat: id, name, positions: markChanges(state, taken.get(id) ?? []) }))
  return { seats, alerts: ledgerAlerts(seats, choiceBallots(state)) }
}

/** Only given options can be compared across rounds: proposals are reworded each time. */
function choiceBallots({ table, ballots }: DiscussionState): readonly Ballot[] {
  return table.choices.length === 0 ? [] : ballots.filter(({ asks, result }) => asks === "choice" && result)
}

/** One position per seat and round: the last open vote or stance, else the position inferred from its turn. */
function collectPositions(state: DiscussionState): ReadonlyMap<SeatId, readonly TakenPosition[]> {
  const bySeat = new Map<SeatId, Map<number, TakenPosition>>()
  for (const [index, entry] of state.entries.entries()) {
    for (const position of positionsIn(state, entry, index)) {
      const rounds = bySeat.get(position.seat) ?? new Map<number, TakenPosition>()
      bySeat.set(position.seat, rounds.set(position.roundNumber, position))
    }
  }
  return new Map([...bySeat].map(([seat, rounds]) => [seat, [...rounds.values()]]))
}

function positionsIn(state: DiscussionState, entry: Entry, index: number): readonly TakenPosition[] {
  if (entry.kind === "turn") return positionFromTurn(state, entry.turn, index)
  if (entry.kind !== "ballot" || entry.ballot.asks !== "choice" || entry.ballot.secret || entry.ballot.answers)
    return []
  return entry.ballot.votes.map((vote) => positionFromVote(vote, entry.ballot.roundNumber, index))
}

function positionFromVote(vote: Vote, roundNumber: number, heard: number): TakenPosition {
  const { seat, amount, confidence, reasoning } = vote
  return {
    ...{ seat, roundNumber, stance: vote.choice ?? null, confidence, reasoning },
    ...{ source: "vote", entriesHeard: heard, answers: [] },
    ...(amount !== undefined && { amount }),
  }
}

function positionFromTurn(state: DiscussionState, turn: Turn, index: number): TakenPosition[] {
  if (turn.purpose !== "turn") return []
  const { seat, roundNumber, stance } = turn
  const heard = isParallel(state, roundNumber) ? firstOfRound(state, roundNumber) : index
  const shared = { seat, roundNumber, reasoning: "", entriesHeard: heard }
  if (stance) {
    const { position, confidence, answers } = stance
    const stated = confidence !== undefined && { confidence }
    return [{ ...shared, stance: position, ...stated, source: "stance", answers }]
  }
  if (turn.passed || state.table.choices.length === 0) return []
  const code = getSeat(state, turn.seat)?.language ?? state.table.language
  const names = optionNames(state.table.choices, wordsOf({ code }), state.table.topic)
  const read = readChoiceProse(turn.content.slice(-maxAnalysedLength), names)
  if (!read) return []
  return [{ ...shared, stance: names.options[read.option]!, source: "words", answers: [] }]
}

function markChanges(state: DiscussionState, taken: readonly TakenPosition[]): readonly Position[] {
  return taken.map(({ entriesHeard: heard, seat, answers, ...position }, index): Position => {
    const before = taken[index - 1]
    const changed = before !== undefined && (before.stance !== position.stance || before.amount !== position.amount)
    const isAnswered = ({ seat }: Turn) => answers.includes(seat)
    const turn = changed
      ? (lastHeard(state, heard, isAnswered) ?? lastHeard(state, heard, (one) => one.seat !== seat))
      : undefined
    const after = turn && { turnId: turn.id, seat: turn.seat, name: getSeat(state, turn.seat)?.name ?? turn.seat }
    return { ...position, changed, ...(after && { after }) }
  })
}

function lastHeard(state: DiscussionState, until: number, matches: (turn: Turn) => boolean): Turn | undefined {
  for (let index = until - 1; index >= 0; index--) {
    const entry = state.entries[index]!
    if (entry.kind === "turn" && !entry.turn.passed && matches(entry.turn)) return entry.turn
  }
  return undefined
}

/** Whether seats could not hear each other in this round. */
function isParallel(state: DiscussionState, round: number): boolean {
  const { settings, stages } = state.table.format
  const stage = stages.find((one) => one.kind === "speak")
  const order = (stage?.kind === "speak" ? stage.order : undefined) ?? settings.order
  return order === "parallel" || (settings.independentFirstRound && round === 1)
}

function firstOfRound(state: DiscussionState, round: number): number {
  return state.entries.findIndex((entry) => entry.kind === "turn" && entry.turn.roundNumber === round)
}
