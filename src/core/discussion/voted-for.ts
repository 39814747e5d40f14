import type { Vote } from "./vote.ts"

/** What a vote among options names, in words: one of them, an order, or all that are acceptable. */
export function votedFor({ choice, ranking, approved }: Vote): string | undefined {
  if (ranking) return ranking.join(" > ")
  return approved ? approved.join(", ") || "—" : choice
}
