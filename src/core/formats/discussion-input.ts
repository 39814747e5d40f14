import { z } from "zod"
import { formatSchema, maxSeatCount } from "../discussion/format.ts"
import { effortLevels, seatKinds, toolKinds } from "../discussion/seat.ts"
import { settingsSchema } from "../discussion/settings.ts"
import { lazy } from "../lazy.ts"
import { grouped } from "../text.ts"

const maxTopicLength = 50_000
const maxPersonaLength = 20_000
/** A bound for storage alone; what models can read is far less and is checked against their context windows. */
const maxMaterialLength = 10_000_000
const maxMaterials = 50
const maxProviderOptionsLength = 4_000
const maxProviderOptions = 50

/** Text that every store and every provider can take. */
function boundedText(limit: number) {
  return z
    .string("must be text")
    .max(limit, `must have at most ${grouped(limit)} characters; shorten it, or attach it as material`)
    .refine((value) => value.isWellFormed(), "has half of a surrogate pair; send valid Unicode")
    .refine((value) => !value.includes("\u0000"), "has a NUL character; remove it")
}

function nonEmptyText(limit: number) {
  return boundedText(limit).refine((value) => value.trim() !== "", "must not be empty; write at least one word")
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: names stand in labels, which must stay on one line
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
      .describe("what an `acp/` agent is allowed when it asks for leave, each time anew (default: nothing)"),
    effort: z
      .enum(effortLevels, `must be one of ${effortLevels.join(", ")}`)
      .optional()
      .describe("how much its model thinks before it speaks and votes (default: the provider's)"),
    providerOptions: z
      .record(z.string().max(100), z.unknown())
      .refine((options) => JSON.stringify(options).length <= maxProviderOptionsLength, {
        error: `must be at most ${maxProviderOptionsLength} characters of JSON`,
      })
      .refine((options) => Object.keys(options).length <= maxProviderOptions, `must be at most ${maxProviderOptions}`)
      .meta({ maxProperties: maxProviderOptions })
      .optional()
      .describe("fields of the provider's own, passed on as they are, such as serviceTier of OpenAI"),
  })
})

const materialSchema = lazy(() =>
  z.strictObject({
    name: nonEmptyText(200)
      .refine((value) => !unsafeInName.test(value), "must be one line without < and >")
      .optional()
      .describe("what the seats see it called, such as a file's name"),
    text: nonEmptyText(maxMaterialLength).describe("the text itself, or code"),
  }),
)

export const seatInputSchema = lazy(() =>
  z.strictObject({
    name: nameSchema().optional().describe("its name, which the others see"),
    kind: z
      .enum(seatKinds, `must be one of ${seatKinds.join(", ")}`)
      .optional()
      .describe("who speaks: a model (default), a person or an outside agent"),
    role: nameSchema().optional().describe("its role; the format says which it knows"),
    model: z
      .union(
        [modelNameSchema(), z.array(modelNameSchema()).min(1).max(8)],
        "must be provider/model, or a list of such names",
      )
      .optional()
      .describe("provider/model, or a list: the next is used where one fails for good"),
    persona: nonEmptyText(maxPersonaLength)
      .optional()
      .describe("its private instructions: who it is and how it thinks"),
    briefing: nonEmptyText(maxPersonaLength).optional().describe("private information for this seat alone"),
    language: languageCode().optional().describe("the language it speaks (default: the discussion's)"),
    options: seatOptions().optional().describe("model settings that differ from the discussion's"),
    weight: z
      .number()
      .min(0)
      .max(1_000_000)
      .optional()
      .describe("weight of its vote with the protocol `weighted` (default: 1)"),
  }),
)

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
        "texts that every seat reads beside the topic, numbered in this order; together limited by the smallest context window at the table",
      ),
    seats: z
      .array(seatInputSchema())
      .min(1, "must have at least one seat; leave it out for the format's default seats")
      .max(maxSeatCount)
      .optional()
      .describe("who takes part (default: the format's seats)"),
    options: settingsSchema().partial().optional().describe("options that differ from the format's"),
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
          .describe("the options to vote on; `proposals`: what the seats propose, voted on when they do not agree"),
        secret: z
          .boolean()
          .optional()
          .describe("whether votes are secret: counts and reasons without names (default: as the format says)"),
        learned: z
          .strictObject({
            answers: z.number().int().min(1).max(1e9).describe("from how many answers the weights were learned"),
            places: z
              .array(z.number().min(-1_000).max(1_000))
              .max(200)
              .describe("what each place on the ballot counts for"),
            calibration: z
              .strictObject({
                offset: z.number().min(-1_000).max(1_000).describe("what is added"),
                slope: z.number().min(-1_000).max(1_000).describe("what the log-odds are multiplied by"),
              })
              .describe("corrects how likely the winner is right, in log-odds"),
          })
          .optional()
          .describe("what was learned besides `seats[].weight`, as `conclave eval --save` writes it"),
      })
      .optional()
      .describe(
        "how a decision is made, and the options to vote on; with a protocol a format that does not vote gets a ballot in every round",
      ),
    record: z
      .union(
        [
          z.boolean(),
          z.strictObject({ findings: z.boolean().optional().describe("with a list of findings, for reviews") }),
        ],
        "must be true, false, or { findings: true }",
      )
      .optional()
      .describe(
        "whether it closes with a decision record (default: true for panel, duet and assembly without another closing)",
      ),
    recorder: z
      .union([modelNameSchema(), z.array(modelNameSchema()).min(1).max(8)], "must be a seat's name, or provider/model")
      .optional()
      .describe("who writes the record: a seat by its name, or provider/model (default: the first seat's model)"),
    result: z
      .record(z.string().max(100), z.unknown(), "must be a JSON schema")
      .refine((schema) => Object.keys(schema).length <= 100, "must have at most 100 keys")
      .meta({ maxProperties: 100 })
      .optional()
      .describe(
        "a JSON schema (in the library also zod's); the outcome then has a `result` that keeps it, or null with the reason",
      ),
    baseline: z
      .union([z.boolean(), nameSchema()], "must be true, false, or a seat's name")
      .optional()
      .describe(
        "with options to choose from: asks one seat alone for as many answers as the table made calls, and puts its majority beside the outcome; true takes the seat with the most weight, a name that seat (default: false)",
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
      .describe("the random seed; the same seed gives the same speaking orders and rehearsal answers"),
    budget: z
      .strictObject({
        tokens: z
          .number()
          .int()
          .min(1)
          .max(1e12)
          .optional()
          .describe("tokens of all model calls together, after which it ends"),
        seconds: z
          .number()
          .positive()
          .max(365 * 86_400)
          .optional()
          .describe("seconds after which it ends, without the time spent waiting for people"),
        dollars: z
          .number()
          .positive()
          .max(1_000_000)
          .optional()
          .describe("US dollars after which it ends, as far as the prices of the models are known"),
      })
      .optional()
      .describe("limits; reaching one ends the discussion"),
  }),
)

export type { SeatInput } from "./input-types.ts"

/** Input is only read, so constants are welcome. */
export type DeepReadonly<T> = T extends object ? { readonly [K in keyof T]: DeepReadonly<T[K]> } : T
