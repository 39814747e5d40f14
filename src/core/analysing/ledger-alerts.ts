import type { SeatId } from "../discussion/seat.ts"
import type { Ledger, Position } from "./ledger.ts"

/**
 * Signs that went with a wrong end at least one and a half times as often as usual on recorded discussions;
 * `npm run eval:alerts` measures them, and docs/guides/deciding.md has the figures.
 */
export type LedgerAlert =
  | {
      /** A seat went over to what nobody stood for at the vote before. */
      readonly kind: "new_position"
      readonly role: SeatId
      readonly roundNumber: number
      readonly from: string
      readonly to: string
    }
  | {
      /** What won is what nobody stood for at the first vote. */
      readonly kind: "new_winner"
      readonly roundNumber: number
      readonly stance: string
    }
  | {
      /** What won has no more than half of the votes behind it. */
      readonly kind: "no_majority"
      readonly roundNumber: number
      readonly stance: string
      readonly votes: number
      readonly voters: number
    }

type Vote = Position & { readonly role: SeatId }

/** What a reader of the ledger should look at twice. Only votes are compared: words are read with less certainty. */
export function ledgerAlerts(seats: Ledger["seats"], winner: string | undefined): readonly LedgerAlert[] {
  const votes = seats.flatMap(({ role, positions }) =>
    positions.filter(({ source }) => source === "vote").map((position): Vote => ({ ...position, role })),
  )
  const rounds = [...Map.groupBy(votes, ({ roundNumber }) => roundNumber)]
    .toSorted(([a], [b]) => a - b)
    .map(([, held]) => held)
  return [...rounds.flatMap((held, index) => newPositions(rounds[index - 1], held)), ...winnerAlerts(rounds, winner)]
}

function newPositions(before: readonly Vote[] | undefined, now: readonly Vote[]): readonly LedgerAlert[] {
  if (!before) return []
  return now.flatMap(({ role, roundNumber, stance }): LedgerAlert[] => {
    const from = before.find((vote) => vote.role === role)?.stance
    if (stance === null || from === undefined || from === null || holds(before, stance) > 0) return []
    return [{ kind: "new_position", role, roundNumber, from, to: stance }]
  })
}

function winnerAlerts(rounds: readonly (readonly Vote[])[], winner: string | undefined): readonly LedgerAlert[] {
  const [first, last] = [rounds[0], rounds.at(-1)]
  if (winner === undefined || !first || !last) return []
  const about = { roundNumber: last[0]!.roundNumber, stance: winner }
  const votes = holds(last, winner)
  return [
    ...(first.some(({ stance }) => stance !== null) && holds(first, winner) === 0
      ? [{ kind: "new_winner", ...about } as const]
      : []),
    ...(votes * 2 <= last.length ? [{ kind: "no_majority", ...about, votes, voters: last.length } as const] : []),
  ]
}

function holds(votes: readonly Vote[], stance: string): number {
  return votes.filter((vote) => vote.stance === stance).length
}
