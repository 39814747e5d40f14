import { applyRetry } from "./apply-turn.ts"
import type { PublicBallot, PublicEventData } from "./types.ts"
import type { OpenCall } from "./view.ts"
import type { Draft } from "./view-draft.ts"

/** A secret ballot is asked of all at once, an open one seat by seat. */
export function ballotStarted(draft: Draft, data: PublicEventData["ballot_started"]): void {
  const { ballotId, ...opening } = data
  const ballot = { id: ballotId, ...opening, votes: [] }
  draft.add({ kind: "ballot", key: ballotId, ballot, retries: [] })
  for (const seat of data.secret ? data.voters : data.voters.slice(0, 1)) draft.openCall(voteCall(ballotId, seat))
}

function voteCall(ballotId: string, seat: string): OpenCall {
  return { id: `${ballotId}/${seat}`, purpose: "vote", seat, isAwaited: false }
}

export function voteCast(draft: Draft, { ballotId, vote, tokenUsage }: PublicEventData["ballot_vote"]): void {
  draft.closeCall(`${ballotId}/${vote.role}`)
  draft.change("ballot", ballotId, (item) => {
    const { ballot } = item
    const votes = [...ballot.votes, vote].toSorted(
      (a, b) => ballot.voters.indexOf(a.role) - ballot.voters.indexOf(b.role),
    )
    const next = ballot.secret ? undefined : ballot.voters[votes.length]
    if (next !== undefined) draft.openCall(voteCall(ballotId, next))
    return { ...item, ballot: { ...ballot, votes } }
  })
  draft.addUsage(vote.role, tokenUsage)
}

export function ballotRetried(draft: Draft, data: PublicEventData["ballot_retried"]): void {
  const retry = applyRetry(draft, `${data.ballotId}/${data.role}`, data)
  draft.change("ballot", data.ballotId, (item) => ({ ...item, retries: [...item.retries, retry] }))
}

type Closing = PublicEventData["ballot_result"] | PublicEventData["consensus_result"]

export function ballotClosed(draft: Draft, { ballotId, result }: Closing): void {
  draft.change("ballot", ballotId, (item) => ({ ...item, ballot: { ...item.ballot, result: withoutVotes(result) } }))
  draft.settle("ballot", [ballotId])
}

/** The votes stand in the ballot already. */
function withoutVotes({ roundNumber: _, ...result }: Closing["result"]): NonNullable<PublicBallot["result"]> {
  if (!("votes" in result)) return result
  const { votes: _votes, isUnanimous: _unanimous, modelAVote: _a, modelBVote: _b, ...counted } = result
  return counted
}
