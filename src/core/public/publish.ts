import type { EventData, LiveEvent, LiveEventOf } from "../discussion/event.ts"
import { publicSeat } from "../discussion/seat.ts"
import { totalTokens } from "../discussion/usage.ts"
import { isoTime } from "../text.ts"
import {
  publishBudget,
  publishError,
  publishInterjection,
  publishMaterials,
  publishOutcome,
  publishTurn,
  publishVote,
  unnamedVotes,
  withRole,
} from "./publish-discussion.ts"
import type { PublicEvent, PublicEventData, PublicEventType } from "./types.ts"

/** The public form of an event: ISO times, no personas, briefings, memories or reasoning. */
export function publish({ seq, type, at, data }: LiveEvent): PublicEvent {
  const publishData = publishers[type] as (data: unknown) => unknown
  return { seq, type: publicType(type, data), at: isoTime(at), data: publishData(data) } as PublicEvent
}

const consensusTypes: Readonly<Record<string, PublicEventType>> = {
  ballot_started: "consensus_check_started",
  ballot_vote: "consensus_vote",
  ballot_result: "consensus_result",
}

/** Ballots that ask for consensus have their own events in the HTTP contract. */
function publicType(type: LiveEvent["type"], data: LiveEvent["data"]): PublicEventType {
  return ("asks" in data && data.asks === "consensus" && consensusTypes[type]) || type
}

type PublicData<Type extends LiveEvent["type"]> =
  | PublicEventData[Type]
  | (Type extends "ballot_result" ? PublicEventData["consensus_result"] : never)

/** Exhaustive: an event without a publisher does not compile. */
const publishers: { readonly [Type in LiveEvent["type"]]: (data: LiveEventOf<Type>["data"]) => PublicData<Type> } = {
  discussion_created({ table }) {
    const { topic, format, seats, language, seed, materials, choices, budget, parent } = table
    return {
      ...{ topic, format: format.name, seats: seats.map(publicSeat), language, seed },
      ...(materials && { materials: publishMaterials(table) }),
      decision: { options: choices },
      budget: publishBudget(budget),
      ...(parent && { parent }),
    }
  },
  discussion_started: ({ topic: prompt, format, seats, settings }) => ({ prompt, format, seats, options: settings }),
  round_started: unchanged,
  stage_started: unchanged,
  novelty_measured: withError,
  positions_compared({ positions, ...data }) {
    return { ...withError(data), positions: positions.map(withRole) }
  },
  round_completed: unchanged,

  turn_chunk: withRole,
  turn_started: withRole,
  turn_completed: ({ turn }) => ({ turn: publishTurn(turn) }),
  turn_passed: ({ turn }) => ({ turn: publishTurn(turn) }),
  turn_retried: (data) => withRole(withError(data)),
  turn_skipped: ({ error, ...data }) => ({ ...withRole(data), error: publishError(error) }),
  turn_interrupted: withRole,
  awaiting_input: ({ until, ...data }) => ({
    ...withRole(data),
    ...(until !== undefined && { until: isoTime(until) }),
  }),
  interjection: ({ interjection }) => ({ interjection: publishInterjection(interjection) }),
  chair_asked: withRole,
  speaker_chosen: withRole,

  ballot_started: unchanged,
  ballot_vote({ ballotId, vote, tokenUsage, secret }) {
    return { ballotId, role: vote.seat, ...(!secret && { vote: publishVote(vote) }), tokenUsage }
  },
  ballot_result: publishResult,
  ballot_retried: (data) => withRole(withError(data)),

  seat_joined: ({ seat, fromRound }) => ({ seat: publicSeat(seat), fromRound }),
  seat_left: withRole,
  sub_discussion_started({ table: { format, budget }, speaker, ...data }) {
    return { ...data, role: speaker, format: format.name, options: format.settings, budget: publishBudget(budget) }
  },
  sub_discussion_completed: ({ outcome, ...data }) => ({ ...data, outcome: publishOutcome(outcome) }),
  memory_trimmed: withRole,
  history_trimmed: unchanged,
  budget_warning: ({ of, used, limit }) =>
    of === "milliseconds" ? { of: "seconds", used: used / 1_000, limit: limit / 1_000 } : { of, used, limit },

  discussion_paused: unchanged,
  discussion_resumed: unchanged,
  fork_started: unchanged,
  closing_started: unchanged,
  closing_call_started: withRole,
  closing_call_retried: ({ draft: _, ...data }) => withRole(withError(data)),
  closing_call_failed: ({ error, ...data }) => ({ ...withRole(data), error: publishError(error) }),
  record_written: unchanged,
  result_written: withRole,
  baseline_answered: withRole,
  discussion_completed: publishCompletion,
  discussion_error(data) {
    const outcome = publishOutcome(data.outcome)
    return { error: publishError(data.error), stoppingReason: outcome.stoppingReason, outcome }
  },
  discussion_aborted: ({ reason, outcome }) => ({ reason, outcome: publishOutcome(outcome) }),
}

function unchanged<Data>(data: Data): Data {
  return data
}

function withError<Data extends { readonly error?: Parameters<typeof publishError>[0] }>({ error, ...data }: Data) {
  return { ...data, ...(error && { error: publishError(error) }) }
}

/** A consensus result also contains the votes; those of a duet also by model. */
function publishResult({ ballotId, asks, roundNumber, result, ...data }: EventData["ballot_result"]) {
  const { votes: cast, secret = false } = data
  if (asks !== "consensus") {
    return { ballotId, result: { ...result, roundNumber, ...(secret && { votes: unnamedVotes(cast) }) } }
  }
  const votes = secret ? unnamedVotes(cast) : cast.map(publishVote)
  const [a, b] = ["model-a", "model-b"].map((seat) => votes.find(({ role }) => role === seat))
  const named = { ...(a && { modelAVote: a }), ...(b && { modelBVote: b }) }
  return { ballotId, result: { ...result, isUnanimous: result.yes === votes.length, votes, ...named, roundNumber } }
}

function publishCompletion(data: EventData["discussion_completed"]): PublicEventData["discussion_completed"] {
  const outcome = publishOutcome(data.outcome)
  const { stoppingReason, agreed, solution, contributions } = outcome
  const completion = { stoppingReason, outcome, totalTokensUsed: totalTokens(data.outcome.usage) }
  if (!agreed || solution === undefined) return completion
  const [a, b] = ["model-a", "model-b"].map((seat) => contributions.find(({ role }) => role === seat)?.excerpt)
  const named = {
    ...(a !== undefined && { modelAContribution: a }),
    ...(b !== undefined && { modelBContribution: b }),
  }
  return { ...completion, finalConsensus: { solution, achievedAtRound: data.roundNumber, contributions, ...named } }
}
