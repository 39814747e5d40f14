import { standIn } from "./apply-turn.ts"
import type { BallotItem, OpenCall } from "./discussion-view.ts"
import type { Draft } from "./draft.ts"
import type { WireData } from "./wire-event.ts"

/** A secret ballot is asked of all at once, an open one seat by seat. */
export function ballotStarted(draft: Draft, data: WireData["ballot-started"]): void {
  const { ballotId, asks, roundNumber, stage, secret, voters, options, form } = data
  const ballot = {
    ...{ id: ballotId, asks, roundNumber, stage, secret, voters: [...voters], options: [...options] },
    ...(form && { form }),
    votes: [],
  }
  draft.add({ kind: "ballot", key: ballotId, ballot, retries: [] })
  for (const seat of secret ? voters : voters.slice(0, 1)) draft.openCall(voteCall(ballotId, seat))
}

function voteCall(ballotId: string, seat: string): OpenCall {
  return { id: `${ballotId}/${seat}`, purpose: "vote", seat, isAwaited: false }
}

export function voteCast(draft: Draft, { ballotId, vote, tokenUsage }: WireData["ballot-vote"]): void {
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
  draft.spend(vote.role, tokenUsage)
}

export function ballotRetried(draft: Draft, data: WireData["ballot-retried"]): void {
  const { ballotId, role, attempt, reason, modelId, lasting, tokenUsage } = data
  const retry = { seat: role, attempt, reason, ...(modelId !== undefined && { modelId }) }
  draft.change("ballot", ballotId, (item) => ({ ...item, retries: [...item.retries, retry] }))
  draft.changeCall(`${ballotId}/${role}`, (call) => ({ ...call, isAwaited: false }))
  if (lasting && modelId !== undefined) standIn(draft, role, modelId)
  draft.spend(role, tokenUsage)
}

type Closing = Pick<WireData["ballot-result"], "ballotId" | "result">

export function ballotClosed(draft: Draft, { ballotId, result }: Closing): void {
  const { passed, yes, no, unreadable, choice, amount, finalSolution, protocol, tally, tie } = result
  const counted: BallotItem["ballot"]["result"] = {
    ...{ passed, yes, no, unreadable },
    ...(choice !== undefined && { choice }),
    ...(amount !== undefined && { amount }),
    ...(finalSolution !== undefined && { finalSolution }),
    ...(protocol && { protocol }),
    ...(tally && { tally: [...tally] }),
    ...(tie && { tie: { ...tie, between: [...tie.between] } }),
  }
  draft.change("ballot", ballotId, (item) => ({ ...item, ballot: { ...item.ballot, result: counted } }))
}
