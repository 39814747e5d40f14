import { z } from "zod"
import { lazy } from "../lazy.ts"
import { grouped } from "../text.ts"
import { defaultRecordTokens, orderNames } from "./settings.ts"
import { settingsSchema } from "./settings-schema.ts"
import { ballotQuestions } from "./vote.ts"

/** Maximum number of seats at one table. */
export const maxSeatCount = 64

/** A record by role or name, with at most as many entries as there can be seats. */
function boundedRecord<Value extends z.ZodType>(value: Value) {
  return z
    .record(z.string().max(60), value)
    .refine((entries) => Object.keys(entries).length <= maxSeatCount, `must have at most ${maxSeatCount} entries`)
    .meta({ maxProperties: maxSeatCount })
}

/** Text that every store and provider accepts. */
export function boundedText(limit: number, fix = "shorten it") {
  return z
    .string("must be text")
    .max(limit, `must have at most ${grouped(limit)} characters; ${fix}`)
    .refine((text) => text.isWellFormed(), "contains an unpaired surrogate; send valid Unicode")
    .refine((text) => !text.includes("\u0000"), "contains a NUL character; remove it")
}

export const placeholders = ["topic", "name", "round", "rounds"] as const

const maxInstructionLength = 20_000

const parts = lazy(() => {
  const role = z.string().max(60)
  const roles = z.array(role).max(maxSeatCount)

  const roundSelector = z.union(
    [z.number().int().min(1).max(1_000), z.literal("last")],
    'must be the number of a round, or "last"',
  )
  const roundRange = z
    .strictObject({ from: roundSelector.optional(), to: roundSelector.optional() })
    .describe("only in these rounds (default: all)")

  const nonEmptyText = boundedText(maxInstructionLength).refine(
    (text) => text.trim() !== "",
    "must not be empty; omit it to use the default",
  )

  /** One text, or one for a seat's first turn, one for later turns and one for the last round. */
  const instruction = z.union([
    nonEmptyText,
    z.strictObject({
      first: nonEmptyText.describe("the first time a seat speaks"),
      later: nonEmptyText.describe("every later time"),
      last: nonEmptyText.optional().describe("in the last round"),
    }),
  ])
  const instructions = boundedRecord(instruction).describe(
    "instructions by role; `*` for all other roles. {topic}, {name}, {round} and {rounds} are replaced",
  )

  const speakStage = z.strictObject({
    kind: z.literal("speak"),
    roles: roles.optional().describe("only seats with these roles (default: all speaking seats)"),
    order: z.enum(orderNames).optional().describe("overrides the format's order"),
    sees: z
      .enum(["all", "own-round-hidden", "anonymised"])
      .default("all")
      .describe(
        "own-round-hidden: seats do not see what the others say in this stage; anonymised: P1, P2, … instead of names, except for silent roles",
      ),
    passing: z.boolean().optional().describe("whether a seat may pass; overrides the option `passing`"),
    stances: z.boolean().optional().describe("whether seats state their stance; overrides the option `stances`"),
    instructions: instructions.optional(),
    rounds: roundRange.optional(),
  })

  const ballotStage = z.strictObject({
    kind: z.literal("ballot"),
    asks: z.enum(ballotQuestions).describe("consensus, call and confirm ask yes or no; choice asks for an option"),
    roles: roles.optional().describe("only seats with these roles (default: all speaking seats)"),
    secret: z.boolean().default(false).describe("voters do not see each other's votes"),
    sees: z
      .enum(["all", "own"])
      .optional()
      .describe("own: a voter does not see what the others said in this round (default: all)"),
    agreement: z
      .union([z.enum(["all", "any"]), z.number().min(0).max(1)])
      .optional()
      .describe("overrides the option `agreement`"),
    onlyAfterPassed: z.boolean().default(false).describe("only if the previous ballot of the round passed"),
    options: z
      .enum(["given", "proposals", "answers"])
      .optional()
      .describe(
        "which options are offered (default: given); answers: the others' turns of this round, shuffled and without names",
      ),
    decides: z.boolean().default(true).describe("whether passing it ends the discussion"),
    instructions: instructions.optional(),
    rounds: roundRange.optional(),
  })

  const synthesisStage = z.strictObject({
    kind: z.literal("synthesis"),
    by: role.describe("role of the seat that writes the result"),
    instructions: instructions.optional(),
  })

  /** One model writes what was decided and why; each of its citations is checked. */
  const recordStage = z.strictObject({
    kind: z.literal("record"),
    by: z
      .string()
      .max(60)
      .optional()
      .describe("id of the seat whose model writes it (default: the first that answers)"),
    findings: z.boolean().optional().describe("also ask for a list of findings, for reviews"),
    maxTokens: z
      .number()
      .int()
      .min(256)
      .max(100_000)
      .optional()
      .describe(`maximum tokens of the record (default: ${defaultRecordTokens})`),
  })

  const stage = z.discriminatedUnion("kind", [speakStage, ballotStage])

  /** The rules of a discussion as data: the stages of a round, what closes it, and its settings. */
  const format = z.strictObject({
    name: z.string().min(1).max(60),
    promptStyle: z.string().min(1).max(60),
    minSeats: z.number().int().min(1).max(maxSeatCount).describe("minimum number of speaking seats"),
    maxSeats: z.number().int().min(1).max(maxSeatCount),
    defaultSeats: z
      .array(z.strictObject({ name: z.string().max(60), role }))
      .max(maxSeatCount)
      .default([])
      .describe("default seats; also the default names and roles of other seats"),
    seatIds: z
      .array(z.string().min(1).max(60))
      .max(maxSeatCount)
      .optional()
      .describe("seat ids, used if the number of seats matches; otherwise ids are derived from names"),
    defaultRole: role.default("member"),
    silentRoles: roles.default([]).describe("roles that do not speak or vote in rounds"),
    requiredRoles: roles
      .optional()
      .describe("roles that at least one seat must have in every round (default: the role that writes the result)"),
    limitReason: z
      .enum(["max_rounds", "max_iterations"])
      .default("max_rounds")
      .describe("stopping reason at the round limit"),
    rules: nonEmptyText.optional().describe("replaces the preset's rules; {rounds} is replaced"),
    stages: z.array(stage).min(1).max(50),
    closing: synthesisStage.optional(),
    record: recordStage.optional().describe("closes with a decision record"),
    settings: settingsSchema(),
  })
  return { instruction, instructions, speakStage, ballotStage, stage, format }
})
type Parts = ReturnType<typeof parts>

/** Accepts any prompt style; the `formatSchema` of requests accepts those of the prompt catalogue. */
export const anyFormatSchema = () => parts().format
export const stageSchema = () => parts().stage
export const instructionsSchema = () => parts().instructions

export type Format = z.infer<Parts["format"]>
export type Stage = z.infer<Parts["stage"]>
export type SpeakStage = z.infer<Parts["speakStage"]>
export type BallotStage = z.infer<Parts["ballotStage"]>
export type Instruction = z.infer<Parts["instruction"]>
