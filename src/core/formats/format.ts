import { z } from "zod"
import { ballotQuestions } from "../discussion/vote.ts"
import { orders, settingsSchema } from "./settings.ts"

/** Which rounds a stage belongs to; absent means all of them. */
const rounds = z.strictObject({ from: z.number().int().min(1).optional(), to: z.number().int().min(1).optional() })

/** Words for a seat: one text, or one for its first time and one for later. `{topic}`, `{name}`, `{round}`, `{rounds}` are filled in. */
const instruction = z.union([z.string(), z.strictObject({ first: z.string(), later: z.string() })])

const speakStage = z.strictObject({
  kind: z.literal("speak"),
  roles: z.array(z.string()).optional().describe("only seats with these roles; absent: all who speak"),
  order: z.enum(orders).optional().describe("overrides the format's order"),
  sees: z.enum(["all", "own-round-hidden", "anonymised"]).default("all"),
  instructions: z.record(z.string(), instruction).optional().describe("by role, `*` for all others"),
  rounds: rounds.optional(),
})

const ballotStage = z.strictObject({
  kind: z.literal("ballot"),
  asks: z.enum(ballotQuestions),
  roles: z.array(z.string()).optional(),
  secret: z.boolean().default(false).describe("nobody is shown another's vote"),
  sees: z
    .enum(["all", "own"])
    .optional()
    .describe("own: a voter sees nobody else's words of this round; all of them where absent"),
  agreement: z
    .union([z.enum(["all", "any"]), z.number().min(0).max(1)])
    .optional()
    .describe("overrides the setting"),
  onlyAfterPassed: z.boolean().default(false).describe("asked only when the ballot before it in this round passed"),
  options: z.enum(["given", "proposals"]).optional().describe("what a choice offers; the given ones where absent"),
  decides: z.boolean().default(true).describe("whether passing it ends the discussion"),
  rounds: rounds.optional(),
})

const synthesisStage = z.strictObject({
  kind: z.literal("synthesis"),
  by: z.string().describe("role of the seat that writes"),
  instructions: z.record(z.string(), instruction).optional(),
})

export const stageSchema = z.discriminatedUnion("kind", [speakStage, ballotStage])

/** The catalogue section whose house rules and instructions a format speaks with. */
export const voices = ["panel", "hive", "assembly", "duet"] as const
export type Voice = (typeof voices)[number]

/**
 * The rules of a discussion as a value: what happens in a round, what closes it, and its numbers.
 * New formats are written, not programmed.
 */
export const formatSchema = z.strictObject({
  name: z.string().min(1),
  voice: z.enum(voices),
  minSeats: z.number().int().min(1).describe("of those that speak"),
  maxSeats: z.number().int().min(1),
  defaultSeats: z
    .array(z.strictObject({ name: z.string(), role: z.string() }))
    .default([])
    .describe("who sits here when nobody else is named; also lends names and roles to seats without"),
  defaultRole: z.string().default("member"),
  silentRoles: z.array(z.string()).default([]).describe("roles that do not speak or vote in rounds"),
  limitReason: z.enum(["max_rounds", "max_iterations"]).default("max_rounds").describe("how the round limit is named"),
  stages: z.array(stageSchema).min(1),
  closing: synthesisStage.optional(),
  settings: settingsSchema,
})

export type Format = z.infer<typeof formatSchema>
export type Stage = z.infer<typeof stageSchema>
export type SpeakStage = z.infer<typeof speakStage>
export type BallotStage = z.infer<typeof ballotStage>
export type Instruction = z.infer<typeof instruction>
