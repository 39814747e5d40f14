import { z } from "zod"
import { settingsSchema } from "../discussion/settings-schema.ts"
import { count, list, seatId, text } from "./field-schemas.ts"

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

/** Without the text, which can be long: it is at `/materials`. */
export const materialSchema = z.object({ number: count, name: text, characters: count }).meta({ id: "Material" })

export const budgetSchema = z.object({
  tokens: count.optional(),
  seconds: z.number().optional(),
  dollars: z.number().optional(),
})

export const optionsSchema = z.strictObject(settingsSchema().shape).meta({ id: "DiscussionOptions" })

export const decisionSchema = z.object({ options: list(text).describe("the options to vote on") })
