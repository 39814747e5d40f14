import type { DiscussionState, RoundState } from "../discussion/state.ts"
import type { Turn } from "../discussion/turn.ts"

/** The model that is to say how new a round is, where that is still to be said and could end the discussion. */
export function noveltyModelFor(state: DiscussionState, round: RoundState): string | undefined {
  const { smartTermination, noveltyModel, minRounds } = state.table.format.settings
  if (!smartTermination || !noveltyModel || round.similarity !== undefined || round.aborted) return undefined
  if (round.number < Math.max(2, minRounds)) return undefined
  const { fresh, before } = splitContributions(state, round)
  return fresh.length > 0 && before.length > 0 ? noveltyModel : undefined
}

/** What was said in a round, and what had been said before it. */
export function splitContributions({ turns }: DiscussionState, { firstTurn }: RoundState) {
  const spoken = (some: readonly Turn[]) => some.filter((turn) => !turn.passed)
  return { fresh: spoken(turns.slice(firstTurn)), before: spoken(turns.slice(0, firstTurn)) }
}
