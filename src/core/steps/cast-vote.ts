import type { NewEvent } from "../discussion/event.ts"
import type { TokenUsage } from "../discussion/usage.ts"
import type { Ballot, Vote } from "../discussion/vote.ts"

export function castVote(ballot: Ballot, vote: Vote, tokenUsage: TokenUsage): NewEvent {
  return { type: "ballot_vote", data: { ballotId: ballot.id, asks: ballot.asks, vote, tokenUsage } }
}

export function unreadableVote(shared: Pick<Vote, "seat" | "attempt" | "timestamp">, reasoning: string): Vote {
  return { hasConsensus: null, confidence: 0, reasoning, reading: "unreadable", ...shared }
}
