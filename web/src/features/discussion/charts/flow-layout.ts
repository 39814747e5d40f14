import type { Ledger } from "../../../api/discussions.ts"

interface Band {
  readonly stance: string | null
  /** In pixels: room for its name and for each seat that ever stood there. */
  readonly size: number
}

interface FlowPoint {
  readonly round: number
  readonly band: number
  readonly offset: number
  readonly changed: boolean
}

export interface Flow {
  readonly bands: readonly Band[]
  readonly rounds: readonly number[]
  readonly lines: readonly { readonly seat: string; readonly points: readonly FlowPoint[] }[]
}

const labelHeight = 22
const lineHeight = 14

/** The ledger as lines through bands. Each seat keeps its own height within a band, so that lines do not cover another. */
export function flowLayout({ seats }: Ledger): Flow {
  const seatsByStance = new Map<string | null, Set<string>>()
  const rounds = new Set<number>()
  for (const { role, positions } of seats) {
    for (const { stance, roundNumber } of positions) {
      rounds.add(roundNumber)
      seatsByStance.set(stance, (seatsByStance.get(stance) ?? new Set()).add(role))
    }
  }
  const stances = [...seatsByStance.keys()]
  return {
    bands: stances.map((stance) => ({ stance, size: labelHeight + seatsByStance.get(stance)!.size * lineHeight + 4 })),
    rounds: [...rounds].sort((a, b) => a - b),
    lines: seats
      .filter(({ positions }) => positions.length > 0)
      .map(({ role, positions }) => ({
        seat: role,
        points: positions.map(({ roundNumber, stance, changed }) => ({
          round: roundNumber,
          band: stances.indexOf(stance),
          offset: labelHeight + [...seatsByStance.get(stance)!].indexOf(role) * lineHeight + lineHeight / 2,
          changed,
        })),
      })),
  }
}
