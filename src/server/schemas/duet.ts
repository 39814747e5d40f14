import { z } from "zod"
import { settingsSchema } from "../../core/discussion/settings-schema.ts"
import { discussionInputSchema } from "../../core/formats/discussion-input.ts"
import type { DiscussionEventType } from "../../core/public/duet-types.ts"
import { count } from "../../core/public/field-schemas.ts"
import { turnSchema, voteSchema } from "../../core/public/part-schemas.ts"
import { discussionStream } from "./responses.ts"

const modelChoice = z.strictObject({
  modelId: z.string().min(1).max(200),
  providerId: z.string().min(1).max(100),
  displayName: z.string().min(1).max(60).optional(),
})

const { rounds, maxTokens, minRounds } = settingsSchema().shape

/** Options that have another name on this route, with the name they have everywhere else. */
export const duetOptionNames = {
  maxIterations: "rounds",
  maxTokensPerTurn: "maxTokens",
  requireBothConsensus: "agreement",
  minRoundsBeforeConsensus: "minRounds",
} as const

const duetOptions = settingsSchema()
  .partial()
  .extend({
    maxIterations: rounds.optional(),
    maxTokensPerTurn: maxTokens.optional(),
    requireBothConsensus: z.boolean().optional().describe("whether both models must agree; false: one is enough"),
    minRoundsBeforeConsensus: z
      .union([minRounds, z.literal(0)])
      .optional()
      .describe(minRounds.description!),
  })

export const duetSchema = z
  .strictObject({
    prompt: discussionInputSchema().shape.topic,
    modelA: modelChoice,
    modelB: modelChoice,
    options: duetOptions.optional(),
  })
  .meta({
    id: "NewDuet",
    example: {
      prompt: "Tabs or spaces?",
      modelA: { providerId: "rehearsal", modelId: "bold" },
      modelB: { providerId: "rehearsal", modelId: "curious" },
    },
  })

export const duetQuery = z.strictObject({
  detach: z.enum(["true", "false"]).default("false").describe("true: the duet continues when the client disconnects"),
})

const role = z.enum(["model-a", "model-b"])
const milliseconds = z.number().describe("milliseconds since 1970")

const turn = turnSchema
  .pick({ id: true, roundNumber: true, content: true, durationMs: true, finishReason: true })
  .extend({ role, timestamp: milliseconds, tokenUsage: z.object({ promptTokens: count, completionTokens: count }) })
  .meta({ id: "DuetTurn" })

const skipped = z.literal(true).optional().describe("no vote was held: the minimum number of rounds was not reached")
const vote = voteSchema
  .pick({ confidence: true, reasoning: true, proposedSolution: true })
  .extend({ role, hasConsensus: z.boolean(), skipped, timestamp: milliseconds })
  .meta({ id: "DuetVote" })

const consensusResult = z
  .object({
    isUnanimous: z.boolean().describe("whether as many agree as `requireBothConsensus` asks for"),
    modelAVote: vote,
    modelBVote: vote,
    finalSolution: z.string().optional(),
    roundNumber: count,
  })
  .meta({ id: "DuetConsensus" })

const round = z
  .object({ number: count, modelATurn: turn, modelBTurn: turn, consensusCheck: consensusResult.optional() })
  .meta({ id: "DuetRound" })

const tokens = z.object({ prompt: count, completion: count })

const text = z.string()
const ending = {
  finalConsensus: z
    .object({ solution: text, achievedAtRound: count, modelAContribution: text, modelBContribution: text })
    .optional(),
  totalTokensUsed: z.object({ modelA: tokens, modelB: tokens }),
}

const config = z.looseObject({ prompt: z.string() })
const error = z.looseObject({ code: z.string(), message: z.string(), recoverable: z.boolean() })

export const duetState = z
  .object({
    id: z.string().meta({ example: "disc_0b6f3c1e-6a58-4a0e-9b1e-2f4b8b1c9d10" }),
    phase: z.string(),
    config,
    rounds: z.array(round),
    currentRound: count,
    conversationHistory: z.array(z.looseObject({ role: z.string(), content: z.string() })),
    consensusHistory: z.array(consensusResult),
    ...ending,
    stoppingReason: z.string().optional(),
    error: error.optional(),
    startedAt: milliseconds.optional(),
    completedAt: milliseconds.optional(),
  })
  .meta({ id: "Duet" })

const eventFields = {
  discussion_started: { prompt: z.string(), config },
  round_started: { roundNumber: count },
  turn_started: { role, modelId: z.string(), roundNumber: count },
  turn_chunk: { role, chunk: z.string() },
  turn_completed: { turn },
  consensus_check_started: { roundNumber: count },
  consensus_vote: { vote },
  consensus_result: { result: consensusResult },
  round_completed: { round },
  discussion_completed: { stoppingReason: z.string(), ...ending },
  discussion_error: { error },
  discussion_aborted: { reason: z.string() },
} satisfies Readonly<Record<DiscussionEventType, z.ZodRawShape>>

const duetMessages = Object.entries(eventFields).map(([type, fields]) =>
  z.object({
    event: z.literal(type.replaceAll("_", "-")),
    data: z.object({ discussionId: z.string(), timestamp: milliseconds, ...fields }),
    id: z.string(),
  }),
)

/** A duet's own events, with times as numbers; events that its contract lacks are sent as in every other stream. */
export const duetStream = z
  .array(z.union([...duetMessages, discussionStream.element]).meta({ id: "DuetMessage" }))
  .describe("server-sent events")
