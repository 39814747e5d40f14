import type { Vote } from "./vote.ts"

/** What a vote among options names, in words: one of them, an order, scores, or all that are acceptable. */
export function describeVote({ choice, ranking, approved, scores }: Vote): string | undefined {
  if (scores) return scores.map(({ option, score }) => `${option}: ${score}`).join(", ")
  if (ranking) return ranking.join(" > ")
  return approved ? approved.join(", ") || "—" : choice
}
