import { z } from "zod"
import { settingsSchema } from "../discussion/settings.ts"
import { count, list, seatId, text } from "./part-schemas.ts"

export const parentSchema = z
  .object({
    kind: z.enum(["fork", "sub-discussion"]),
    discussionId: text,
    atTurn: text
      .nullable()
      .describe("of a fork: the last turn that it copied; of a sub-discussion: the turn that holds its result"),
    seq: count,
  })
  .meta({ id: "Parent" })

export const subDiscussionSchema = z
  .object({
    id: text.meta({ description: "also the id of the turn that holds its result", example: "s1" }),
    discussionId: text,
    by: seatId.nullable().describe("the seat that asked for it; null for a person outside the discussion"),
    seats: list(seatId),
    topic: text,
    status: z.enum(["running", "completed", "failed", "aborted"]),
  })
  .meta({ id: "SubDiscussion" })

/** Its text is at `/materials`: it may be long. */
export const materialSchema = z.object({ number: count, name: text, characters: count }).meta({ id: "Material" })

export const budgetSchema = z.object({
  tokens: count.optional(),
  milliseconds: z.number().optional(),
  dollars: z.number().optional(),
})

export const optionsSchema = z.strictObject(settingsSchema.shape).meta({ id: "Settings" })

export const decisionSchema = z.object({ options: list(text).describe("the options to vote on") })
