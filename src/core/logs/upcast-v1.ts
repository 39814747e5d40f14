import { buildOutcome } from "../analysing/build-outcome.ts"
import type { StoppingReason } from "../discussion/outcome.ts"
import { getSeat, roundNumber } from "../discussion/seat-queries.ts"
import type { DiscussionState } from "../discussion/state.ts"
import type { Turn } from "../discussion/turn.ts"
import type { ErrorDetail } from "../errors.ts"
import { memoryLine } from "../prompting/transcript.ts"
import { frozenText } from "./frozen-words.ts"
import { type Fields, upcastParent, upcastSettings, upcastTable } from "./table-v1.ts"
import type { StoredEvent } from "./upcast.ts"

/**
 * Version 1 named a seat's id `role`, had separate events for consensus ballots, did not store memories or the outcomes
 * of failed and aborted discussions, and its votes and results did not say what was asked.
 */
export function upcastV1({ type, data, ...stored }: StoredEvent, before: DiscussionState | undefined): StoredEvent {
  const next = { type: renamedTypes[type] ?? type, data: upcastData(type, data as Fields, before) }
  return { ...stored, version: 2, ...next }
}

const renamedTypes: Readonly<Record<string, string>> = {
  consensus_check_started: "ballot_started",
  consensus_vote: "ballot_vote",
  consensus_result: "ballot_result",
}

function upcastData(type: string, data: Fields, before: DiscussionState | undefined): Fields {
  switch (type) {
    case "discussion_created":
      return { table: upcastTable(data.table as Fields) }
    case "discussion_started": {
      const { prompt: topic, options, ...rest } = data
      return { topic, ...rest, settings: upcastSettings(options as Fields) }
    }
    case "turn_completed": {
      const turn = renameRole(data.turn as Fields)
      const memory = memoryOf(turn as unknown as Turn, before!)
      return { turn, ...(memory !== undefined && { memory }) }
    }
    case "turn_passed":
      return { turn: renameRole(data.turn as Fields) }
    case "consensus_vote":
    case "ballot_vote":
      return { ...data, asks: before!.ballots.at(-1)!.asks, vote: renameRole(data.vote as Fields) }
    case "consensus_result":
    case "ballot_result":
      return upcastResult(data, before!)
    case "sub_discussion_started": {
      const { role: speaker, table, ...rest } = data
      return { ...rest, speaker, table: upcastTable(table as Fields) }
    }
    case "sub_discussion_completed":
      return { ...data, outcome: upcastOutcome(data.outcome as Fields) }
    case "fork_started":
      return { parent: upcastParent(data.parent as Fields) }
    case "discussion_completed":
      return { roundNumber: roundNumber(before!), outcome: upcastOutcome(data.outcome as Fields) }
    case "discussion_error": {
      const error = renameRole(data.error as Fields) as unknown as ErrorDetail
      return { error, outcome: buildOutcome(before!, data.stoppingReason as StoppingReason, error) }
    }
    case "discussion_aborted":
      return { reason: data.reason, outcome: buildOutcome(before!, "user_abort") }
    case "seat_joined":
      return data
    default:
      return renameRoleInError(renameRole(data))
  }
}

/** Not applied to seats, which also have a role. */
function renameRole({ role, ...rest }: Fields): Fields {
  return role === undefined ? rest : { ...rest, seat: role }
}

function renameRoleInError({ error, ...rest }: Fields): Fields {
  return error === undefined ? rest : { ...rest, error: renameRole(error as Fields) }
}

function upcastResult({ ballotId, result }: Fields, { ballots }: DiscussionState): Fields {
  const {
    roundNumber: round,
    isUnanimous: _,
    votes: __,
    modelAVote: ___,
    modelBVote: ____,
    ...counted
  } = result as Fields
  const { asks, votes } = ballots.at(-1)!
  return { ballotId, asks, roundNumber: round, result: counted, votes }
}

function upcastOutcome({ contributions, dissent, bestProposal, ...rest }: Fields): Fields {
  return {
    ...renameRoleInError(rest),
    contributions: (contributions as readonly Fields[]).map(renameRole),
    dissent: (dissent as readonly Fields[]).map(renameRole),
    ...(bestProposal !== undefined && { bestProposal: renameRole(bestProposal as Fields) }),
  }
}

function memoryOf(turn: Turn, state: DiscussionState): string | undefined {
  if (turn.purpose === "sub-discussion") return undefined
  const { language: own, name: speaker } = getSeat(state, turn.seat)
  const { language, topic, format } = state.table
  const settings = { ...format.settings, memoryTruncation: true }
  const write = (name: "narrative" | "structured") => (said: object) => frozenText(name, own ?? language, said)
  const memory = { narrative: write("narrative"), structured: write("structured") }
  return memoryLine(turn, settings, { memory }, { speaker, topic })
}
