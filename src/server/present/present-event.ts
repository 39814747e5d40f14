import type { LiveEvent } from "../../core/discussion/event.ts"
import { publicSeat } from "../../core/discussion/seat.ts"
import { iso, presentInterjection, presentTurn, presentVote } from "./present-parts.ts"

/** An event's data as everyone may see it: times are ISO, and what is one seat's own stays with it. */
export function presentEventData(event: LiveEvent): Readonly<Record<string, unknown>> {
  switch (event.type) {
    case "discussion_created": {
      const { topic, format, seats, language, seed, options, budget, parent } = event.data.table
      const shown = { topic, format: format.name, seats: seats.map(publicSeat), language, seed, options, budget }
      return { ...shown, ...(parent && { parent }) }
    }
    case "awaiting_input": {
      const { until, ...data } = event.data
      return { ...data, ...(until !== undefined && { until: iso(until) }) }
    }
    case "seat_joined":
      return { ...event.data, seat: publicSeat(event.data.seat) }
    case "sub_discussion_started": {
      const { table, ...data } = event.data
      return { ...data, format: table.format.name, options: table.format.settings, budget: table.budget }
    }
    case "turn_completed":
    case "turn_passed":
      return { ...event.data, turn: presentTurn(event.data.turn) }
    case "interjection":
      return { ...event.data, interjection: presentInterjection(event.data.interjection) }
    case "consensus_vote":
    case "ballot_vote":
      return { ...event.data, vote: presentVote(event.data.vote) }
    case "consensus_result": {
      const { votes, modelAVote, modelBVote, ...result } = event.data.result
      return {
        ...event.data,
        result: {
          ...result,
          votes: votes.map(presentVote),
          ...(modelAVote && { modelAVote: presentVote(modelAVote) }),
          ...(modelBVote && { modelBVote: presentVote(modelBVote) }),
        },
      }
    }
    default:
      return { ...event.data }
  }
}
