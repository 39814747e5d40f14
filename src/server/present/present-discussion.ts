import type { z } from "@hono/zod-openapi"
import { phaseName } from "../../core/discussion/phase.ts"
import { publicSeat } from "../../core/discussion/seat.ts"
import { roundNumber } from "../../core/discussion/seats-of.ts"
import type { DiscussionState } from "../../core/discussion/state.ts"
import { addUsage, noUsage } from "../../core/discussion/usage.ts"
import type { discussionSchema } from "../schemas/discussion.ts"
import { iso, presentInterjection, presentSubDiscussion, presentTurn, presentVote } from "./present-parts.ts"

/** A whole discussion as everyone may see it: no briefings, no personas, no memories. */
export function presentDiscussion(state: DiscussionState): z.input<typeof discussionSchema> {
  const { table, usage } = state
  return {
    id: state.id,
    seq: state.seq,
    format: table.format.name,
    topic: table.topic,
    status: state.status,
    phase: phaseName(state.phase),
    round: roundNumber(state),
    language: table.language,
    seed: table.seed,
    projectId: table.projectId ?? null,
    parent: table.parent ? { ...table.parent, kind: table.parent.kind ?? "fork" } : null,
    seats: state.everyone.filter((seat) => !state.left.includes(seat.id)).map((seat) => mutable(publicSeat(seat))),
    waitingFor: state.open.filter((call) => call.awaiting).map((call) => call.seat),
    settings: mutable(table.format.settings),
    options: [...table.options],
    budget: mutable(table.budget),
    turns: state.turns.map(presentTurn),
    interjections: state.entries.flatMap((entry) =>
      entry.kind === "interjection" ? [presentInterjection(entry.interjection)] : [],
    ),
    ballots: state.ballots.map((ballot) => ({ ...mutable(ballot), votes: ballot.votes.map(presentVote) })),
    subDiscussions: state.subDiscussions.map(presentSubDiscussion),
    outcome: state.outcome && mutable(state.outcome),
    usage: { total: Object.values(usage).reduce(addUsage, noUsage), bySeat: usage },
    startedAt: state.startedAt === null ? null : iso(state.startedAt),
    updatedAt: iso(state.updatedAt),
  }
}

type Mutable<T> = T extends object ? { -readonly [K in keyof T]: Mutable<T[K]> } : T

/** Zod's types know no `readonly`; what is presented is only written out. */
function mutable<T>(value: T): Mutable<T> {
  return value as Mutable<T>
}
