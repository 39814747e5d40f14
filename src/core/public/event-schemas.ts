import { z } from "zod"
import { closingPurposes, recordSchema } from "../discussion/decision-record.ts"
import { stoppingReasons } from "../discussion/outcome.ts"
import { finishReasons } from "../discussion/turn.ts"
import { count, list, parentSchema, seatId, text, time } from "./field-schemas.ts"
import { contributionSchema, outcomeSchema } from "./outcome-schemas.ts"
import {
  ballotFields,
  errorDetailSchema,
  interjectionSchema,
  resultSchema,
  seatSchema,
  turnSchema,
  usageSchema,
  voteSchema,
} from "./part-schemas.ts"
import { questionFields } from "./question-fields.ts"
import { budgetSchema, decisionSchema, materialSchema, optionsSchema } from "./setting-schemas.ts"

const retry = {
  role: seatId,
  roundNumber: count,
  attempt: count.describe("the number of the new attempt"),
  reason: z.enum(["failed", "timeout", "empty", "too_short", "unreadable_vote", "rejected", "fallback", "interrupted"]),
  delayMs: z.number(),
  tokenUsage: usageSchema.describe("usage of the failed attempt"),
  error: errorDetailSchema.optional(),
  modelId: text.optional().describe("with `fallback`: the model that is used from now on"),
  lasting: z.literal(true).optional().describe("with `fallback`: it is used for the rest of the discussion"),
}

const ballotStarted = z.object({ ballotId: text, ...ballotFields })
const ballotVote = z.object({
  ballotId: text,
  role: seatId.describe("the seat that has voted"),
  vote: voteSchema.optional().describe("absent on a secret ballot, whose votes are in its result, without names"),
  tokenUsage: usageSchema,
})
const stage = { roundNumber: count, order: list(seatId), parallel: z.boolean() }
const modelId = text.nullable().describe("null for people and outside agents, and while names are hidden")
const closingCall = { callId: text, purpose: z.enum(closingPurposes), role: seatId, roundNumber: count }
const turn = { turnId: text, role: seatId, roundNumber: count }

