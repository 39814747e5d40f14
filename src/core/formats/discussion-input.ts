import { z } from "zod"
import { anyFormatSchema, boundedText, maxSeatCount } from "../discussion/format.ts"
import { effortLevels, seatKinds, toolKinds } from "../discussion/seat.ts"
import { settingsSchema } from "../discussion/settings-schema.ts"
import { promptStyles } from "../languages/index.ts"
import { lazy } from "../lazy.ts"

const maxTopicLength = 50_000
const maxPersonaLength = 20_000
/** Storage limit. The much smaller limit of context windows is checked when the models are known. */
const maxMaterialLength = 10_000_000
const maxMaterials = 50
const maxProviderOptionsLength = 4_000
const maxProviderOptions = 50

function nonEmptyText(limit: number) {
  return boundedText(limit, "shorten it, or attach it as material").refine(
    (value) => value.trim() !== "",
    "must not be empty; write at least one word",
  )
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: names are used in labels, which must be one line
const unsafeInName = /[\u0000-\u001f\u007f\u0085\u2028\u2029<>]/

const nameSchema = lazy(() =>
  nonEmptyText(60).refine((value) => !unsafeInName.test(value), "must be one line without < and >"),
)

const modelNameSchema = lazy(() => nonEmptyText(200))
const languageCode = () => z.string().max(35)

const seatOptions = lazy(() => {
  const { temperature, maxTokens, stop } = settingsSchema().shape
  return z.strictObject({
    temperature: temperature.optional(),
    maxTokens: maxTokens.optional(),
    stop: stop.optional().describe("stop sequences of its turns"),
    permissions: z
      .array(z.enum(toolKinds, `must be one of ${toolKinds.join(", ")}`))
      .max(toolKinds.length)
      .optional()
      .describe("permission requests of an `acp/` agent to grant, each time it asks (default: none)"),
    effort: z
      .enum(effortLevels, `must be one of ${effortLevels.join(", ")}`)
      .optional()
      .describe("reasoning effort of its model (default: the provider's)"),
    providerOptions: z
      .record(z.string().max(100), z.unknown())
      .refine((options) => JSON.stringify(options).length <= maxProviderOptionsLength, {
        error: `must be at most ${maxProviderOptionsLength} characters of JSON`,
      })
      .refine((options) => Object.keys(options).length <= maxProviderOptions, `must be at most ${maxProviderOptions}`)
      .meta({ maxProperties: maxProviderOptions })
      .optional()
      .describe("provider-specific fields, passed through unchanged, such as OpenAI's serviceTier"),
  })
})

const materialSchema = lazy(() =>
  z.strictObject({
    name: nonEmptyText(200)
      .refine((value) => !unsafeInName.test(value), "must be one line without < and >")
      .optional()
      .describe("the name shown to the seats, such as a file name"),
    text: nonEmptyText(maxMaterialLength).describe("the text or code"),
  }),
)

export const seatInputSchema = lazy(() =>
  z.strictObject({
    name: nameSchema().optional().describe("the name that the others see"),
    kind: z
      .enum(seatKinds, `must be one of ${seatKinds.join(", ")}`)
      .optional()
      .describe("who speaks: a model (default), a person or an outside agent"),
    role: nameSchema().optional().describe("its role in the format, such as `critical` or `queen`"),
    model: z
      .union(
        [modelNameSchema(), z.array(modelNameSchema()).min(1).max(8)],
        "must be provider/model, or a list of such names",
      )
      .optional()
      .describe("provider/model, or a list: if one fails for good, the next is used"),
    persona: nonEmptyText(maxPersonaLength).optional().describe("private instructions: who it is and how it thinks"),
    briefing: nonEmptyText(maxPersonaLength).optional().describe("private information that only this seat sees"),
    language: languageCode().optional().describe("the language it speaks (default: the discussion's)"),
    options: seatOptions().optional().describe("model settings that override the discussion's"),
    weight: z
      .number()
      .min(0)
      .max(1_000_000)
      .optional()
      .describe("weight of its vote with the protocol `weighted` (default: 1)"),
  }),
)

/** The rules of a discussion as data, as requests give them. */
export const formatSchema = lazy(() => anyFormatSchema().extend({ promptStyle: z.enum(promptStyles) }))
export type CustomFormat = z.output<ReturnType<typeof formatSchema>>

/** The fields of a new discussion; `src/core/tables/discussion-request.ts` adds the table. */
export const discussionInputSchema = lazy(() =>
  z.strictObject({
    format: z
      .union([z.string().max(100), formatSchema()], "must be the name of a format, or a format")
      .describe("the rules: the name of a preset, or a whole format (not on the command line)"),
    topic: nonEmptyText(maxTopicLength).describe("the question or topic to discuss"),
    materials: z
      .array(materialSchema())
      .max(maxMaterials, `must be at most ${maxMaterials}; join some of them`)
      .optional()
      .describe(
        "texts that every seat sees besides the topic, numbered in this order; all together must fit the smallest context window at the table",
      ),
    seats: z
      .array(seatInputSchema())
      .min(1, "must have at least one seat; omit it for the format's default seats")
      .max(maxSeatCount)
      .optional()
      .describe("who takes part (default: the format's seats)"),
    options: settingsSchema().partial().optional().describe("options that override the format's"),
    decision: z
      .strictObject({
        decide: settingsSchema().shape.decide.optional(),
        talk: settingsSchema().shape.talk.optional(),
        counts: settingsSchema().shape.counts.optional(),
        agreement: settingsSchema().shape.agreement.optional(),
        minConfidence: settingsSchema().shape.minConfidence.optional(),
        protocol: settingsSchema().shape.protocol.optional(),
        optionOrder: settingsSchema().shape.optionOrder.optional(),
        options: z
          .union(
            [z.array(nonEmptyText(500)).min(2, "must name at least two options").max(200), z.literal("proposals")],
            'must be a list of options, or "proposals"',
          )
          .optional()
          .describe("the options to vote on; `proposals`: the seats' own proposals, voted on if they do not agree"),
        secret: z
          .boolean()
          .optional()
          .describe("whether votes are secret: counts and reasons are shown without names (default: the format's)"),
        learned: z
          .strictObject({
            answers: z.number().int().min(1).max(1e9).describe("number of answers the weights were learned from"),
            places: z
              .array(z.number().min(-1_000).max(1_000))
              .max(200)
              .describe("weight of each position on the ballot"),
            calibration: z
              .strictObject({
                offset: z.number().min(-1_000).max(1_000).describe("offset added to the log-odds"),
                slope: z.number().min(-1_000).max(1_000).describe("factor of the log-odds"),
              })
              .describe("calibrates the probability that the winner is right"),
          })
          .optional()
          .describe("learned values besides `seats[].weight`, as written by `conclave eval --save`"),
      })
      .optional()
      .describe(
        "how a decision is made, and the options to vote on; a protocol adds a ballot to every round of a format without one",
      ),
    record: z
      .union(
        [
          z.boolean(),
          z.strictObject({ findings: z.boolean().optional().describe("also a list of findings, for reviews") }),
        ],
        "must be true, false, or { findings: true }",
      )
      .optional()
      .describe(
        "whether to close with a decision record (default: the format's; true for presets without a synthesis)",
      ),
    recorder: z
      .union([modelNameSchema(), z.array(modelNameSchema()).min(1).max(8)], "must be a seat's name, or provider/model")
      .optional()
      .describe("who writes the record: a seat's name, or provider/model (default: the first seat's model)"),
    result: z
      .record(z.string().max(100), z.unknown(), "must be a JSON schema")
      .refine((schema) => Object.keys(schema).length <= 100, "must have at most 100 keys")
      .meta({ maxProperties: 100 })
      .optional()
      .describe(
        "a JSON schema (in the library also a zod schema); the outcome then has a `result` that matches it, or null with the reason",
      ),
    baseline: z
      .union([z.boolean(), nameSchema()], "must be true, false, or a seat's name")
      .optional()
      .describe(
        "with `decision.options`: asks one seat alone, as often as the table made calls, and adds its majority to the outcome; true selects the seat with the highest weight, a name selects that seat (default: false)",
      ),
    language: languageCode()
      .optional()
      .describe("the language of the discussion: en, es or zh (default: the configuration's)"),
    seed: z
      .number()
      .int()
      .min(-9e15)
      .max(9e15)
      .optional()
      .describe("random seed; the same seed gives the same speaking orders and rehearsal answers"),
    budget: z
      .strictObject({
        tokens: z.number().int().min(1).max(1e12).optional().describe("maximum tokens of all model calls together"),
        seconds: z
          .number()
          .positive()
          .max(365 * 86_400)
          .optional()
          .describe("maximum seconds, not counting the time spent waiting for people"),
        dollars: z
          .number()
          .positive()
          .max(1_000_000)
          .optional()
          .describe("maximum cost in US dollars; calls to models without a known price do not count"),
      })
      .optional()
      .describe("limits; reaching one ends the discussion"),
  }),
)

export type { SeatInput } from "./input-types.ts"

/** Input is never modified, so `as const` values are accepted. */
export type DeepReadonly<T> = T extends object ? { readonly [K in keyof T]: DeepReadonly<T[K]> } : T
