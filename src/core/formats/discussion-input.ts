import { z } from "zod"
import { formatSchema, maxSeatCount } from "../discussion/format.ts"
import { seatKinds } from "../discussion/seat.ts"
import { settingsSchema } from "../discussion/settings.ts"

const maxTopicLength = 50_000
const maxPersonaLength = 20_000

/** Text that every store and every provider can take. */
function boundedText(limit: number) {
  return z
    .string("must be text")
    .max(limit, `must have at most ${limit.toLocaleString("en")} characters; shorten it or attach it as a briefing`)
    .refine((value) => value.isWellFormed(), "has half of a surrogate pair; send valid Unicode")
    .refine((value) => !value.includes("\u0000"), "has a NUL character; remove it")
}

function nonEmptyText(limit: number) {
  return boundedText(limit).refine((value) => value.trim() !== "", "must not be empty; write at least one word")
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: names stand in labels, which must stay on one line
const unsafeInName = /[\u0000-\u001f\u007f\u0085\u2028\u2029<>]/

const nameSchema = nonEmptyText(60).refine((value) => !unsafeInName.test(value), "must be one line without < and >")

const modelNameSchema = nonEmptyText(200)
const languageCode = z.string().max(35)

const seatOptions = z.strictObject({
  temperature: settingsSchema.shape.temperature.optional(),
  maxTokens: settingsSchema.shape.maxTokens.optional(),
  stop: settingsSchema.shape.stop.optional().describe("text at which its turns are cut"),
})

export const seatInputSchema = z.strictObject({
  name: nameSchema.optional().describe("how the others address it"),
  kind: z
    .enum(seatKinds, `must be one of ${seatKinds.join(", ")}`)
    .optional()
    .describe("who speaks for it: a model unless set, a person, or an outside agent"),
  role: nameSchema.optional().describe("what it is at the table for; the format says which roles it knows"),
  model: z
    .union([modelNameSchema, z.array(modelNameSchema).min(1).max(8)], "must be provider/model, or a list of such names")
    .optional()
    .describe("provider/model; of a list the first is asked, and the next where one fails for good"),
  persona: nonEmptyText(maxPersonaLength).optional().describe("who it is and how it thinks; shown to nobody else"),
  briefing: nonEmptyText(maxPersonaLength).optional().describe("what it alone is told"),
  language: languageCode.optional().describe("the language it speaks; the discussion's unless set"),
  options: seatOptions.optional().describe("how its model is asked, where that differs from the discussion"),
  weight: z
    .number()
    .min(0)
    .max(1_000_000)
    .optional()
    .describe("what its vote weighs where votes are weighed; 1 unless set"),
})

/** What can be said of a discussion that is asked for; `src/core/tables/discussion-request.ts` has the whole. */
export const discussionInputSchema = z.strictObject({
  format: z
    .union([z.string().max(100), formatSchema], "must be the name of a format, or a format")
    .describe("a preset's name or a whole format"),
  topic: nonEmptyText(maxTopicLength).describe("what is discussed"),
  seats: z
    .array(seatInputSchema)
    .min(1, "must have at least one seat; leave it out for the format's own")
    .max(maxSeatCount)
    .optional()
    .describe("who sits at the table; the format's own unless given"),
  options: settingsSchema.partial().optional().describe("settings that differ from the format's"),
  decision: z
    .strictObject({
      decide: settingsSchema.shape.decide.optional(),
      talk: settingsSchema.shape.talk.optional(),
      counts: settingsSchema.shape.counts.optional(),
      agreement: settingsSchema.shape.agreement.optional(),
      minConfidence: settingsSchema.shape.minConfidence.optional(),
      protocol: settingsSchema.shape.protocol.optional(),
      optionOrder: settingsSchema.shape.optionOrder.optional(),
      options: z
        .union(
          [z.array(nonEmptyText(500)).min(2, "must name at least two options").max(200), z.literal("proposals")],
          'must be a list of options, or "proposals"',
        )
        .optional()
        .describe("what is chosen from; `proposals`: what the seats propose, asked for when they do not agree"),
    })
    .optional()
    .describe("how it is decided, and between what"),
  language: languageCode.optional().describe("en, es or zh; the configuration's unless given"),
  seed: z
    .number()
    .int()
    .min(Number.MIN_SAFE_INTEGER)
    .max(Number.MAX_SAFE_INTEGER)
    .optional()
    .describe("the same seed gives the same orders and the same rehearsal words"),
  budget: z
    .strictObject({
      tokens: z.number().int().min(1).max(1e12).optional().describe("tokens of all calls together"),
      seconds: z
        .number()
        .positive()
        .max(365 * 86_400)
        .optional()
        .describe("of time that is not spent waiting for people"),
      dollars: z
        .number()
        .positive()
        .max(1_000_000)
        .optional()
        .describe("US dollars, as far as the prices of the models are known"),
    })
    .optional()
    .describe("what it may use; reaching one of these ends it cleanly"),
})

export type { SeatInput } from "./input-types.ts"

/** Input is only read, so constants are welcome. */
export type DeepReadonly<T> = T extends object ? { readonly [K in keyof T]: DeepReadonly<T[K]> } : T
