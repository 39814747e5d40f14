import { buildOutcome } from "../analysing/build-outcome.ts"
import type { StoppingReason } from "../discussion/outcome.ts"
import { getSeat, roundNumber } from "../discussion/seat-queries.ts"
import type { DiscussionState } from "../discussion/state.ts"
import type { Turn } from "../discussion/turn.ts"
import type { ErrorDetail } from "../errors.ts"
import { languageFor } from "../languages/index.ts"
import { memoryLine } from "../prompting/memory-line.ts"
import type { StoredEvent } from "./upcast.ts"

type Fields = Readonly<Record<string, unknown>>

/**
 * Version 1 called a seat's id its role; had events of their own for ballots that ask for agreement; left it to whoever
 * read the log to work out the outcome of what failed or was aborted, and what seats remember; and its votes and results
 * did not say what had been asked.
 */
export function upcastV1({ type, data, ...stored }: StoredEvent, before: DiscussionState | undefined): StoredEvent {
  const next = { type: typesNow[type] ?? type, data: dataNow(type, data as Fields, before) }
  return { ...stored, version: 2, ...next }
}

const typesNow: Readonly<Record<string, string>> = {
  consensus_check_started: "ballot_started",
  consensus_vote: "ballot_vote",
  consensus_result: "ballot_result",
}

function dataNow(type: string, data: Fields, before: DiscussionState | undefined): Fields {
  switch (type) {
    case "discussion_created":
      return { table: tableNow(data.table as Fields) }
    case "discussion_started": {
      const { prompt: topic, options, ...rest } = data
      return { topic, ...rest, settings: settingsNow(options as Fields) }
    }
    case "turn_completed": {
      const turn = bySeat(data.turn as Fields)
      const memory = memoryOf(turn as unknown as Turn, before!)
      return { turn, ...(memory !== undefined && { memory }) }
    }
    case "turn_passed":
      return { turn: bySeat(data.turn as Fields) }
    case "consensus_vote":
    case "ballot_vote":
      return { ...data, asks: before!.ballots.at(-1)!.asks, vote: bySeat(data.vote as Fields) }
    case "consensus_result":
    case "ballot_result":
      return resultNow(data, before!)
    case "sub_discussion_started": {
      const { role: speaker, table, ...rest } = data
      return { ...rest, speaker, table: tableNow(table as Fields) }
    }
    case "sub_discussion_completed":
      return { ...data, outcome: outcomeNow(data.outcome as Fields) }
    case "fork_started":
      return { parent: parentNow(data.parent as Fields) }
    case "discussion_completed":
      return { roundNumber: roundNumber(before!), outcome: outcomeNow(data.outcome as Fields) }
    case "discussion_error": {
      const error = bySeat(data.error as Fields) as unknown as ErrorDetail
      return { error, outcome: buildOutcome(before!, data.stoppingReason as StoppingReason, error) }
    }
    case "discussion_aborted":
      return { reason: data.reason, outcome: buildOutcome(before!, "user_abort") }
    case "seat_joined":
      return data
    default:
      return withError(bySeat(data))
  }
}

/** What version 1 called a seat's id. The role that a seat has at the table is called so too: it is no part of these. */
function bySeat({ role, ...rest }: Fields): Fields {
  return role === undefined ? rest : { ...rest, seat: role }
}

function withError({ error, ...rest }: Fields): Fields {
  return error === undefined ? rest : { ...rest, error: bySeat(error as Fields) }
}

/** Where a duet's two seats sit has a name of its own; version 1 knew that by the voice. */
function tableNow({ options: choices, format, parent, ...rest }: Fields): Fields {
  const { settings, ...rules } = format as Fields
  const seatIds = rules.voice === "duet" ? { seatIds: ["model-a", "model-b"] } : {}
  return {
    ...rest,
    format: { ...rules, ...seatIds, settings: settingsNow(settings as Fields) },
    choices,
    ...(parent !== undefined && { parent: parentNow(parent as Fields) }),
  }
}

/** The first logs were written before there were these. */
function settingsNow(settings: Fields): Fields {
  return {
    ...{ protocol: "consensus", optionOrder: "given", decide: "discuss-first", noveltyModel: null },
    ...{ subDiscussions: 0, subDiscussionDepth: 0, subDiscussionShare: 0.5, subDiscussionsBySeats: false },
    ...settings,
  }
}

function parentNow(parent: Fields): Fields {
  return { kind: "fork", ...parent }
}

function resultNow({ ballotId, result }: Fields, { ballots }: DiscussionState): Fields {
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

function outcomeNow({ contributions, dissent, bestProposal, ...rest }: Fields): Fields {
  return {
    ...withError(rest),
    contributions: (contributions as readonly Fields[]).map(bySeat),
    dissent: (dissent as readonly Fields[]).map(bySeat),
    ...(bestProposal !== undefined && { bestProposal: bySeat(bestProposal as Fields) }),
  }
}

function memoryOf(turn: Turn, state: DiscussionState): string | undefined {
  if (turn.purpose === "sub-discussion") return undefined
  const language = languageFor(getSeat(state, turn.seat).language ?? state.table.language)
  return memoryLine(turn, state.table.format.settings, language)
}
