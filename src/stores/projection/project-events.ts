import type { DiscussionEvent, EventData } from "../../core/discussion/event.ts"
import { phaseName } from "../../core/discussion/phase.ts"
import type { Seat, SeatId } from "../../core/discussion/seat.ts"
import type { Status } from "../../core/discussion/state.ts"
import type { Turn } from "../../core/discussion/turn.ts"
import { addUsage, noUsage, type TokenUsage } from "../../core/discussion/usage.ts"
import { voteCallId } from "../../core/discussion/vote.ts"
import { excerpt } from "../../core/text.ts"

type SeatFacts = Pick<Seat, "name" | "role"> & { readonly agentId?: string }

/** As much of a discussion's state as its row in lists shows and as is needed to keep that right, event by event. */
export interface Projection {
  readonly seq: number
  readonly status: Status
  readonly statusSince: number
  readonly phase: string
  readonly round: number
  readonly turns: number
  /** How many of the stage's speakers are done: the place in the order of whose turn it is. */
  readonly turnIndex: number
  readonly usage: TokenUsage
  readonly createdAt: number
  readonly updatedAt: number
  readonly format: string
  readonly topic: string
  readonly projectId: string | null
  readonly sessionId: string | null
  /** The key that started it. */
  readonly startedBy: string | null
  readonly stoppingReason: string | null
  readonly agreed: boolean | null
  readonly solution: string | null
  readonly seats: Readonly<Record<SeatId, SeatFacts>>
  readonly paused: boolean
  readonly parallel: boolean
  /** What is open, and whether a person or outside agent was told that it is theirs to answer. */
  readonly calls: Readonly<Record<string, boolean>>
  readonly ballot: { readonly id: string; readonly voters: readonly SeatId[]; readonly votes: number } | null
}

const solutionLength = 500

const nothing: Projection = {
  seq: 0,
  status: "queued",
  statusSince: 0,
  phase: "idle",
  round: 0,
  turns: 0,
  turnIndex: 0,
  usage: noUsage,
  createdAt: 0,
  updatedAt: 0,
  format: "",
  topic: "",
  projectId: null,
  sessionId: null,
  startedBy: null,
  stoppingReason: null,
  agreed: null,
  solution: null,
  seats: {},
  paused: false,
  parallel: false,
  calls: {},
  ballot: null,
}

/** What a log comes to so far; of none, where it begins. */
export function projectAll(events: readonly DiscussionEvent[], from: Projection = nothing): Projection {
  return events.reduce(project, from)
}

/** One event further. Takes anything: whether an event may follow is the fold's to say. */
export function project(before: Projection, event: DiscussionEvent): Projection {
  const after = applied(before, event)
  const isFirst = before.seq === 0
  const status = statusOf(after)
  const statusSince = isFirst || status !== before.status ? event.at : before.statusSince
  const createdAt = isFirst ? event.at : before.createdAt
  return { ...after, seq: event.seq, createdAt, updatedAt: event.at, status, statusSince }
}

function applied(now: Projection, event: DiscussionEvent): Projection {
  switch (event.type) {
    case "discussion_created": {
      const { format, topic, seats, projectId = null, sessionId = null, startedBy = null } = event.data.table
      const seated = Object.fromEntries(seats.map((seat) => [seat.id, factsOf(seat)]))
      return { ...now, format: format.name, topic, projectId, sessionId, startedBy, seats: seated }
    }
    case "discussion_started":
      return { ...now, phase: "initializing" }
    case "round_started":
      return { ...now, round: event.data.roundNumber, turnIndex: 0, parallel: event.data.parallel }
    case "stage_started":
      return { ...now, turnIndex: 0, parallel: event.data.parallel }
    case "seat_joined":
      return { ...now, seats: { ...now.seats, [event.data.seat.id]: factsOf(event.data.seat) } }
    case "turn_started":
      return { ...opened(now, event.data.turnId), phase: turnPhase(now, event.data) }
    case "turn_completed":
    case "turn_passed":
      return turnEnded(now, event.data.turn)
    case "turn_skipped":
      return turnSkipped(now, event.data)
    case "turn_retried":
      return calledAgain(spent(now, event.data.tokenUsage), event.data.turnId, event.data.reason)
    case "awaiting_input":
      return event.data.callId in now.calls ? { ...now, calls: { ...now.calls, [event.data.callId]: true } } : now
    case "chair_asked":
      return { ...now, calls: { [event.data.callId]: false }, phase: "choosing" }
    case "speaker_chosen": {
      const { by, tokenUsage } = event.data
      const chosen = now.phase === "choosing" ? { ...now, calls: {} } : now
      return by === null ? chosen : spent(chosen, tokenUsage)
    }
    case "ballot_started":
      return ballotOpened(now, event.data)
    case "ballot_vote":
      return voteCast(now, event.data)
    case "ballot_result":
      return { ...now, ballot: null }
    case "ballot_retried": {
      const { ballotId, seat, tokenUsage, reason } = event.data
      return calledAgain(spent(now, tokenUsage), voteCallId(ballotId, seat), reason)
    }
    case "closing_started":
      return { ...now, calls: {}, ballot: null }
    case "closing_call_started":
      return { ...opened(now, event.data.callId), phase: "synthesis" }
    case "closing_call_retried":
      return spent(now, event.data.tokenUsage)
    case "closing_call_failed":
    case "record_written":
    case "result_written":
    case "baseline_answered":
      return spent(closed(now, event.data.callId), event.data.tokenUsage)
    case "sub_discussion_completed":
      return spent(now, event.data.tokenUsage)
    case "discussion_paused":
      return { ...now, paused: true }
    case "discussion_resumed":
      return { ...now, paused: false }
    case "fork_started":
      return { ...now, paused: false, calls: Object.fromEntries(Object.keys(now.calls).map((id) => [id, false])) }
    case "discussion_completed": {
      const { stoppingReason, agreed, solution } = event.data.outcome
      const short = solution === undefined ? null : excerpt(solution, solutionLength)
      return { ...over(now, "completed", stoppingReason), agreed, solution: short }
    }
    case "discussion_error":
      return over(now, "error", event.data.outcome.stoppingReason)
    case "discussion_aborted":
      return over(now, "aborted", "user_abort")
    default:
      return now
  }
}

