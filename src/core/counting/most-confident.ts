import type { Vote } from "../discussion/vote.ts"

/** The vote with the highest confidence; the earlier seat where two are as sure. */
export function mostConfident(votes: readonly Vote[]): Vote | undefined {
  return votes.reduce<Vote | undefined>(
    (best, vote) => (!best || vote.confidence > best.confidence ? vote : best),
    undefined,
  )
}
