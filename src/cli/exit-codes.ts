import type { Outcome, StoppingReason } from "../core/discussion/outcome.ts"

export const exitCodes = {
  success: 0,
  error: 1,
  usage: 2,
  noAgreement: 3,
  aborted: 4,
  budget: 5,
  rejected: 6,
  highFinding: 7,
} as const

export const exitCodeMeanings: readonly (readonly [number, string])[] = [
  [0, "success; for a discussion: agreement, a decision by ballot, or the regular end of a format without votes"],
  [1, "error; see standard error"],
  [2, "usage error"],
  [3, "the discussion ended without agreement, or is waiting for someone"],
  [4, "the discussion was aborted"],
  [5, "the discussion's budget was used up"],
  [6, "the reviewers rejected the change"],
  [7, "the review has a finding of high severity"],
]

const exitCodeByReason: Readonly<Record<StoppingReason, number>> = {
  consensus_reached: exitCodes.success,
  decided: exitCodes.success,
  max_iterations: exitCodes.noAgreement,
  max_rounds: exitCodes.noAgreement,
  all_passed: exitCodes.noAgreement,
  nothing_new: exitCodes.noAgreement,
  positions_settled: exitCodes.noAgreement,
  turn_limit: exitCodes.noAgreement,
  timeout: exitCodes.noAgreement,
  budget: exitCodes.budget,
  user_abort: exitCodes.aborted,
  error: exitCodes.error,
  model_unavailable: exitCodes.error,
}

const naturalEndings: ReadonlySet<StoppingReason> = new Set(["max_rounds", "all_passed", "nothing_new"])

/** A discussion without votes cannot reach agreement, so its regular end is a success. */
export function exitCodeOf(
  { stoppingReason, solutionFrom }: Pick<Outcome, "stoppingReason" | "solutionFrom">,
  hasVoted: boolean,
): number {
  // Positions settled without consensus, but the final ballot decided.
  const byVote = solutionFrom === "ballot" || solutionFrom === "first_vote"
  if (stoppingReason === "positions_settled" && byVote) return exitCodes.success
  return !hasVoted && naturalEndings.has(stoppingReason) ? exitCodes.success : exitCodeByReason[stoppingReason]
}
