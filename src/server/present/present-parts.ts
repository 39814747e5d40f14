import type { z } from "@hono/zod-openapi"
import type { Interjection, Turn } from "../../core/discussion/turn.ts"
import type { Vote } from "../../core/discussion/vote.ts"
import type { interjectionSchema, turnSchema, voteSchema } from "../schemas/parts.ts"

export function iso(at: number): string {
  return new Date(at).toISOString()
}

/** Without what the model thought to itself. */
export function presentTurn({ reasoning: _, ...turn }: Turn): z.input<typeof turnSchema> {
  return { ...turn, timestamp: iso(turn.timestamp) }
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

export function presentInterjection(interjection: Interjection): z.input<typeof interjectionSchema> {
  return { ...interjection, timestamp: iso(interjection.timestamp) }
}