function factsOf(seat: Seat & { readonly agentId?: string }): SeatFacts {
  const { name, role, agentId } = seat
  return { name, role, ...(agentId !== undefined && { agentId }) }
}

function turnPhase({ parallel }: Projection, { purpose, seat }: EventData["turn_started"]): string {
  if (purpose !== "turn") return purpose
  return parallel ? "parallel-turns" : phaseName({ kind: "turn", seat })
}

function turnEnded(now: Projection, turn: Turn): Projection {
  const ended = spent(closed(now, turn.id), turn.tokenUsage)
  const turnIndex = turn.purpose === "turn" ? now.turnIndex + 1 : now.turnIndex
  const isSilent = turn.purpose === "interjection" && turn.passed
  return isSilent ? ended : { ...ended, turns: now.turns + 1, turnIndex }
}

function turnSkipped(now: Projection, { turnId, tokenUsage }: EventData["turn_skipped"]): Projection {
  const turnIndex = now.phase === "synthesis" || now.phase === "interjection" ? now.turnIndex : now.turnIndex + 1
  return { ...spent(closed(now, turnId), tokenUsage), turnIndex }
}

function ballotOpened(now: Projection, { ballotId, secret, voters }: EventData["ballot_started"]): Projection {
  const asked = secret ? voters : voters.slice(0, 1)
  const seat = secret ? undefined : voters[0]
  return {
    ...now,
    phase: phaseName({ kind: "check", ...(seat !== undefined && { seat }) }),
    calls: Object.fromEntries(asked.map((voter) => [voteCallId(ballotId, voter), false])),
    ballot: { id: ballotId, voters: secret ? [] : voters, votes: 0 },
  }
}

/** In an open ballot the next voter is asked when one has voted. */
function voteCast(now: Projection, { vote, ballotId, tokenUsage }: EventData["ballot_vote"]): Projection {
  const cast = spent(closed(now, voteCallId(ballotId, vote.seat)), tokenUsage)
  if (!now.ballot) return cast
  const ballot = { ...now.ballot, votes: now.ballot.votes + 1 }
  const next = ballot.voters[ballot.votes]
  if (next === undefined) return { ...cast, ballot }
  return { ...opened(cast, voteCallId(ballotId, next)), ballot, phase: phaseName({ kind: "check", seat: next }) }
}

function opened(now: Projection, callId: string): Projection {
  return { ...now, calls: { ...now.calls, [callId]: false } }
}

function closed(now: Projection, callId: string): Projection {
  const { [callId]: _, ...calls } = now.calls
  return { ...now, calls }
}

function calledAgain(now: Projection, callId: string, reason: string): Projection {
  return reason === "fallback" || !(callId in now.calls) ? now : { ...now, calls: { ...now.calls, [callId]: false } }
}

function spent(now: Projection, usage: TokenUsage): Projection {
  return { ...now, usage: addUsage(now.usage, usage) }
}

function over(now: Projection, phase: string, stoppingReason: string): Projection {
  return { ...now, phase, stoppingReason, agreed: false, turnIndex: 0, calls: {}, ballot: null }
}

function statusOf({ phase, paused, calls }: Projection): Status {
  if (phase === "idle") return "queued"
  if (phase === "completed" || phase === "aborted") return phase
  if (phase === "error") return "failed"
  if (paused) return "paused"
  const open = Object.values(calls)
  return open.length > 0 && open.every(Boolean) ? "waiting" : "running"
}
