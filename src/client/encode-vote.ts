/** What is voted: yes or no where agreement is asked for, else by the form of the ballot. */
export type VoteInput = (
  | { readonly agree: boolean /** What should stand instead, or more exactly. */; readonly solution?: string }
  | { readonly choice: string }
  | { /** The best first. */ readonly ranking: readonly string[] }
  | { readonly approved: readonly string[] }
  | { /** From 0 to 10, by option. */ readonly scores: Readonly<Record<string, number>> }
) & {
  /** From 0 to 100. */
  readonly confidence?: number
  /** Why, in a sentence or two. */
  readonly reasoning?: string
  /** Where an amount is asked for besides. */
  readonly amount?: number
}

/** A vote as the server reads it without doubt: one JSON object with what the ballot asks for. */
export function encodeVote(vote: VoteInput): string {
  if ("agree" in vote) {
    const { agree: hasConsensus, solution: proposedSolution, ...rest } = vote
    return JSON.stringify({ hasConsensus, proposedSolution, ...rest })
  }
  if ("scores" in vote) {
    const scores = Object.entries(vote.scores).map(([option, score]) => ({ option, score }))
    return JSON.stringify({ ...vote, scores })
  }
  return JSON.stringify(vote)
}
