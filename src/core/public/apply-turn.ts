import { isAskedAtOnce } from "../discussion/vote.ts"
import { stanceStated, votesCounted } from "./apply-stance.ts"
import type { PublicBallot, PublicEventData, PublicTurn } from "./types.ts"
import type { PublicOpenCall, Retry } from "./view.ts"
import type { Draft } from "./view-draft.ts"

export function turnStarted(draft: Draft, data: PublicEventData["turn_started"], at: string): void {
  const { turnId, role: seat, roundNumber, purpose, attempt, modelId } = data
  draft.add({
    kind: "turn",
    key: turnId,
    seat,
    roundNumber,
    purpose,
    state: "speaking",
    startedAt: at,
    attempt,
    modelId: modelId ?? undefined,
    retries: [],
    isInterrupted: false,
  })
  draft.setLive(turnId, { attempt, text: "" })
  draft.openCall({ id: turnId, purpose, seat, isAwaited: false })
}

/** Appends the new part of a chunk. Ignores repeated text and abandoned attempts. */
export function turnChunk(draft: Draft, { turnId, attempt, offset, chunk }: PublicEventData["turn_chunk"]): void {
  const live = draft.view.live[turnId]
  if (!live || attempt < live.attempt) return
  const text = attempt === live.attempt ? live.text : ""
  const known = text.length - offset
  if (known < 0 || known >= chunk.length) return
  draft.setLive(turnId, { attempt, text: text + (known === 0 ? chunk : chunk.slice(known)) })
}

export function turnEnded(draft: Draft, { turn }: PublicEventData["turn_completed"], at: string): void {
  if (turn.purpose === "sub-discussion") {
    subDiscussionReported(draft, turn, at)
    return
  }
  if (turn.purpose === "interjection" && turn.passed) draft.remove(({ key }) => key === turn.id)
  draft.change("turn", turn.id, (item) => ({
    ...item,
    state: turn.passed ? "passed" : "said",
    turn,
    attempt: turn.attempt,
    modelId: turn.modelId ?? item.modelId,
  }))
  close(draft, turn.id)
  stanceStated(draft, turn)
  draft.addUsage(turn.role, turn.tokenUsage)
  if (turn.purpose === "turn") settleTurn(draft, [turn.id])
}

/** Fills in a turn whose text was withheld when it ended. */
export function turnRevealed(draft: Draft, turn: PublicTurn): void {
  draft.change("turn", turn.id, (item) => ({ ...item, turn }))
  stanceStated(draft, turn)
}

/** Adds the result of a sub-discussion as a turn. Its usage was counted when the sub-discussion ended. */
function subDiscussionReported(draft: Draft, turn: PublicTurn, at: string): void {
  const { id: key, role: seat, roundNumber, purpose, attempt, modelId } = turn
  const begun = { seat, roundNumber, purpose, startedAt: at, attempt, modelId, retries: [], isInterrupted: false }
  draft.record({ kind: "turn", key, ...begun, state: "said", turn })
}

/** Moves ended turns into the record; those of a parallel stage together, in their order, once all have ended. */
function settleTurn(draft: Draft, ended: readonly string[], abortsRound = false): void {
  const { round } = draft.view
  if (!round) return
  const settled = round.settled + 1
  const isAborted = round.isAborted || abortsRound
  const heldBack = [...round.heldBack, ...ended]
  const isReleased = !round.isParallel || isAborted || settled === round.order.length
  draft.view.round = { ...round, settled, isAborted, heldBack: isReleased ? [] : heldBack }
  if (isReleased) draft.settle("turn", heldBack)
}

export function turnRetried(draft: Draft, data: PublicEventData["turn_retried"]): void {
  const { turnId, attempt, modelId } = data
  const retry = applyRetry(draft, turnId, data)
  draft.change("turn", turnId, (item) => ({
    ...item,
    attempt,
    modelId: modelId ?? item.modelId,
    retries: [...item.retries, retry],
  }))
  draft.setLive(turnId, { attempt, text: "" })
}

/** Applies a retry of any call; the caller adds the returned entry to its row. */
export function applyRetry(
  draft: Draft,
  callId: string,
  data: PublicEventData["turn_retried" | "ballot_retried" | "closing_call_retried"],
): Retry {
  const { role: seat, attempt, reason, modelId, lasting, error, tokenUsage, delayMs } = data
  draft.changeCall(callId, (call) => ({ ...call, isAwaited: false }))
  if (lasting && modelId !== undefined) {
    draft.view.seats = draft.view.seats.map((other) =>
      other.id === seat ? { ...other, modelOverride: modelId } : other,
    )
  }
  draft.addUsage(seat, tokenUsage)
  return {
    seat,
    attempt,
    reason,
    ...(delayMs > 0 && { delayMs }),
    ...(modelId !== undefined && { modelId }),
    ...(error && { message: error.message }),
  }
}

export function turnSkipped(draft: Draft, data: PublicEventData["turn_skipped"]): void {
  const { turnId, role, because, abortsRound, error, tokenUsage } = data
  const skip = { abortsRound, message: error.message, ...(because && { because }) }
  draft.change("turn", turnId, (item) => ({ ...item, state: "skipped", skip }))
  const isInTurn = draft.view.open.some(({ id, purpose }) => id === turnId && purpose === "turn")
  close(draft, turnId)
  draft.addUsage(role, tokenUsage)
  if (isInTurn) settleTurn(draft, [], abortsRound)
}

export function turnInterrupted(draft: Draft, { turnId }: PublicEventData["turn_interrupted"]): void {
  draft.change("turn", turnId, (item) => ({ ...item, isInterrupted: true }))
}

function close(draft: Draft, turnId: string): void {
  draft.setLive(turnId, undefined)
  draft.closeCall(turnId)
}

/** Opens the first vote, or all votes at once if the ballot is secret or ranks answers. */
export function ballotStarted(draft: Draft, data: PublicEventData["ballot_started"]): void {
  const { ballotId, ...opening } = data
  const ballot = { id: ballotId, ...opening, votes: [], voted: [] }
  draft.add({ kind: "ballot", key: ballotId, ballot, retries: [] })
  for (const seat of isAskedAtOnce(data) ? data.voters : data.voters.slice(0, 1))
    draft.openCall(voteCall(ballotId, seat))
}

function voteCall(ballotId: string, seat: string): PublicOpenCall {
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

/** In the view, the votes are in the ballot. */
function withoutVotes({
  roundNumber: _,
  votes: __,
  ...result
}: Closing["result"]): NonNullable<PublicBallot["result"]> {
  if (!("isUnanimous" in result)) return result
  const { isUnanimous: _unanimous, modelAVote: _a, modelBVote: _b, ...counted } = result
  return counted
}
