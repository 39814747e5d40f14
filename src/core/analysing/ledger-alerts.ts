import type { SeatId } from "../discussion/seat.ts"
import type { Ledger } from "./ledger.ts"

/**
 * Signs that went with a wrong result at least 1.5 times as often as the base rate on recorded discussions. `npm run
 * eval:alerts` measures them; docs/guides/deciding.md has the figures.
 */
export type LedgerAlert =
  | {
      /** A seat changed to a position that no seat held at the vote before. */
      readonly kind: "new_position"
      readonly seat: SeatId
      readonly roundNumber: number
      readonly from: string
      readonly to: string
    }
  | {
      /** No seat voted for the winner at the first vote. */
      readonly kind: "new_winner"
      readonly roundNumber: number
      readonly stance: string
    }
  | {
      /** At most half of the last votes are for the winner. */
      readonly kind: "no_majority"
      readonly roundNumber: number
      readonly stance: string
      readonly votes: number
      readonly voters: number
    }

/** The parts of a ballot that alerts need. */
export interface ChoiceCount {
  readonly roundNumber: number
  readonly secret: boolean
  readonly votes: readonly { readonly choice?: string }[]
  readonly result?: { readonly choice?: string }
}

interface HeldPosition {
  readonly seat: SeatId
  readonly roundNumber: number
  readonly stance: string | null
}

/**
 * Alerts for readers of the ledger. Seats are compared by open votes if there are any, else by stances; inferred
 * positions are too unreliable. Totals include secret votes, since they name nobody.
 */
export function ledgerAlerts(seats: Ledger["seats"], ballots: readonly ChoiceCount[]): readonly LedgerAlert[] {
  const hasOpenVotes = ballots.some(({ secret }) => !secret)
  const source = hasOpenVotes ? "vote" : "stance"
  const held = seats.flatMap(({ seat, positions }) =>
    positions.filter((position) => position.source === source).map((position): HeldPosition => ({ ...position, seat })),
  )
  const rounds = [...Map.groupBy(held, ({ roundNumber }) => roundNumber)]
    .toSorted(([a], [b]) => a - b)
    .map(([, positions]) => positions)
  return [...rounds.flatMap((now, index) => newPositions(rounds[index - 1], now)), ...winnerAlerts(ballots)]
}

function newPositions(
  before: readonly HeldPosition[] | undefined,
  now: readonly HeldPosition[],
): readonly LedgerAlert[] {
  if (!before) return []
  return now.flatMap(({ seat, roundNumber, stance }): LedgerAlert[] => {
    const from = before.find((one) => one.seat === seat)?.stance
    if (stance === null || from === undefined || from === null || from === stance) return []
    return before.some((one) => one.stance === stance)
      ? []
      : [{ kind: "new_position", seat, roundNumber, from, to: stance }]
  })
}

function winnerAlerts(ballots: readonly ChoiceCount[]): readonly LedgerAlert[] {
  const [first] = ballots
  const last = ballots.findLast(({ votes }) => votes.some(({ choice }) => choice !== undefined))
  const winner = ballots.findLast(({ result }) => result?.choice !== undefined)?.result?.choice
  if (winner === undefined || !first || !last) return []
  const about = { roundNumber: last.roundNumber, stance: winner }
  const votes = countVotes(last, winner)
  const voters = last.votes.length
  return [
    ...(first.votes.some(({ choice }) => choice !== undefined) && countVotes(first, winner) === 0
      ? [{ kind: "new_winner", ...about } as const]
      : []),
    ...(votes * 2 <= voters ? [{ kind: "no_majority", ...about, votes, voters } as const] : []),
  ]
}

function countVotes({ votes }: ChoiceCount, option: string): number {
  return votes.filter(({ choice }) => choice === option).length
}
