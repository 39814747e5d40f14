import { isAskedAtOnce } from "../discussion/vote.ts"
import { votesCounted } from "./apply-stance.ts"
import { applyRetry } from "./apply-turn.ts"
import type { PublicBallot, PublicEventData } from "./types.ts"
import type { OpenCall } from "./view.ts"
import type { Draft } from "./view-draft.ts"

/** A ballot that is secret or ranks answers is asked of all at once, another seat by seat. */
export function ballotStarted(draft: Draft, data: PublicEventData["ballot_started"]): void {
  const { ballotId, ...opening } = data
  const ballot = { id: ballotId, ...opening, votes: [], voted: [] }
  draft.add({ kind: "ballot", key: ballotId, ballot, retries: [] })
  for (const seat of isAskedAtOnce(data) ? data.voters : data.voters.slice(0, 1))
    draft.openCall(voteCall(ballotId, seat))
}

function voteCall(ballotId: string, seat: string): OpenCall {
  return { id: `${ballotId}/${seat}`, purpose: "vote", seat, isAwaited: false }
}

export function voteCast(draft: Draft, data: PublicEventData["ballot_vote"]): void {
  const { ballotId, role, vote, tokenUsage } = data
  draft.closeCall(`${ballotId}/${role}`)
  draft.change("ballot", ballotId, (item) => {
    const { ballot } = item
    const place = (seat: string | undefined) => ballot.voters.indexOf(seat ?? "")
    const voted = [...ballot.voted, role].toSorted((a, b) => place(a) - place(b))
    const votes = vote ? [...ballot.votes, vote].toSorted((a, b) => place(a.role) - place(b.role)) : ballot.votes
    const next = isAskedAtOnce(ballot) ? undefined : ballot.voters[voted.length]
    if (next !== undefined) draft.openCall(voteCall(ballotId, next))
    return { ...item, ballot: { ...ballot, votes, voted } }
  })
  draft.addUsage(role, tokenUsage)
}

export function ballotRetried(draft: Draft, data: PublicEventData["ballot_retried"]): void {
  const retry = applyRetry(draft, `${data.ballotId}/${data.role}`, data)
  draft.change("ballot", data.ballotId, (item) => ({ ...item, retries: [...item.retries, retry] }))
}

type Closing = PublicEventData["ballot_result"] | PublicEventData["consensus_result"]

export function ballotClosed(draft: Draft, { ballotId, result }: Closing): void {
  draft.change("ballot", ballotId, (item) => {
    const votes = item.ballot.secret ? (result.votes ?? []) : item.ballot.votes
    const ballot = { ...item.ballot, votes, result: withoutVotes(result) }
    votesCounted(draft, ballot)
    return { ...item, ballot }
  })
  draft.settle("ballot", [ballotId])
}

/** The votes stand in the ballot. */
function withoutVotes({
  roundNumber: _,
  votes: __,
  ...result
}: Closing["result"]): NonNullable<PublicBallot["result"]> {
  if (!("isUnanimous" in result)) return result
  const { isUnanimous: _unanimous, modelAVote: _a, modelBVote: _b, ...counted } = result
  return counted
}
