import { z } from "zod"
import { recordSchema } from "../discussion/decision-record.ts"
import { count, list, parentSchema, seatId, statusSchema, text, time } from "./field-schemas.ts"
import { outcomeSchema } from "./outcome-schemas.ts"
import { ballotSchema, interjectionSchema, seatSchema, turnSchema, usageSchema } from "./part-schemas.ts"
import { budgetSchema, decisionSchema, materialSchema, optionsSchema, subDiscussionSchema } from "./setting-schemas.ts"

/** A whole discussion, public fields only. */
export const discussionSchema = z
  .object({
    id: text,
    seq: count.describe("the number of its last event; also its ETag"),
    format: text,
    topic: text,
    materials: list(materialSchema).describe("documents that every seat reads; their texts are at `/materials`"),
    status: statusSchema,
    phase: text.meta({ example: "model-a-turn" }),
    round: count.describe("0 before the first round"),
    language: text,
    seed: z.number().int(),
    projectId: text.nullable(),
    sessionId: text.nullable().optional().describe("the chat session of this discussion"),
    parent: parentSchema.nullable().describe("for a fork or a sub-discussion: the discussion that it comes from"),
    seats: list(seatSchema),
    waitingFor: list(seatId).describe("seats of people and outside agents whose answer is awaited"),
    options: optionsSchema,
    decision: decisionSchema,
    budget: budgetSchema,
    turns: list(turnSchema),
    interjections: list(interjectionSchema),
    ballots: list(ballotSchema),
    subDiscussions: list(subDiscussionSchema),
    outcome: outcomeSchema.nullable(),
    record: recordSchema()
      .nullable()
      .describe("the decision record; null if none was requested or it could not be written"),
    usage: z.object({ total: usageSchema, bySeat: z.record(text, usageSchema) }),
    startedAt: time.nullable(),
    updatedAt: time,
  })
  .meta({ id: "Discussion" })
