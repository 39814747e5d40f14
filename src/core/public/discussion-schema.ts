import { z } from "zod"
import { recordSchema } from "../discussion/decision-record.ts"
import { count, list, parentSchema, seatId, statusSchema, text, time } from "./field-schemas.ts"
import { outcomeSchema } from "./outcome-schemas.ts"
import { ballotSchema, interjectionSchema, seatSchema, turnSchema, usageSchema } from "./part-schemas.ts"
import { budgetSchema, decisionSchema, materialSchema, optionsSchema, subDiscussionSchema } from "./setting-schemas.ts"

/** A whole discussion as everyone may see it. */
export const discussionSchema = z
  .object({
    id: text,
    seq: count.describe("the number of its last event; also its ETag"),
    format: text,
    topic: text,
    materials: list(materialSchema).describe("what every seat reads beside the topic; texts are at `/materials`"),
    status: statusSchema,
    phase: text.meta({ example: "model-a-turn" }),
    round: count.describe("0 before the first round"),
    language: text,
    seed: z.number().int(),
    projectId: text.nullable(),
    sessionId: text.nullable().optional().describe("the chat session that it belongs to"),
    parent: parentSchema
      .nullable()
      .describe("the discussion that it was forked from, or that it is a sub-discussion of"),
    seats: list(seatSchema),
    waitingFor: list(seatId).describe("seats of people and outside agents that the discussion is waiting for"),
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
      .describe("the decision record; null where none was asked for, or none could be made"),
    usage: z.object({ total: usageSchema, bySeat: z.record(text, usageSchema) }),
    startedAt: time.nullable(),
    updatedAt: time,
  })
  .meta({ id: "Discussion" })
