import { z } from "zod"
import { formatSchema, instructionsSchema, maxSeatCount, promptStyles, stageSchema } from "../discussion/format.ts"
import { discussionInputSchema, seatInputSchema } from "../formats/discussion-input.ts"
import { presetNames } from "../formats/index.ts"
import { lazy } from "../lazy.ts"

/** A table in a file or a request: its seats and rules. The preset that it extends gives the defaults. */
export const tableFileSchema = lazy(() => {
  const { topic, decision, options, language, seed, budget, record, recorder, result } = discussionInputSchema().shape
  const { minSeats, maxSeats, rules, closing, limitReason, requiredRoles } = formatSchema().shape
  const role = z.string().min(1).max(60)
  /** Names are parts of URLs and names of files. */
  const tableName = z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{0,59}$/, "must be lowercase letters, digits and hyphens, like peer-review")
  return z
    .strictObject({
      name: tableName.describe("the format that its discussions are listed under"),
      description: z.string().min(1).max(500).optional().describe("what it is good for, in one sentence"),
      extends: z
        .enum(presetNames)
        .optional()
        .describe("the preset that it is based on; without one, promptStyle, stages and seats are required"),
      promptStyle: z
        .enum(promptStyles)
        .optional()
        .describe("the preset whose rules and instructions are used where the table has none"),
      topic: topic.optional().describe("default topic"),
      ownTopic: z.literal(true).optional().describe("its rules are about its own topic, so another is refused"),
      language,
      seats: z
        .array(seatInputSchema())
        .min(1, "must have at least one seat; leave it out for the preset's default seats")
        .max(maxSeatCount)
        .optional()
        .describe("default seats; a discussion can name others"),
      minSeats: minSeats.optional(),
      maxSeats: maxSeats.optional(),
      defaultRole: role.optional().describe("role of seats that name none"),
      silentRoles: z
        .array(role)
        .max(maxSeatCount)
        .optional()
        .describe("roles that take part only in stages that name them"),
      requiredRoles: requiredRoles.describe(
        "roles that at least one seat must have, from the first round to the last (default: those of its seats that its stages and closing name)",
      ),
      rules,
      instructions: instructionsSchema()
        .optional()
        .describe("default instructions by role, for stages that have none; `*` for all other roles"),
      stages: z.array(stageSchema()).min(1).max(50).optional().describe("the stages of a round, in order"),
      closing: closing.nullable().describe("the role that writes the result after the last round; null for none"),
      record,
      recorder,
      result,
      limitReason: limitReason.unwrap().optional().describe("the stopping reason at the round limit"),
      options: options.describe("options that differ from the preset's"),
      decision: decision.describe("how a decision is made, and the options to vote on"),
      budget: budget.describe("limits of a discussion; reaching one ends it"),
      seed: seed.describe("the random seed; with a fixed one every discussion has the same speaking orders"),
    })
    .meta({ title: "Conclave table", description: "The seats and rules of a discussion." })
})

/** The schema that editors read: draft 7, which all of them know. */
export function tableJsonSchema(): Readonly<Record<string, unknown>> {
  return z.toJSONSchema(tableFileSchema(), { io: "input", target: "draft-7" })
}

export type TableFile = z.output<ReturnType<typeof tableFileSchema>>
export type TableFileInput = z.input<ReturnType<typeof tableFileSchema>>

/** The tables that come with Conclave besides the formats' own. */
export const builtInTables = [
  "council",
  "debate",
  "delphi",
  "devils-advocate",
  "justice",
  "peer-review",
  "review",
] as const

export interface TableRegistry {
  readonly names: readonly string[]
  /** Undefined where there is none of that name; throws INPUT_INVALID where it cannot be read. */
  find(name: string): TableFile | undefined
  /** Those that can be changed from outside; absent where none can. */
  readonly own?: OwnTables
}

/** One's own tables, as files that can also be edited by hand. */
export interface OwnTables {
  readonly names: readonly string[]
  /** Writes it, in place of one of the same name. */
  save(table: TableFile): void
  remove(name: string): boolean
}

export type Instructions = NonNullable<TableFile["instructions"]>
