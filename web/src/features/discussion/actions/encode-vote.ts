import type { Ballot } from "../../../api/discussions.ts"

export interface VoteDraft {
  readonly isYes: boolean
  readonly solution: string
  /** Options in the order in which they are preferred; of a single choice the first counts. */
  readonly named: readonly string[]
  /** From 0 to 10, by option. */
  readonly scores: Readonly<Record<string, number>>
  readonly amount: string
  readonly confidence: number
  readonly reason: string
}

/** A vote as the server reads it without doubt: one JSON object with what the ballot asks for. */
export function encodeVote({ asks, form = "single" }: Pick<Ballot, "asks" | "form">, wish: VoteDraft): string {
  const { isYes, solution, named, scores, amount, confidence, reason: reasoning } = wish
  if (asks !== "choice") {
    const proposed = asks === "consensus" && solution.trim() !== "" ? { proposedSolution: solution } : {}
    return JSON.stringify({ hasConsensus: isYes, confidence, reasoning, ...proposed })
  }
  const answers = {
    single: { choice: named[0] },
    ranking: { ranking: named },
    approval: { approved: named },
    scores: { scores: Object.entries(scores).map(([option, score]) => ({ option, score })) },
  }
  const sum = amount.trim() === "" ? {} : { amount: Number(amount) }
  return JSON.stringify({ ...answers[form], ...sum, confidence, reasoning })
}
