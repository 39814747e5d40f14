import { z } from "zod"
import { formatSchema, instructionsSchema, maxSeatCount, promptStyles, stageSchema } from "../discussion/format.ts"
import { discussionInputSchema, seatInputSchema } from "../formats/discussion-input.ts"
import { presetNames } from "../formats/index.ts"

const { topic, decision, options, language, seed, budget } = discussionInputSchema.shape
const { minSeats, maxSeats, rules, closing, limitReason } = formatSchema.shape
const role = z.string().min(1).max(60)

/** What names may look like: they stand in addresses and are names of files. */
const tableName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,59}$/, "must be small letters, digits and hyphens, as in peer-review")

/**
 * A table as a file or a request has it: who sits there and by which rules they discuss. Of what it leaves out, the
 * preset that it extends says how it is.
 */
export const tableFileSchema = z
  .strictObject({
    name: tableName.describe("what the discussions held here are listed as"),
    description: z.string().min(1).max(500).optional().describe("in a sentence, what it is good for"),
    extends: z
      .enum(presetNames)
      .optional()
      .describe("the preset to begin from; without one, voice and stages are needed"),
    voice: z
      .enum(promptStyles)
      .optional()
      .describe("whose house rules and instructions are spoken where the table has none of its own"),
    topic: topic.optional().describe("what is discussed where nothing else is asked"),
    language,
    seats: z
      .array(seatInputSchema)
      .min(1, "must have at least one seat; leave it out for the preset's own")
      .max(maxSeatCount)
      .optional()
      .describe("who sits here; seats that are named otherwise when it is used take their place"),
    minSeats: minSeats.optional(),
    maxSeats: maxSeats.optional(),
    defaultRole: role.optional().describe("of seats that name none"),
    silentRoles: z
      .array(role)
      .max(maxSeatCount)
      .optional()
      .describe("roles that take part only in stages that name them"),
    rules,
    instructions: instructionsSchema
      .optional()
      .describe("what is asked of a role in every stage that has no instruction for it; `*` for all others"),
    stages: z.array(stageSchema).min(1).max(50).optional().describe("what happens in a round, one after another"),
    closing: closing.nullable().describe("who writes the result after the last round; null: nobody"),
    limitReason: limitReason.unwrap().optional().describe("how the round limit is named in the outcome"),
    options: options.describe("settings that differ from the preset's: rounds, orders, waits, limits"),
    decision: decision.describe("how it is decided, and between what"),
    budget: budget.describe("what a discussion may spend; reaching one of these ends it"),
    seed: seed.describe("fixed, every discussion has the same orders; left out, each has its own"),
  })
  .meta({ title: "Conclave table", description: "Who sits at a table, and by which rules they discuss and decide." })

export type TableFile = z.output<typeof tableFileSchema>

/** The tables that can be named. */
export interface TableRegistry {
  readonly names: readonly string[]
  /** Undefined where there is none of that name; throws INPUT_INVALID where it cannot be read. */
  find(name: string): TableFile | undefined
}

/** Words of a role for every stage that has none. */
export type Instructions = NonNullable<TableFile["instructions"]>
