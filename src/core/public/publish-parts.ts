import type { Outcome } from "../discussion/outcome.ts"
import type { SubDiscussion } from "../discussion/sub-discussion.ts"
import type { Table } from "../discussion/table.ts"
import type { Interjection, Turn } from "../discussion/turn.ts"
import { type Ballot, shownVotes, type Vote } from "../discussion/vote.ts"
import type { ErrorDetail } from "../errors.ts"
import { characterCount, isoTime } from "../text.ts"
import type {
  PublicBallot,
  PublicErrorDetail,
  PublicInterjection,
  PublicMaterial,
  PublicOutcome,
  PublicSubDiscussion,
  PublicTurn,
  PublicVote,
} from "./types.ts"

export function publishError({ seat, ...error }: ErrorDetail): PublicErrorDetail {
  return { ...error, ...(seat !== undefined && { role: seat }) }
}

/** Without the model's reasoning, which only those who may steer the discussion can fetch. */
export function publishTurn({ reasoning: _, seat, id, ...turn }: Turn): PublicTurn {
  const characters = characterCount(turn.content)
  return { id, role: seat, ...turn, characterCount: characters, timestamp: isoTime(turn.timestamp) }
}

export function publishVote({ seat, ...vote }: Vote): PublicVote {
  return { role: seat, ...vote, timestamp: isoTime(vote.timestamp) }
}

export function publishBallot(ballot: Ballot): PublicBallot {
  const { secret, votes, result } = ballot
  const shown = secret ? (result ? shownVotes(ballot) : []) : votes.map(publishVote)
  return { ...ballot, votes: shown, voted: votes.map(({ seat }) => seat) }
}

/** Without its table, which holds what its seats know in private. */
export function publishSubDiscussion(sub: SubDiscussion): PublicSubDiscussion {
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
    contributions: contributions.map(({ seat, ...one }) => ({ role: seat, ...one })),
    dissent: dissent.map(withRole),
    ...(bestProposal && { bestProposal: withRole(bestProposal) }),
    ...(baseline && { baseline: { role: baseline.seat, ...withoutSeat(baseline) } }),
    ...(error && { error: publishError(error) }),
  }
}

function withoutSeat<Part extends { readonly seat: string }>({ seat: _, ...part }: Part): Omit<Part, "seat"> {
  return part
}

/** Of a secret ballot it is not said whose it is. */
function withRole<Part extends { readonly seat?: string }>({
  seat,
  ...part
}: Part): Omit<Part, "seat"> & { role?: string } {
  return { ...(seat !== undefined && { role: seat }), ...part }
}

/** Without the texts, which may be long. */
export function publishMaterials({ materials = [] }: Table): PublicMaterial[] {
  return materials.map(({ name, text }, index) => ({ number: index + 1, name, characters: characterCount(text) }))
}
