import type { DiscussionStatus, Outcome } from "../../../api/discussions.ts"
import type { DiscussionTexts } from "../texts/en.ts"

/** The one line that says how it ended. */
export function outcomeTitle(
  texts: DiscussionTexts["outcome"],
  status: DiscussionStatus,
  outcome: Outcome | undefined,
  hasVoted: boolean,
): string {
  if (status === "failed") return texts.failed
  if (status === "aborted") return texts.aborted
  if (outcome?.agreed) return texts.agreed
  if (outcome?.stoppingReason === "decided") return texts.decided
  if (outcome?.solution !== undefined) return texts.synthesis
  return hasVoted ? texts.notAgreed : texts.done
}
