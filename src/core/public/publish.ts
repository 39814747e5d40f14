import type { EventData, LiveEvent } from "../discussion/event.ts"
import { publicSeat } from "../discussion/seat.ts"
import { totalTokens } from "../discussion/usage.ts"
import { isoTime } from "../text.ts"
import {
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
export function publish(event: LiveEvent): PublicEvent {
  const { type, data } = rendered(event)
  return { seq: event.seq, type, at: isoTime(event.at), data } as PublicEvent
}

type Rendered = {
  [Type in PublicEventType]: { readonly type: Type; readonly data: PublicEventData[Type] }
}[PublicEventType]

function rendered(event: LiveEvent): Rendered {
  switch (event.type) {
    case "discussion_created": {
      const { topic, format, seats, language, seed, choices, budget, parent } = event.data.table
      const shown = { topic, format: format.name, seats: seats.map(publicSeat), language, seed }
      const data = {
        ...shown,
        ...(event.data.table.materials && { materials: publishMaterials(event.data.table) }),
        decision: { options: choices },
        budget,
        ...(parent && { parent }),
      }
      return { type: event.type, data }
    }
    case "discussion_started": {
      const { topic: prompt, format, seats, settings } = event.data
      return { type: event.type, data: { prompt, format, seats, options: settings } }
    }
    case "round_started":
    case "stage_started":
    case "round_completed":
    case "history_trimmed":
    case "budget_warning":
    case "discussion_paused":
    case "discussion_resumed":
    case "fork_started":
    case "closing_started":
      return event
    case "novelty_measured":
      return { type: event.type, data: withError(event.data) }
    case "positions_compared": {
      const { positions, ...data } = event.data
      return { type: event.type, data: { ...withError(data), positions: positions.map((one) => withRole(one)) } }
    }
    case "turn_chunk":
      return { type: event.type, data: withRole(event.data) }
    case "turn_started":
      return { type: event.type, data: withRole(event.data) }
    case "turn_interrupted":
      return { type: event.type, data: withRole(event.data) }
    case "chair_asked":
      return { type: event.type, data: withRole(event.data) }
    case "speaker_chosen":
      return { type: event.type, data: withRole(event.data) }
    case "seat_left":
      return { type: event.type, data: withRole(event.data) }
    case "memory_trimmed":
      return { type: event.type, data: withRole(event.data) }
    case "turn_retried":
      return { type: event.type, data: withRole(withError(event.data)) }
    case "ballot_retried":
      return { type: event.type, data: withRole(withError(event.data)) }
    case "turn_skipped": {
      const { error, ...data } = event.data
      return { type: event.type, data: { ...withRole(data), error: publishError(error) } }
    }
    case "turn_completed":
    case "turn_passed":
      return { type: event.type, data: { turn: publishTurn(event.data.turn) } }
    case "awaiting_input": {
      const { until, ...data } = event.data
      return { type: event.type, data: { ...withRole(data), ...(until !== undefined && { until: isoTime(until) }) } }
    }
    case "interjection":
      return { type: event.type, data: { interjection: publishInterjection(event.data.interjection) } }
    case "ballot_started":
      return { type: event.data.asks === "consensus" ? "consensus_check_started" : event.type, data: event.data }
    case "ballot_vote": {
      const { ballotId, asks, vote, tokenUsage, secret } = event.data
      const data = { ballotId, role: vote.seat, ...(!secret && { vote: publishVote(vote) }), tokenUsage }
      return { type: asks === "consensus" ? "consensus_vote" : event.type, data }
    }
    case "ballot_result":
      return publishResult(event.data)
    case "seat_joined": {
      const { seat, fromRound } = event.data
      return { type: event.type, data: { seat: publicSeat(seat), fromRound } }
    }
    case "sub_discussion_started": {
      const { table, speaker, ...data } = event.data
      const { format, budget } = table
      return {
        type: event.type,
        data: { ...data, role: speaker, format: format.name, options: format.settings, budget },
      }
    }
    case "sub_discussion_completed": {
      const { outcome, ...data } = event.data
      return { type: event.type, data: { ...data, outcome: publishOutcome(outcome) } }
    }
    case "closing_call_started":
      return { type: event.type, data: withRole(event.data) }
    case "closing_call_retried": {
      const { draft: _, ...data } = event.data
      return { type: event.type, data: withRole(withError(data)) }
    }
    case "closing_call_failed": {
      const { error, ...data } = event.data
      return { type: event.type, data: { ...withRole(data), error: publishError(error) } }
    }
    case "record_written":
      return event
    case "baseline_answered":
      return { type: event.type, data: withRole(event.data) }
    case "result_written":
      return { type: event.type, data: withRole(event.data) }
    case "discussion_completed":
      return { type: event.type, data: publishCompletion(event.data) }
    case "discussion_error": {
      const outcome = publishOutcome(event.data.outcome)
      const { stoppingReason } = outcome
      return { type: event.type, data: { error: publishError(event.data.error), stoppingReason, outcome } }
    }
    case "discussion_aborted": {
      const { reason, outcome } = event.data
      return { type: event.type, data: { reason, outcome: publishOutcome(outcome) } }
    }
  }
}

function withError<Data extends { readonly error?: Parameters<typeof publishError>[0] }>({ error, ...data }: Data) {
  return { ...data, ...(error && { error: publishError(error) }) }
}

/** A consensus result also contains the votes; those of a duet also by model. */
function publishResult({ ballotId, asks, roundNumber, result, ...data }: EventData["ballot_result"]): Rendered {
  const { votes: cast, secret = false } = data
  if (asks !== "consensus") {
    const shown = secret && { votes: unnamedVotes(cast) }
    return { type: "ballot_result", data: { ballotId, result: { ...result, roundNumber, ...shown } } }
  }
  const votes = secret ? unnamedVotes(cast) : cast.map(publishVote)
  const [a, b] = ["model-a", "model-b"].map((seat) => votes.find(({ role }) => role === seat))
  const named = { ...(a && { modelAVote: a }), ...(b && { modelBVote: b }) }
  const isUnanimous = result.yes === votes.length
  return {
    type: "consensus_result",
    data: { ballotId, result: { ...result, isUnanimous, votes, ...named, roundNumber } },
  }
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
