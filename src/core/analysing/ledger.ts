import { isDecidingBallot, votePosition } from "../counting/ballot-positions.ts"
import type { SeatId } from "../discussion/seat.ts"
import { getSeat } from "../discussion/seat-queries.ts"
import type { DiscussionState } from "../discussion/state.ts"
import type { Turn } from "../discussion/turn.ts"
import type { Vote } from "../discussion/vote.ts"
import { optionNames } from "../reading/match-option.ts"
import { readChoiceProse } from "../reading/read-choice-prose.ts"
import { wordsOf } from "../reading/words/index.ts"
import { maxAnalysedLength } from "../text.ts"
import { type LedgerAlert, ledgerAlerts } from "./ledger-alerts.ts"

/** What a seat stood for at the end of a round. */
export interface Position {
  readonly roundNumber: number
  /** An option, or yes or no to the question whether there is consensus; null where its vote could not be read. */
  readonly stance: string | null
  readonly amount?: number
  readonly confidence: number
  readonly reasoning: string
  /** `vote`: as it voted. `words`: as it spoke, in a round without a ballot; read from prose, so less certain. */
  readonly source: "vote" | "words"
  readonly changed: boolean
  /** With a change: the last turn that the seat had heard from another before it. */
  readonly after?: { readonly turnId: string; readonly role: SeatId; readonly name: string }
}

export interface Ledger {
  readonly seats: readonly { readonly role: SeatId; readonly name: string; readonly positions: readonly Position[] }[]
  readonly alerts: readonly LedgerAlert[]
}

type TakenPosition = Omit<Position, "changed" | "after"> & {
  readonly role: SeatId
  /** How much of the public record there was when the position was taken. */
  readonly entriesHeard: number
}

/** For each seat what it stood for after each round, when it changed and after whose turn; and what is suspicious in it. */
export function buildLedger(state: DiscussionState): Ledger {
  const taken = collectPositions(state)
  const seats = state.everyone
    .map(({ id, name }) => ({ role: id, name, positions: markChanges(state, taken.get(id) ?? []) }))
    .filter(({ positions }) => positions.length > 0)
  return { seats, alerts: hasFixedOptions(state) ? ledgerAlerts(seats, lastWinner(state)) : [] }
}

/** Proposals are worded anew each round and yes is no answer: only where options were given can votes be compared. */
function hasFixedOptions({ table, ballots }: DiscussionState): boolean {
  return table.choices.length > 0 && ballots.filter(isDecidingBallot).every(({ asks }) => asks === "choice")
}

function lastWinner({ ballots }: DiscussionState): string | undefined {
  return ballots.findLast((ballot) => isDecidingBallot(ballot) && ballot.result?.choice !== undefined)?.result?.choice
}

/** By seat one position a round: the last vote on the matter, else what its words came to. */
function collectPositions(state: DiscussionState): ReadonlyMap<SeatId, readonly TakenPosition[]> {
  const bySeat = new Map<SeatId, Map<number, TakenPosition>>()
  const { choices } = state.table
  for (const [index, entry] of state.entries.entries()) {
    const found =
      entry.kind === "ballot" && isDecidingBallot(entry.ballot)
        ? entry.ballot.votes.map((vote) => positionFromVote(vote, entry.ballot.roundNumber, index))
        : entry.kind === "turn" && choices.length > 0
          ? positionFromTurn(state, entry.turn, index)
          : []
    for (const position of found) {
      const rounds = bySeat.get(position.role) ?? new Map<number, TakenPosition>()
      bySeat.set(position.role, rounds.set(position.roundNumber, position))
    }
  }
  return new Map([...bySeat].map(([role, rounds]) => [role, [...rounds.values()]]))
}

function positionFromVote(vote: Vote, roundNumber: number, heard: number): TakenPosition {
  const { seat, amount, confidence, reasoning } = vote
  return {
    ...{
      role: seat,
      roundNumber,
      stance: votePosition(vote),
      confidence,
      reasoning,
      source: "vote",
      entriesHeard: heard,
    },
    ...(amount !== undefined && { amount }),
  }
}

function positionFromTurn(state: DiscussionState, turn: Turn, index: number): TakenPosition[] {
  if (turn.passed || turn.purpose !== "turn") return []
  const code = getSeat(state, turn.seat)?.language ?? state.table.language
  const names = optionNames(state.table.choices, wordsOf({ code }))
  const read = readChoiceProse(turn.content.slice(-maxAnalysedLength), names)
  if (!read) return []
  const stance = names.options[read.option]!
  const heard = isParallel(state, turn.roundNumber) ? firstOfRound(state, turn.roundNumber) : index
  const { seat, roundNumber } = turn
  return [
    {
      role: seat,
      roundNumber,
      stance,
      confidence: read.confidence,
      reasoning: "",
      source: "words",
      entriesHeard: heard,
    },
  ]
}

function markChanges(state: DiscussionState, taken: readonly TakenPosition[]): readonly Position[] {
  return taken.map(({ entriesHeard: heard, role, ...position }, index): Position => {
    const before = taken[index - 1]
    const changed = before !== undefined && (before.stance !== position.stance || before.amount !== position.amount)
    const turn = changed ? lastHeard(state, role, heard) : undefined
    const after = turn && { turnId: turn.id, role: turn.seat, name: getSeat(state, turn.seat)?.name ?? turn.seat }
    return { ...position, changed, ...(after && { after }) }
  })
}

function lastHeard(state: DiscussionState, role: SeatId, until: number): Turn | undefined {
  for (let index = until - 1; index >= 0; index--) {
    const entry = state.entries[index]!
    if (entry.kind === "turn" && entry.turn.seat !== role && !entry.turn.passed) return entry.turn
  }
  return undefined
}

/** Whether those who spoke in a round could not hear each other. */
function isParallel(state: DiscussionState, round: number): boolean {
  const { settings, stages } = state.table.format
  const stage = stages.find((one) => one.kind === "speak")
  const order = (stage?.kind === "speak" ? stage.order : undefined) ?? settings.order
  return order === "parallel" || (settings.independentFirstRound && round === 1)
}

function firstOfRound(state: DiscussionState, round: number): number {
  return state.entries.findIndex((entry) => entry.kind === "turn" && entry.turn.roundNumber === round)
}
