import { heldBackInOrder } from "../discussion/fold-turns.ts"
import type { Outcome } from "../discussion/outcome.ts"
import { publicSeat } from "../discussion/seat.ts"
import { roundNumber } from "../discussion/seat-queries.ts"
import type { DiscussionState } from "../discussion/state.ts"
import type { SubDiscussion } from "../discussion/sub-discussion.ts"
import type { Budget, Table } from "../discussion/table.ts"
import type { Interjection, Turn } from "../discussion/turn.ts"
import { sumUsage } from "../discussion/usage.ts"
import { type Ballot, shownVotes, type Vote } from "../discussion/vote.ts"
import type { ErrorDetail } from "../errors.ts"
import { characterCount, isoTime } from "../text.ts"
import { phaseName } from "./phase-name.ts"
import type {
  PublicBallot,
  PublicDiscussion,
  PublicErrorDetail,
  PublicInterjection,
  PublicMaterial,
  PublicOutcome,
  PublicSubDiscussion,
  PublicTurn,
  PublicVote,
} from "./types.ts"

/** A whole discussion without briefings, personas or memories. */
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
    budget: publishBudget(table.budget),
    turns: recordedTurns(state).map(publishTurn),
    interjections: state.entries.flatMap((entry) =>
      entry.kind === "interjection" ? [publishInterjection(entry.interjection)] : [],
    ),
    ballots: state.ballots.map(publishBallot),
    subDiscussions: state.subDiscussions.map(publishSubDiscussion),
    outcome: state.outcome && publishOutcome(state.outcome),
    record: state.record,
    usage: { total: sumUsage(usage), bySeat: usage },
    startedAt: state.startedAt === null ? null : isoTime(state.startedAt),
    updatedAt: isoTime(state.updatedAt),
  }
}

/** As in the record: turns of a parallel stage in speaking order, not in the order in which they ended. */
function recordedTurns({ turns, entries, round }: DiscussionState): readonly Turn[] {
  const underWay = round ? heldBackInOrder(round) : []
  const syntheses = turns.filter(({ purpose }) => purpose === "synthesis")
  return [...entries.flatMap((entry) => (entry.kind === "turn" ? entry.turn : [])), ...underWay, ...syntheses]
}

/** With the names of a request. */
export function publishBudget({ milliseconds, ...budget }: Budget): PublicDiscussion["budget"] {
  return { ...budget, ...(milliseconds !== undefined && { seconds: milliseconds / 1_000 }) }
}

export function publishError(error: ErrorDetail): PublicErrorDetail {
  return withRole(error)
}

/** Without the model's reasoning, which only callers who may steer the discussion can fetch. */
export function publishTurn({ reasoning: _, seat, id, ...turn }: Turn): PublicTurn {
  const characters = characterCount(turn.content)
  return { id, role: seat, ...turn, characterCount: characters, timestamp: isoTime(turn.timestamp) }
}

export function publishVote({ seat, ...vote }: Vote): PublicVote {
  return { role: seat, ...vote, timestamp: isoTime(vote.timestamp) }
}

/** The votes of a counted secret ballot, without names. */
export function unnamedVotes(votes: readonly Vote[]): PublicVote[] {
  return shownVotes({ secret: true, votes }).map(({ seat: _, ...vote }) => vote)
}

function publishBallot(ballot: Ballot): PublicBallot {
  const { secret, votes, result } = ballot
  const shown = secret ? (result ? unnamedVotes(votes) : []) : votes.map(publishVote)
  return { ...ballot, votes: shown, voted: votes.map(({ seat }) => seat) }
}

/** Without its table, which contains private briefings. */
function publishSubDiscussion(sub: SubDiscussion): PublicSubDiscussion {
  const { id, discussionId, by, seats, topic, status } = sub
  return { id, discussionId, by, seats, topic, status }
}

export function publishInterjection(interjection: Interjection): PublicInterjection {
  return { ...interjection, timestamp: isoTime(interjection.timestamp) }
}

export function publishOutcome({
  bestProposal,
  baseline,
  contributions,
  dissent,
  error,
  ...outcome
}: Outcome): PublicOutcome {
  return {
    ...outcome,
    contributions: contributions.map(withRole),
    dissent: dissent.map(withRole),
    ...(bestProposal && { bestProposal: withRole(bestProposal) }),
    ...(baseline && { baseline: withRole(baseline) }),
    ...(error && { error: publishError(error) }),
  }
}

type WithRole<Part> = Omit<Part, "seat"> &
  (Part extends { readonly seat: string } ? { role: string } : { role?: string })

/** The HTTP contract calls a seat's id `role`. Votes of a secret ballot have no seat. */
export function withRole<Part extends { readonly seat?: string }>({ seat, ...part }: Part): WithRole<Part> {
  return { ...(seat !== undefined && { role: seat }), ...part } as unknown as WithRole<Part>
}

/** Without the texts: they can be long. */
export function publishMaterials({ materials = [] }: Table): PublicMaterial[] {
  return materials.map(({ name, text }, index) => ({ number: index + 1, name, characters: characterCount(text) }))
}