/** The data of each public event, by its name. An event without a schema does not compile. */
export const eventSchemas = {
  discussion_created: z.object({
    topic: text,
    materials: list(materialSchema).optional().describe("absent if there are none"),
    format: text,
    seats: list(seatSchema),
    language: text,
    seed: z.number().int(),
    decision: decisionSchema,
    budget: budgetSchema,
    parent: parentSchema.optional(),
  }),
  discussion_started: z.object({ prompt: text, format: text, seats: list(seatSchema), options: optionsSchema }),
  round_started: z.object(stage),
  stage_started: z.object({ ...stage, stage: count }),
  novelty_measured: z.object({
    roundNumber: count,
    modelId: text,
    similarity: z
      .number()
      .nullable()
      .describe("similarity of the round's most novel turn to everything before it; null if measuring failed"),
    tokenUsage: usageSchema,
    error: errorDetailSchema.optional(),
  }),
  positions_compared: z.object({
    roundNumber: count,
    modelId: text,
    positions: list(z.object({ turnId: text, role: text, position: text })).describe(
      "turns whose position is an earlier one in other words",
    ),
    tokenUsage: usageSchema,
    error: errorDetailSchema
      .optional()
      .describe("why the embedding model failed; positions are then compared by their words"),
  }),
  round_completed: z.object({
    round: z.object({
      number: count,
      contributions: count,
      passes: count,
      skips: count,
      novelty: z.number().optional().describe("share of the round's text that is new"),
      aborted: z.literal(true).optional(),
    }),
  }),

  turn_started: z.object({
    ...turn,
    name: text,
    modelId,
    attempt: count,
    purpose: z.enum(["turn", "synthesis", "interjection"]),
  }),
  turn_chunk: z.object({
    role: seatId,
    turnId: text,
    attempt: count,
    offset: count.describe("position of this chunk in the text of the attempt"),
    chunk: text,
  }),
  turn_completed: z.object({ turn: turnSchema }),
  turn_passed: z.object({ turn: turnSchema }),
  turn_retried: z.object({
    ...retry,
    turnId: text,
    kept: z
      .object({ content: text, finishReason: z.enum(finishReasons), attempt: count, modelId: text.optional() })
      .optional()
      .describe("an attempt that was too short; used if no later one is better"),
  }),
  turn_skipped: z.object({
    ...turn,
    error: errorDetailSchema,
    tokenUsage: usageSchema,
    abortsRound: z.boolean(),
    because: z.enum(["no_answer", "left", "interrupted"]).optional().describe("absent if the model failed"),
  }),
  turn_interrupted: z.object({ ...turn, attempt: count }),
  awaiting_input: z.object({
    callId: text,
    role: seatId,
    name: text,
    roundNumber: count,
    purpose: z.enum(["turn", "synthesis", "vote", "choose", "interjection", ...closingPurposes]),
    until: time.optional().describe("when the wait ends; absent if there is no limit"),
    ...questionFields,
  }),
  interjection: z.object({ interjection: interjectionSchema }),

  chair_asked: z.object({ callId: text, role: seatId, roundNumber: count, candidates: list(seatId) }),
  speaker_chosen: z.object({
    role: seatId,
    by: seatId.nullable().describe("the chair; null if only one seat was left or the chair named none"),
    roundNumber: count,
    tokenUsage: usageSchema,
  }),

  consensus_check_started: ballotStarted,
  consensus_vote: ballotVote,
  consensus_result: z.object({
    ballotId: text,
    result: resultSchema.extend({
      roundNumber: count,
      isUnanimous: z.boolean(),
      votes: list(voteSchema),
      modelAVote: voteSchema.optional(),
      modelBVote: voteSchema.optional(),
    }),
  }),
  ballot_started: ballotStarted,
  ballot_vote: ballotVote,
  ballot_result: z.object({
    ballotId: text,
    result: resultSchema.extend({
      roundNumber: count,
      votes: list(voteSchema)
        .optional()
        .describe("only on a secret ballot: its votes, without names and not in voting order"),
    }),
  }),
  ballot_retried: z.object({ ...retry, ballotId: text }),

  seat_joined: z.object({ seat: seatSchema, fromRound: count }),
  seat_left: z.object({ role: seatId, name: text, roundNumber: count }),
  sub_discussion_started: z.object({
    subId: text,
    discussionId: text,
    by: seatId.nullable(),
    role: seatId.describe("the seat that reports the result"),
    seats: list(seatId),
    topic: text,
    roundNumber: count,
    format: text,
    options: optionsSchema,
    budget: budgetSchema,
  }),
  sub_discussion_completed: z.object({
    subId: text,
    discussionId: text,
    roundNumber: count,
    status: z.enum(["completed", "failed", "aborted"]),
    outcome: outcomeSchema,
    tokenUsage: usageSchema,
    usage: z.record(text, usageSchema).describe("by seat of this discussion"),
    activeMs: z.number(),
  }),
  memory_trimmed: z.object({ role: seatId, linesDropped: count, linesKept: count }),
  history_trimmed: z.object({ entriesDropped: count, firstEntry: count }),
  budget_warning: z.object({ of: z.enum(["tokens", "seconds", "dollars"]), used: z.number(), limit: z.number() }),

  discussion_paused: z.object({ reason: z.enum(["person", "turn_limit", "no_answer"]) }),
  discussion_resumed: z.object({}),
  fork_started: z.object({ parent: parentSchema }),
  closing_started: z.object({ stoppingReason: z.enum(stoppingReasons) }),
  closing_call_started: z.object({ ...closingCall, name: text, modelId, attempt: count }),
  closing_call_retried: z.object({
    ...retry,
    callId: text,
    purpose: z.enum(closingPurposes),
    problems: list(text).optional().describe("with `rejected`: the failed checks"),
  }),
  closing_call_failed: z.object({ ...closingCall, error: errorDetailSchema, tokenUsage: usageSchema }),
  record_written: z.object({ callId: text, record: recordSchema(), tokenUsage: usageSchema }),
  result_written: z.object({
    callId: text,
    role: seatId,
    value: z.unknown().describe("valid against the requested `result` schema"),
    tokenUsage: usageSchema,
  }),
  baseline_answered: z.object({
    callId: text,
    role: seatId,
    choice: text.nullable().describe("an option; null if none could be read"),
    tokenUsage: usageSchema,
  }),
  discussion_completed: z.object({
    stoppingReason: z.enum(stoppingReasons),
    finalConsensus: z
      .object({
        solution: text,
        achievedAtRound: count,
        contributions: list(contributionSchema),
        modelAContribution: text.optional(),
        modelBContribution: text.optional(),
      })
      .optional(),
    outcome: outcomeSchema,
    totalTokensUsed: count,
  }),
  discussion_error: z.object({
    error: errorDetailSchema,
    stoppingReason: z.enum(stoppingReasons),
    outcome: outcomeSchema,
  }),
  discussion_aborted: z.object({ reason: text, outcome: outcomeSchema }),
} as const
