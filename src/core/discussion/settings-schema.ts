import { z } from "zod"
import { lazy } from "../lazy.ts"
import { findProtocol, isKnownProtocol, protocolNames } from "../protocols/index.ts"
import { orderNames } from "./settings.ts"

export const protocolSchema = lazy(() =>
  z.union([z.enum(protocolNames), z.templateLiteral(["own:", z.string().max(40)])]),
)
const day = 24 * 3_600_000

function share() {
  return z.number().min(0).max(1)
}

function count(max: number) {
  return z.number().int().min(0).max(max)
}

function positive(max: number) {
  return z.number().int().min(1).max(max)
}

/** The options of a format. Presets give every one a value; a discussion's `options` override them. */
export const settingsSchema = lazy(() =>
  z.strictObject({
    rounds: positive(1_000).describe("maximum number of rounds"),
    minRounds: positive(1_000).describe("minimum number of rounds before agreement or smart termination can end it"),
    turnsPerRun: count(10_000).describe("pause after this many turns without input from a person; 0 for no limit"),

    order: z.enum(orderNames).describe("speaking order within a round"),
    finisherRestriction: z
      .boolean()
      .describe("with a shuffled order, the last speaker of a round is not last in the next round"),
    independentFirstRound: z
      .boolean()
      .describe("in round 1 all seats speak in parallel without seeing each other's turns"),

    stances: z.boolean().describe("seats state their position in a marked line under each turn"),
    stanceModel: z
      .string()
      .min(1)
      .max(200)
      .nullable()
      .describe("provider/model whose embeddings match positions stated in different words; null compares the words"),
    stanceSimilarity: share().describe("minimum embedding similarity for two positions to count as the same"),
    passing: z.boolean().describe("seats may pass their turn"),
    interjections: count(100).describe(
      "maximum interjections per round by model seats that were named in a turn; 0 for none",
    ),
    smartTermination: z.boolean().describe("end after a round that adds nothing new"),
    noveltyThreshold: share().describe("a round with a smaller share of new text adds nothing new"),
    noveltyModel: z
      .string()
      .min(1)
      .max(200)
      .nullable()
      .describe("provider/model whose embeddings measure how new a round is; null compares the words"),

    statementMinLength: z
      .union([count(10_000), z.literal("language")])
      .describe("minimum characters of a turn; 0 for no minimum, `language` for the language's default"),
    statementRetries: count(10).describe("retries of a turn that is too short"),

    historyMaxLength: z
      .number()
      .int()
      .min(1_000)
      .max(10_000_000)
      .describe("maximum characters of transcript in a prompt"),
    historyStatementMaxLength: count(1_000_000).describe(
      "maximum characters of one turn in that transcript; 0 for no limit",
    ),
    memoryStyle: z.enum(["none", "narrative", "structured"]).describe("style of each seat's private memory"),
    memoryStatementMaxLength: z.number().int().min(20).max(10_000).describe("maximum characters of one line of memory"),
    memoryMaxLength: z.number().int().min(100).max(1_000_000).describe("maximum characters of a memory"),
    memoryTruncation: z.boolean().describe("drop the older half of a memory that is too long"),

    decide: z
      .enum(["discuss-first", "vote-first"])
      .describe("vote-first: each seat answers alone and votes; `talk` says when they discuss afterwards"),
    talk: z
      .enum(["ties", "differences", "always"])
      .describe("with vote-first: when to discuss: after a tie, whenever votes differ, or always"),
    counts: z
      .enum(["pooled", "last", "first"])
      .describe("with vote-first: which votes count after a discussion: all of them together, the last or the first"),
    agreement: z
      .union([z.enum(["all", "any"]), share()])
      .describe("how many must say yes: all, any, or a share such as 0.6"),
    minConfidence: z.number().min(0).max(100).describe("minimum confidence for a yes vote to count, 0 to 100"),
    protocol: protocolSchema()
      .refine(isKnownProtocol, "is unknown; register it with conclave({ protocols })")
      .describe(
        `voting method: ${protocolNames.map((name) => `${name} (${findProtocol(name).description})`).join(", ")}`,
      ),
    optionOrder: z.enum(["given", "shuffled"]).describe("shuffled: each voter sees the options in a different order"),
    voteRetries: count(10).describe("retries of an unreadable vote"),

    temperature: z.number().min(0).max(2).describe("sampling temperature of turns"),
    maxTokens: positive(1_000_000).describe("maximum tokens of a turn"),
    voteTemperature: z.number().min(0).max(2).describe("sampling temperature of votes"),
    voteMaxTokens: positive(100_000).describe("maximum tokens of a vote"),
    stop: z.array(z.string().min(1).max(100)).max(16).readonly().describe("stop sequences of a turn"),

    turnTimeoutMs: positive(day).describe("timeout of a model call"),
    firstTokenTimeoutMs: positive(day).describe("timeout for the first token of a call; at most turnTimeoutMs"),
    idleTimeoutMs: positive(day).describe("timeout between tokens of a call; at most turnTimeoutMs"),
    timeoutGrowth: z.number().min(1).max(10).describe("factor by which these timeouts grow after each timeout"),
    totalTimeoutMs: positive(365 * day)
      .nullable()
      .describe("timeout of the whole discussion; null for none"),
    retries: count(10).describe("retries of a failed model call"),
    retryDelayMs: count(3_600_000).describe(
      "delay before the first retry; doubles each time, plus up to 25% at random",
    ),
    retryAfterMaxMs: count(day).describe("maximum Retry-After of a provider that is honoured"),
    onFailure: z.enum(["skip", "abort-round", "fail"]).describe("what to do when the retries are used up"),

    waitMs: positive(365 * day)
      .nullable()
      .describe("timeout for an answer of a person or outside agent; null for none"),
    afterWait: z.enum(["skip", "pass", "pause"]).describe("what to do after that timeout"),

    subDiscussions: z.number().int().min(0).max(20).describe("maximum number of sub-discussions"),
    subDiscussionDepth: z
      .number()
      .int()
      .min(0)
      .max(3)
      .describe("maximum nesting of sub-discussions: 1 allows none inside another, 0 none at all"),
    subDiscussionShare: share().describe("share of the remaining budget for a sub-discussion without its own budget"),
    subDiscussionsBySeats: z
      .boolean()
      .describe("model seats may start sub-discussions in their turn; people always may"),
  }),
)
