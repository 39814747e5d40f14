import { z } from "zod"
import { instructionsSchema, maxSeatCount, stageSchema } from "../discussion/format.ts"
import { discussionInputSchema, formatSchema, seatInputSchema } from "../formats/discussion-input.ts"
import { presetNames } from "../formats/index.ts"
import { promptStyles } from "../languages/index.ts"
import { lazy } from "../lazy.ts"

/** A table in a file or a request: seats and rules. Defaults come from the preset that it extends. */
export const tableFileSchema = lazy(() => {
  const { topic, decision, options, language, seed, budget, record, recorder, result } = discussionInputSchema().shape
  const { minSeats, maxSeats, rules, closing, limitReason, requiredRoles } = formatSchema().shape
  const role = z.string().min(1).max(60)
  /** Table names are used in URLs and file names. */
  const tableName = z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{0,59}$/, "must be lowercase letters, digits and hyphens, like peer-review")
  return z
    .strictObject({
      name: tableName.describe("the table's name; its discussions are listed under it"),
      description: z.string().min(1).max(500).optional().describe("what it is good for, in one sentence"),
      extends: z
        .enum(presetNames)
        .optional()
        .describe("the preset it is based on; without one, promptStyle, stages and seats are required"),
      promptStyle: z
        .enum(promptStyles)
        .optional()
        .describe("the preset whose rules and instructions are used unless the table has its own"),
      topic: topic.optional().describe("default topic"),
      ownTopic: z.literal(true).optional().describe("its rules fit only its own topic, so any other is rejected"),
      language,
      seats: z
        .array(seatInputSchema())
        .min(1, "must have at least one seat; omit it for the preset's default seats")
        .max(maxSeatCount)
        .optional()
        .describe("default seats; a discussion can set others"),
      minSeats: minSeats.optional(),
      maxSeats: maxSeats.optional(),
      defaultRole: role.optional().describe("role of seats without one"),
      silentRoles: z
        .array(role)
        .max(maxSeatCount)
        .optional()
        .describe("roles that take part only in stages that name them"),
      requiredRoles: requiredRoles.describe(
        "roles that at least one seat must have in every round (default: the roles of its seats that stages and closing name)",
      ),
      rules,
      instructions: instructionsSchema()
        .optional()
        .describe("default instructions by role, for stages without their own; `*` for all other roles"),
      stages: z.array(stageSchema()).min(1).max(50).optional().describe("the stages of a round, in order"),
      closing: closing.nullable().describe("the role that writes the result after the last round; null for none"),
      record,
      recorder,
      result,
      limitReason: limitReason.unwrap().optional().describe("the stopping reason at the round limit"),
      options: options.describe("options that override the preset's"),
      decision: decision.describe("how a decision is made, and the options to vote on"),
      budget: budget.describe("limits of a discussion; reaching one ends it"),
      seed: seed.describe("random seed; a fixed one gives every discussion the same speaking orders"),
    })
    .meta({ title: "Conclave table", description: "The seats and rules of a discussion." })
})

/** The schema for editors, as draft 7, which all of them support. */
export function tableJsonSchema(): Readonly<Record<string, unknown>> {
  return z.toJSONSchema(tableFileSchema(), { io: "input", target: "draft-7" })
}

export type TableFile = z.output<ReturnType<typeof tableFileSchema>>
export type TableFileInput = z.input<ReturnType<typeof tableFileSchema>>

/** The tables that ship with Conclave besides the presets. */
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
  /** Undefined if there is none with this name; throws INPUT_INVALID if its file is invalid. */
  find(name: string): TableFile | undefined
  /** Tables that the API can change; absent if none. */
  readonly own?: OwnTables
}

/** The user's own tables, stored as files that can also be edited by hand. */
export interface OwnTables {
  readonly names: readonly string[]
  /** Creates or replaces it. */
  save(table: TableFile): void
  remove(name: string): boolean
}

export type Instructions = NonNullable<TableFile["instructions"]>
