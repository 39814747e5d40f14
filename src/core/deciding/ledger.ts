import type { SeatId } from "../discussion/seat.ts"
import { seatOf } from "../discussion/seats-of.ts"
import type { DiscussionState } from "../discussion/state.ts"
import type { Turn } from "../discussion/turn.ts"
import type { Vote } from "../discussion/vote.ts"
import { optionNames } from "../reading/match-option.ts"
import { readChoiceProse } from "../reading/read-choice-prose.ts"
import { wordsOf } from "../reading/words/index.ts"
import { type LedgerAlert, ledgerAlerts } from "./ledger-alerts.ts"
import { isDecision, positionOf } from "./standing.ts"

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

type Taken = Omit<Position, "changed" | "after"> & {
  readonly role: SeatId
  /** How much of the public record there was when the position was taken. */
  readonly heard: number
}

/** For each seat what it stood for after each round, when it changed and after whose turn; and what is suspicious in it. */
export function ledgerOf(state: DiscussionState): Ledger {
  const taken = positionsTaken(state)
  const seats = state.everyone
    .map(({ id, name }) => ({ role: id, name, positions: changes(state, taken.get(id) ?? []) }))
    .filter(({ positions }) => positions.length > 0)
  return { seats, alerts: ledgerAlerts(state, seats, (round) => isParallel(state, round)) }
}

/** By seat one position a round: the last vote on the matter, else what its words came to. */
function positionsTaken(state: DiscussionState): ReadonlyMap<SeatId, readonly Taken[]> {
  const bySeat = new Map<SeatId, Map<number, Taken>>()
  const { options } = state.table
  for (const [index, entry] of state.entries.entries()) {
    const found =
      entry.kind === "ballot" && isDecision(entry.ballot)
        ? entry.ballot.votes.map((vote) => voted(vote, entry.ballot.roundNumber, index))
        : entry.kind === "turn" && options.length > 0
          ? spoken(state, entry.turn, index)
          : []
    for (const position of found) {
      const rounds = bySeat.get(position.role) ?? new Map<number, Taken>()
      bySeat.set(position.role, rounds.set(position.roundNumber, position))
    }
  }
  return new Map([...bySeat].map(([role, rounds]) => [role, [...rounds.values()]]))
}

function voted(vote: Vote, roundNumber: number, heard: number): Taken {
  const { role, amount, confidence, reasoning } = vote
  return {
    ...{ role, roundNumber, stance: positionOf(vote), confidence, reasoning, source: "vote", heard },
    ...(amount !== undefined && { amount }),
  }
}

function spoken(state: DiscussionState, turn: Turn, index: number): Taken[] {
  if (turn.passed || turn.purpose !== "turn") return []
  const code = seatOf(state, turn.role)?.language ?? state.table.language
  const names = optionNames(state.table.options, wordsOf({ code }))
  const read = readChoiceProse(turn.content, names)
  if (!read) return []
  const stance = names.options[read.option]!
  const heard = isParallel(state, turn.roundNumber) ? firstOfRound(state, turn.roundNumber) : index
  const { role, roundNumber } = turn
  return [{ role, roundNumber, stance, confidence: read.confidence, reasoning: "", source: "words", heard }]
}

function changes(state: DiscussionState, taken: readonly Taken[]): readonly Position[] {
  return taken.map(({ heard, role, ...position }, index): Position => {
    const before = taken[index - 1]
    const changed = before !== undefined && (before.stance !== position.stance || before.amount !== position.amount)
    const turn = changed ? lastHeard(state, role, heard) : undefined
    const after = turn && { turnId: turn.id, role: turn.role, name: seatOf(state, turn.role)?.name ?? turn.role }
    return { ...position, changed, ...(after && { after }) }
  })
}

function lastHeard(state: DiscussionState, role: SeatId, until: number): Turn | undefined {
  for (let index = until - 1; index >= 0; index--) {
    const entry = state.entries[index]!
    if (entry.kind === "turn" && entry.turn.role !== role && !entry.turn.passed) return entry.turn
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
