import type { z } from "@hono/zod-openapi"
import type { SubDiscussion } from "../../core/discussion/sub-discussion.ts"
import type { Interjection, Turn } from "../../core/discussion/turn.ts"
import type { Vote } from "../../core/discussion/vote.ts"
import type { interjectionSchema, subDiscussionSchema, turnSchema, voteSchema } from "../schemas/parts.ts"

export function iso(at: number): string {
  return new Date(at).toISOString()
}

/** Without what the model thought to itself. */
export function presentTurn({ reasoning: _, subDiscussion, ...turn }: Turn): z.input<typeof turnSchema> {
  const sub = subDiscussion && { ...subDiscussion, seats: [...subDiscussion.seats] }
  return { ...turn, ...(sub && { subDiscussion: sub }), timestamp: iso(turn.timestamp) }
}

export function presentVote(vote: Vote): z.input<typeof voteSchema> {
  const { ranking, approved, scores, ...rest } = vote
  return {
    ...rest,
    ...(ranking && { ranking: [...ranking] }),
    ...(approved && { approved: [...approved] }),
    ...(scores && { scores: [...scores] }),
    timestamp: iso(vote.timestamp),
  }
}

/** Without its table, which holds what seats keep to themselves. */
export function presentSubDiscussion(sub: SubDiscussion): z.input<typeof subDiscussionSchema> {
  const { id, discussionId, by, seats, topic, status } = sub
  return { id, discussionId, by, seats: [...seats], topic, status }
}

export function presentInterjection(interjection: Interjection): z.input<typeof interjectionSchema> {
  return { ...interjection, timestamp: iso(interjection.timestamp) }
}
