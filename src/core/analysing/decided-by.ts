import { hasReadableVote } from "../counting/ballot-positions.ts"
import { countedBallot } from "../counting/count-ballot.ts"
import {
  type DecidedBy,
  type DecisionKind,
  isHardLimit,
  type LimitName,
  type StoppingReason,
} from "../discussion/outcome.ts"
import type { SeatId } from "../discussion/seat.ts"
import type { DiscussionState } from "../discussion/state.ts"
import { findSynthesis, type Turn } from "../discussion/turn.ts"
import { sumUsage, totalTokens } from "../discussion/usage.ts"
import type { Ballot } from "../discussion/vote.ts"

/** How a discussion ends. */
export interface Ending {
  readonly stoppingReason: StoppingReason
  readonly hasFailed: boolean
  readonly agreed: boolean
  /** The ballot that counts; `decided`: it decides the outcome. */
  readonly ballot: Ballot | undefined
  readonly decided: boolean
}

/** What settled a discussion that ends in this way. */
export function findDecidedBy(state: DiscussionState, ending: Ending): DecidedBy {
  const { ballot } = ending
  const synthesis = findSynthesis(state.turns)
  const writer = synthesis?.seat
  const { closing } = state.table.format
  // At these limits no synthesis is requested.
  const isCutOff = ending.stoppingReason === "budget" || ending.stoppingReason === "timeout"
  const unwritten =
    state.closing !== null && !synthesis && !isCutOff
      ? state.seats.find(({ role }) => role === closing?.by)?.id
      : undefined
  const kind = decisionKind(state, ending, writer)
  const isOpen = kind === "limit" || kind === "stopped" || kind === "failed" || kind === "none"
  const limit = kind === "limit" ? reachedLimit(state, ending.stoppingReason) : undefined
  const seats = decidingSeats(kind, ballot, writer)
  // In a failed discussion, unreadable votes are votes that were never cast.
  const isVoid = kind === "failed" && ballot && !hasReadableVote(ballot)
  const call = isOpen && kind !== "failed" ? lastCall(state) : undefined
  return {
    kind,
    ...(seats && { seats }),
    ...(limit && { limit }),
    ...(ballot?.result && !isVoid && { ballot: countedBallot(ballot, ballot.result) }),
    ...(isOpen && openPositions(state, ballot)),
    ...(call && { call }),
    ...(writer !== undefined && { writer }),
    ...foreignModel(state, synthesis),
    ...(unwritten !== undefined && { unwritten }),
  }
}

function foreignModel({ everyone }: DiscussionState, synthesis: Turn | undefined): Pick<DecidedBy, "writerModel"> {
  const writer = everyone.find(({ id }) => id === synthesis?.seat)
  const { modelId } = synthesis ?? {}
  if (!writer?.model || modelId === undefined || [writer.model, ...(writer.fallbacks ?? [])].includes(modelId))
    return {}
  return everyone.some(({ model }) => model === modelId) ? { writerModel: modelId } : {}
}

const limitNames: { readonly [R in StoppingReason]?: LimitName } = {
  max_rounds: "rounds",
  max_iterations: "rounds",
  turn_limit: "turns",
  timeout: "time",
  budget: "budget",
}

/** A budget in milliseconds counts as a time limit. */
function reachedLimit({ table, usage }: DiscussionState, reason: StoppingReason): LimitName | undefined {
  const { milliseconds, tokens, dollars } = table.budget
  const used = sumUsage(usage)
  const isSpent = totalTokens(used) >= (tokens ?? Infinity) || (used.cost ?? 0) >= (dollars ?? Infinity)
  return reason === "budget" && milliseconds !== undefined && !isSpent ? "time" : limitNames[reason]
}

function decisionKind({ table }: DiscussionState, ending: Ending, writer: SeatId | undefined): DecisionKind {
  const { stoppingReason, hasFailed, agreed, ballot, decided } = ending
  if (stoppingReason === "user_abort") return "stopped"
  if (hasFailed) return "failed"
  if (agreed) return "agreement"
  const { settings, stages } = table.format
  if (settings.protocol === "chair" && writer !== undefined) return "chair"
  if (isHardLimit(stoppingReason)) return "limit"
  const voter = ballot?.voters.length === 1 ? ballot.voters[0] : undefined
  if (stoppingReason === "consensus_reached" || decided) return voter === undefined ? "ballot" : "judge"
  if (writer !== undefined && voter === writer) return "judge"
  if (writer !== undefined && stages.every((stage) => stage.kind !== "ballot" || stage.options === "answers"))
    return "chair"
  return limitNames[stoppingReason] ? "limit" : "none"
}

/** Hidden if the ballot was secret, unless all seats agreed. */
function decidingSeats(kind: DecisionKind, ballot: Ballot | undefined, writer: SeatId | undefined) {
  if (kind === "chair") return writer === undefined ? undefined : [writer]
  if (kind === "judge") return ballot?.voters
  if (kind !== "agreement" || !ballot?.result) return undefined
  const { choice } = ballot.result
  const agreeing = ballot.votes.filter((vote) =>
    ballot.asks === "choice" ? vote.choice === choice : vote.hasConsensus === true,
  )
  const isHidden = ballot.secret && agreeing.length < ballot.voters.length
  return isHidden ? undefined : agreeing.map((vote) => vote.seat)
}

/** The last stances of the seats; omitted if the last ballot was a choice, since it shows them. */
function openPositions(state: DiscussionState, ballot: Ballot | undefined): Pick<DecidedBy, "positions" | "unknown"> {
  if (ballot?.result && ballot.asks === "choice" && !ballot.answers) return {}
  const speaking = state.seats.filter(({ id, role }) => isAskedForStance(state, role) && !state.leftSeats.includes(id))
  const stances = speaking.flatMap(({ id }) => state.stances[id] ?? [])
  if (stances.length === 0) return {}
  const positions = [...Map.groupBy(stances, ({ position }) => position)]
    .map(([position, held]) => ({ position, seats: held.length }))
    .toSorted((a, b) => b.seats - a.seats)
  const unknown = speaking.length - stances.length
  return { positions, ...(unknown > 0 && { unknown }) }
}

function isAskedForStance({ table }: DiscussionState, role: string): boolean {
  const { stages, settings, silentRoles } = table.format
  return stages.some(
    (stage) =>
      stage.kind === "speak" &&
      (stage.stances ?? settings.stances) &&
      (stage.roles?.includes(role) ?? !silentRoles.includes(role)),
  )
}

/** The last call for a vote; undefined if a vote was held. */
function lastCall({ ballots }: DiscussionState): DecidedBy["call"] {
  const call = ballots.findLast(({ asks, result }) => asks === "call" && result)
  const confirm = ballots.findLast(({ asks, result }) => asks === "confirm" && result)
  const isHeld = call?.result?.passed && confirm?.roundNumber === call.roundNumber && confirm.result?.passed
  if (!call || isHeld) return undefined
  const yes = call.votes.filter((vote) => vote.hasConsensus === true).length
  return { yes, voters: call.voters.length, unreadable: call.result?.unreadable ?? 0 }
}
