import { mayMeanTheSame } from "../counting/cluster-proposals.ts"
import type { SharedPosition } from "../discussion/event.ts"
import type { SeatId } from "../discussion/seat.ts"
import type { DiscussionState, RoundState } from "../discussion/state.ts"

/** The model that is to compare a round's positions, where there are some that it could say something about. */
export function stanceModelFor(state: DiscussionState, round: RoundState): string | undefined {
  const { stanceModel } = state.table.format.settings
  if (!stanceModel || round.positionsCompared) return undefined
  return comparedPositions(state, round).length > 0 ? stanceModel : undefined
}

/** The texts that the comparison needs vectors of. */
export function comparedPositions(state: DiscussionState, round: RoundState): readonly string[] {
  const texts = new Set<string>()
  sharedPositions(state, round, (position, held) => {
    texts.add(position).add(held)
    return -1
  })
  return [...texts]
}

/**
 * Which positions of a round are one that was held before it or earlier in it. Only what its words made a position of its
 * own is compared, with what each seat stood for then, and never where numbers or negations differ.
 */
export function sharedPositions(
  { table, turns }: DiscussionState,
  { firstTurn }: RoundState,
  similarity: (position: string, held: string) => number,
): readonly SharedPosition[] {
  const held = new Map<SeatId, string>()
  const shared: SharedPosition[] = []
  for (const [index, { id: turnId, seat, stance }] of turns.entries()) {
    if (!stance) continue
    const { position: own, wording } = stance
    const isOwn = index >= firstTurn && wording === undefined && !table.choices.includes(own)
    const others = isOwn ? new Set(held.values()) : new Set<string>()
    const candidates = others.has(own) ? [] : [...others].filter((other) => mayMeanTheSame(own, other))
    const scored = candidates.map((position) => ({ position, score: similarity(own, position) }))
    const best = scored.toSorted((a, b) => b.score - a.score)[0]
    const isShared = best !== undefined && best.score >= table.format.settings.stanceSimilarity
    if (isShared) shared.push({ turnId, seat, position: best.position })
    held.set(seat, isShared ? best.position : own)
  }
  return shared
}
