import { z } from "@hono/zod-openapi"
import { solutionSources, stoppingReasons } from "../../core/discussion/outcome.ts"
import { statuses } from "../../core/discussion/state.ts"
import { ballotQuestions, protocolNames } from "../../core/discussion/vote.ts"
import { settingsSchema } from "../../core/formats/settings.ts"
import {
  ballotSchema,
  errorDetailSchema,
  interjectionSchema,
  parentKinds,
  seatSchema,
  subDiscussionSchema,
  time,
  turnSchema,
  usageSchema,
} from "./parts.ts"

const count = z.number().int().min(0)

const standingSchema = z
  .object({
    ballotId: z.string(),
    roundNumber: count,
    asks: z.enum(ballotQuestions),
    positions: z.array(
      z.object({
        position: z.string().nullable().openapi({ description: "an option, or yes or no; null could not be read" }),
        seats: z.array(z.string()),
        confidence: z.number().openapi({ description: "on average" }),
      }),
    ),
  })
  .openapi("Standing", { description: "Who stood where on one ballot, the most held position first." })

export const outcomeSchema = z
  .object({
    stoppingReason: z.enum(stoppingReasons),
    agreed: z.boolean(),
    solution: z.string().optional(),
    solutionFrom: z
      .enum(solutionSources)
      .optional()
      .openapi({ description: "with a solution; only `agreement` is what all who had to agree to it did" }),
    amount: z.number().optional(),
    bestProposal: z.object({ role: z.string(), solution: z.string(), confidence: z.number() }).optional(),
    rounds: count,
    contributions: z.array(
      z.object({
        role: z.string(),
        name: z.string(),
        turns: count,
        passes: count,
        characters: count,
        excerpt: z.string(),
      }),
    ),
    dissent: z.array(
      z.object({
        role: z.string(),
        name: z.string(),
        reading: z.string(),
        confidence: z.number(),
        reasoning: z.string(),
        choice: z.string().optional(),
      }),
    ),
    votes: z
      .object({ first: standingSchema, final: standingSchema })
      .optional()
      .openapi({ description: "the first vote on the matter beside the last" }),
    recounts: z
      .array(z.object({ protocol: z.enum(protocolNames), winner: z.string().nullable(), differs: z.boolean() }))
      .optional()
      .openapi({ description: "the last ballot under every protocol that it can be counted by" }),
    usage: usageSchema,
    error: errorDetailSchema.optional(),
  })
  .openapi("Outcome")

export const shownSettings = z.strictObject(settingsSchema.shape).openapi("Settings")

export const discussionSchema = z
  .object({
    id: z.string(),
    seq: count.openapi({ description: "the number of its last event; also its ETag" }),
    format: z.string(),
    topic: z.string(),
    status: z.enum(statuses),
    phase: z.string().openapi({ example: "model-a-turn" }),
    round: count.openapi({ description: "0 before the first" }),
    language: z.string(),
    seed: z.number().int(),
    projectId: z.string().nullable(),
    parent: z
      .object({ kind: z.enum(parentKinds), discussionId: z.string(), atTurn: z.string().nullable(), seq: count })
      .nullable()
      .openapi({
        description:
          "what it is a fork of, and from which turn; or a sub-discussion of, and as which turn it comes back",
      }),
    seats: z.array(seatSchema),
    waitingFor: z
      .array(z.string())
      .openapi({ description: "seats of people and outside agents whose words are awaited" }),
    settings: shownSettings,
    options: z.array(z.string()).openapi({ description: "what a ballot offers to choose from" }),
    budget: z.object({ tokens: count.optional(), milliseconds: z.number().optional(), dollars: z.number().optional() }),
    turns: z.array(turnSchema),
    interjections: z.array(interjectionSchema),
    ballots: z.array(ballotSchema),
    subDiscussions: z.array(subDiscussionSchema),
    outcome: outcomeSchema.nullable(),
    usage: z.object({ total: usageSchema, bySeat: z.record(z.string(), usageSchema) }),
    startedAt: time.nullable(),
    updatedAt: time,
  })
  .openapi("Discussion")

export const discussionAnswer = z.object({ discussion: discussionSchema }).openapi("DiscussionAnswer")
