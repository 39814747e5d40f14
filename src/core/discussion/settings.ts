import { z } from "zod"
import { protocolNames, protocols } from "../protocols/index.ts"

export const orderNames = ["fixed", "shuffled", "parallel", "chosen"] as const
export type OrderName = (typeof orderNames)[number]

/** Whether a table talks before it votes, or votes before it talks and then only where it differs. */
const decisionModes = ["discuss-first", "vote-first"] as const

const share = z.number().min(0).max(1)
const day = 24 * 3_600_000

function count(max: number) {
  return z.number().int().min(0).max(max)
}

function positive(max: number) {
  return z.number().int().min(1).max(max)
}

/**
 * The numbers and switches of a format. Presets give every one a value; a discussion's `options` may override any.
 */
export const settingsSchema = z.strictObject({
  rounds: positive(1_000).describe("the most rounds there can be"),
  minRounds: positive(1_000).describe("rounds before an agreement or smart termination may end it"),
  turnsPerRun: count(10_000).describe("turns without a person's word before it waits; 0 is no limit"),

  order: z.enum(orderNames).describe("who speaks when within a round"),
  finisherRestriction: z.boolean().describe("shuffled: nobody speaks last twice running"),
  independentFirstRound: z.boolean().describe("round 1 is spoken at once, nobody sees another's words"),

  passing: z.boolean().describe("a seat may pass"),
  smartTermination: z.boolean().describe("end when a round brought nothing new"),
  noveltyThreshold: share.describe("below this share of new text, a round brought nothing new"),

  noveltyModel: z
    .string()
    .min(1)
    .max(200)
    .nullable()
    .describe("provider/model whose embeddings say how new a round is; null: its words do"),

  statementMinLength: z
    .union([count(10_000), z.literal("language")])
    .describe("characters; 0 is no check, or the language's own"),
  statementRetries: count(10).describe("how often a statement that is too short is asked for again"),

  historyMaxLength: z
    .number()
    .int()
    .min(1_000)
    .max(10_000_000)
    .describe("characters of transcript that a prompt may hold"),
  historyStatementMaxLength: count(1_000_000).describe(
    "characters of one statement in the transcript; 0 is the whole of it",
  ),
  memoryStyle: z.enum(["none", "narrative", "structured"]).describe("how a seat's private memory is kept"),
  memoryStatementMaxLength: z.number().int().min(20).max(10_000).describe("characters of one line of memory"),
  memoryMaxLength: z.number().int().min(100).max(1_000_000).describe("characters of a whole memory"),
  memoryTruncation: z.boolean().describe("whether a memory over its budget loses its oldest half"),

  decide: z.enum(decisionModes).describe("vote-first: answer alone, vote, and discuss only where the votes differ"),
  talk: z
    .enum(["ties", "differences", "always"])
    .describe("vote-first: talk only where no option leads, where votes differ at all, or in every round"),
  counts: z
    .enum(["pooled", "last", "first"])
    .describe("vote-first: what decides after talk: all votes together, the last ones, or the first ones"),
  agreement: z.union([z.enum(["all", "any"]), share]).describe("how many must say yes"),
  minConfidence: z.number().min(0).max(100).describe("a yes below this confidence does not count as one"),
  protocol: z
    .enum(protocolNames)
    .describe(
      `which option wins: ${protocolNames.map((name) => `${name} (${protocols[name].description})`).join(", ")}`,
    ),
  optionOrder: z.enum(["given", "shuffled"]).describe("shuffled: each voter sees the options in an order of its own"),
  voteRetries: count(10).describe("how often a vote that cannot be read is asked for again"),

  temperature: z.number().min(0).max(2),
  maxTokens: positive(1_000_000),
  voteTemperature: z.number().min(0).max(2),
  voteMaxTokens: positive(100_000),
  stop: z.array(z.string().min(1).max(100)).max(16).readonly().describe("text at which a spoken turn is cut"),

  turnTimeoutMs: positive(day).describe("for one call of a model"),
  firstTokenTimeoutMs: positive(day).describe("for the first words of a call; turnTimeoutMs where that is smaller"),
  idleTimeoutMs: positive(day).describe("for silence in the middle of an answer; turnTimeoutMs where that is smaller"),
  timeoutGrowth: z.number().min(1).max(10).describe("what these limits are multiplied by after each time-out"),
  totalTimeoutMs: positive(365 * day)
    .nullable()
    .describe("for the whole discussion; null is no limit"),
  retries: count(10).describe("how often a failed call is tried again"),
  retryDelayMs: count(3_600_000).describe("before the first of these; doubled each time, and up to a quarter longer"),
  retryAfterMaxMs: count(day).describe("the longest wait that a provider may ask for and get"),
  onFailure: z.enum(["skip", "abort-round", "fail"]).describe("when the retries are used up"),

  waitMs: positive(365 * day)
    .nullable()
    .describe("for a person's or outside agent's answer; null is as long as it takes"),
  afterWait: z
    .enum(["skip", "pass", "pause"])
    .describe("when that is over: go on without them, count it as a pass, or pause"),

  subDiscussions: z.number().int().min(0).max(20).describe("how many sub-discussions there may be"),
  subDiscussionDepth: z.number().int().min(0).max(3).describe("1: one opens none of its own; 0: there are none"),
  subDiscussionShare: share.describe("of what is left of the budget, for one that names no budget"),
  subDiscussionsBySeats: z.boolean().describe("model seats may open one in their turn; people may anyway"),
})

export type Settings = Readonly<z.infer<typeof settingsSchema>>

/** What the presets have in common; each preset states what it changes. */
export const baseSettings: Settings = {
  rounds: 3,
  minRounds: 1,
  turnsPerRun: 0,
  order: "fixed",
  finisherRestriction: false,
  independentFirstRound: false,
  passing: false,
  smartTermination: false,
  noveltyThreshold: 0.15,
  noveltyModel: null,
  statementMinLength: 0,
  statementRetries: 3,
  historyMaxLength: 100_000,
  historyStatementMaxLength: 0,
  memoryStyle: "none",
  memoryStatementMaxLength: 300,
  memoryMaxLength: 4_000,
  memoryTruncation: true,
  decide: "discuss-first",
  talk: "ties",
  counts: "pooled",
  agreement: "all",
  minConfidence: 0,
  protocol: "consensus",
  optionOrder: "given",
  voteRetries: 2,
  temperature: 0.7,
  maxTokens: 2_048,
  voteTemperature: 0.3,
  voteMaxTokens: 1_024,
  stop: [],
  turnTimeoutMs: 120_000,
  firstTokenTimeoutMs: 60_000,
  idleTimeoutMs: 30_000,
  timeoutGrowth: 1,
  totalTimeoutMs: null,
  retries: 2,
  retryDelayMs: 1_000,
  retryAfterMaxMs: 60_000,
  onFailure: "skip",
  waitMs: null,
  afterWait: "skip",
  subDiscussions: 5,
  subDiscussionDepth: 1,
  subDiscussionShare: 0.5,
  subDiscussionsBySeats: false,
}
