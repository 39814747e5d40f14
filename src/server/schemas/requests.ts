import { z } from "@hono/zod-openapi"
import { settingsSchema } from "../../core/discussion/settings.ts"
import { discussionInputSchema, seatInputSchema } from "../../core/formats/discussion-input.ts"
import { forkChangesSchema } from "../../core/steering/create-fork.ts"
import { subDiscussionInputSchema } from "../../core/steering/create-sub-discussion.ts"
import { discussionRequestSchema } from "../../core/tables/discussion-request.ts"

/** Ids of ours are shorter; what cannot be one is not looked for. */
export const discussionParams = z.object({
  id: z.string().openapi({ description: "the discussion's id", example: "0b6f3c1e-6a58-4a0e-9b1e-2f4b8b1c9d10" }),
})

export const createDiscussionSchema = discussionRequestSchema
  .extend({
    sessionId: z
      .uuid()
      .optional()
      .describe("the session of talk that it belongs to; begun with what is first said in it"),
    start: z.boolean().optional().describe("false: set it up and wait until it is begun with /begin"),
  })
  .openapi("NewDiscussion", {
    example: {
      format: "duet",
      topic: "Should a small team begin with one service or with several?",
      seats: [{ model: "rehearsal/bold" }, { model: "rehearsal/curious" }],
    },
  })

export const eventsQuery = z.strictObject({
  after: z.string().max(20_000).optional().openapi({
    description: "go on after this event; `Last-Event-ID` wins over it",
    example: "12",
  }),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000)
    .default(100)
    .openapi({ description: "of a page in JSON: how many events at most" }),
})

const content = z.string().min(1).max(100_000)

export const turnInputSchema = z
  .strictObject({
    seat: z.string().min(1).max(100).optional().openapi({
      description: "its id or name; may be left out where only one is waited for",
    }),
    content,
  })
  .openapi("NewTurn", { example: { seat: "kim", content: "We have six weeks and twelve people." } })

export const interjectionInputSchema = z
  .strictObject({ author: z.string().min(1).max(100), content })
  .openapi("NewInterjection", { example: { author: "Kim", content: "Mind the budget." } })

export const interruptQuery = z.strictObject({
  turn: z.string().min(1).max(100).optional().openapi({
    description: "the turn that is meant, so that a late call does not cut off the next speaker",
    example: "t4",
  }),
})

export const newSeatSchema = z.strictObject(seatInputSchema.shape).openapi("NewSeat", {
  example: { name: "Lawyer", persona: "You know tenancy law." },
})

export const seatParams = discussionParams.extend({
  seat: z.string().openapi({ description: "the seat's id or name", example: "lawyer" }),
})

export const newSubDiscussionSchema = z.strictObject(subDiscussionInputSchema.shape).openapi("NewSubDiscussion", {
  example: { topic: "What would the move cost?", seats: ["Manager", "Specialist"] },
})

export const forkInputSchema = z
  .strictObject({
    atTurn: z
      .union([z.number().int().min(0), z.string().min(1).max(100)])
      .openapi({ description: "the last turn to take over, by its number or id; 0 takes over none", example: 4 }),
    changes: forkChangesSchema.optional(),
  })
  .openapi("NewFork", { example: { atTurn: 4, changes: { seats: [{ seat: "model-b", model: "rehearsal/bold" }] } } })

export const compareQuery = z.strictObject({
  with: z.string().min(1).max(200).openapi({ description: "the other discussion's id" }),
})

export const exportQuery = z.strictObject({
  as: z.enum(["md", "json", "html"]).default("md").openapi({ description: "in which form" }),
})

const modelChoice = z.strictObject({
  modelId: z.string().min(1).max(200),
  providerId: z.string().min(1).max(100),
  displayName: z.string().min(1).max(60).optional(),
})

export const duetSchema = z
  .strictObject({
    prompt: discussionInputSchema.shape.topic,
    modelA: modelChoice,
    modelB: modelChoice,
    options: settingsSchema.partial().optional(),
  })
  .openapi("NewDuet", {
    example: {
      prompt: "Tabs or spaces?",
      modelA: { providerId: "rehearsal", modelId: "bold" },
      modelB: { providerId: "rehearsal", modelId: "curious" },
    },
  })

export const duetQuery = z.strictObject({
  detach: z
    .enum(["true", "false"])
    .default("false")
    .openapi({ description: "true: the duet goes on when the connection is closed" }),
})
