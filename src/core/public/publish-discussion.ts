import { phaseName } from "../discussion/phase.ts"
import { publicSeat } from "../discussion/seat.ts"
import { roundNumber } from "../discussion/seat-queries.ts"
import type { DiscussionState } from "../discussion/state.ts"
import { addUsage, noUsage } from "../discussion/usage.ts"
import { isoTime } from "../text.ts"
import {
  publishBallot,
  publishInterjection,
  publishMaterials,
  publishOutcome,
  publishSubDiscussion,
  publishTurn,
} from "./publish-parts.ts"
import type { PublicDiscussion } from "./types.ts"

/** A whole discussion as everyone may see it: no briefings, no personas, no memories. */
export function publishDiscussion(state: DiscussionState): PublicDiscussion {
  const { table, usage } = state
  return {
    id: state.id,
    seq: state.seq,
    format: table.format.name,
    topic: table.topic,
    materials: publishMaterials(table),
    status: state.status,
    phase: phaseName(state.phase),
    round: roundNumber(state),
    language: table.language,
    seed: table.seed,
    projectId: table.projectId ?? null,
    sessionId: table.sessionId ?? null,
    parent: table.parent ?? null,
    seats: state.everyone.filter((seat) => !state.leftSeats.includes(seat.id)).map(publicSeat),
    waitingFor: state.openCalls.filter((call) => call.awaiting).map((call) => call.seat),
    options: table.format.settings,
    decision: { options: table.choices },
    budget: table.budget,
    turns: state.turns.map(publishTurn),
    interjections: state.entries.flatMap((entry) =>
      entry.kind === "interjection" ? [publishInterjection(entry.interjection)] : [],
    ),
    ballots: state.ballots.map(publishBallot),
    subDiscussions: state.subDiscussions.map(publishSubDiscussion),
    outcome: state.outcome && publishOutcome(state.outcome),
    record: state.record,
    usage: { total: Object.values(usage).reduce(addUsage, noUsage), bySeat: usage },
    startedAt: state.startedAt === null ? null : isoTime(state.startedAt),
    updatedAt: isoTime(state.updatedAt),
  }
}
