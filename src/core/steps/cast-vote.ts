import type { NewEvent } from "../discussion/event.ts"
import type { TokenUsage } from "../discussion/usage.ts"
import type { Ballot, Vote } from "../discussion/vote.ts"

export function castVote(ballot: Ballot, vote: Vote, tokenUsage: TokenUsage): NewEvent {
  const data = { ballotId: ballot.id, vote, tokenUsage }
  return ballot.asks === "consensus" ? { type: "consensus_vote", data } : { type: "ballot_vote", data }
}

export function unreadable(shared: Pick<Vote, "role" | "attempt" | "timestamp">, reasoning: string): Vote {
  return { hasConsensus: null, confidence: 0, reasoning, reading: "unreadable", ...shared }
}
