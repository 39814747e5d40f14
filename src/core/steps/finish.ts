import type { NewEvent } from "../discussion/event.ts"
import type { StoppingReason } from "../discussion/outcome.ts"
import { buildOutcome, finalConsensus } from "../discussion/outcome-of.ts"
import type { DiscussionState } from "../discussion/state.ts"
import { totalTokens } from "../discussion/usage.ts"

/** The end, with everything that is left behind. */
export function finish(state: DiscussionState, stoppingReason: StoppingReason): NewEvent {
  const outcome = buildOutcome(state, stoppingReason)
  const agreement = finalConsensus(state, outcome)
  return {
    type: "discussion_completed",
    data: {
      stoppingReason,
      ...(agreement && { finalConsensus: agreement }),
      outcome,
      totalTokensUsed: totalTokens(outcome.usage),
    },
  }
}
