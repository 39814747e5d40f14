import { z } from "zod"
import { recordSchema } from "../core/discussion/decision-record.ts"
import { statuses } from "../core/discussion/state.ts"
import { seatInputSchema } from "../core/formats/discussion-input.ts"
import { outcomeSchema } from "../core/public/outcome-schemas.ts"
import { count, list, seatId, seatSchema, text, time } from "../core/public/part-schemas.ts"
import { questionFields } from "../core/public/question-fields.ts"
import { discussionRequestSchema } from "../core/tables/discussion-request.ts"
import { promptStatuses } from "../ports/squad-store.ts"
import { answerPromptSchema, postPromptSchema } from "../squad/index.ts"

/** Clients give up on calls after a minute: an answer comes before that, with what there is, and waiting goes on. */
const maxCallSeconds = 45

const wait = z
  .number()
  .min(0)
  .max(maxCallSeconds)
  .default(maxCallSeconds)
  .describe("seconds to wait for a result; what is there then comes back, and `get_discussion` waits on")

const id = z.string().min(1).max(100).describe("the discussion's id")
const request = discussionRequestSchema.shape

/** What agents ask for: the fields of a new discussion, with those that are long described in words only. */
export const discussInput = z.strictObject({
  topic: request.topic,
  table: z.string().max(100).optional().describe("the name of a table; `list_tables` has them"),
  format: z.enum(["panel", "hive", "assembly", "duet"]).optional().describe("instead of a table (default: hive)"),
  seats: z
    .array(seatInputSchema.omit({ options: true, weight: true }))
    .optional()
    .describe("who takes part (default: those of the format or table); kind `external` is a seat for you: `take_turn`"),
  choices: z.array(z.string()).max(200).optional().describe("options to vote on"),
  decision: z
    .looseObject({})
    .optional()
    .describe('how to decide, like { "protocol": "borda" }; `list_tables` shows the fields'),
  options: z.looseObject({}).optional().describe('options, like { "rounds": 3 }; `list_tables` shows the fields'),
  record: z.boolean().optional().describe("whether a decision record is written (default: not for hives)"),
  baseline: z
    .union([z.boolean(), z.string().max(100)])
    .optional()
    .describe("with choices: also what one seat chooses alone, asked as often; true, or the seat's name"),
  result: z.looseObject({}).optional().describe("a JSON schema; the outcome then has a `result` that keeps it"),
  language: request.language,
  budget: request.budget,
  idempotency_key: z.string().max(200).optional().describe("a repeat with the same key gives the same discussion"),
  wait,
})

export const reviewInput = z.strictObject({
  text: z.string().min(1).describe("the diff or text to review, at most 50,000 characters with the focus"),
  focus: z.string().max(2_000).optional().describe("what to look at above all"),
  idempotency_key: discussInput.shape.idempotency_key,
  wait,
})

export const getDiscussionInput = z.strictObject({
  id,
  from_turn: z.number().int().min(1).optional().describe("show what was said from this turn on, in pages"),
  from_item: z.number().int().min(1).optional().describe("go on with the record from this item"),
  wait: wait.default(0).describe("seconds to wait until it is over, paused or waiting for somebody"),
})

export const takeTurnInput = z.strictObject({
  id,
  seat: z.string().max(100).optional().describe("the seat's id or name; optional with a key of one seat"),
  content: z
    .string()
    .max(100_000)
    .optional()
    .describe(
      "your words or vote, in the form that the question asks for; [PASS] where you may pass. Left out: only look",
    ),
  wait: wait.describe("seconds to wait until the seat is asked something again"),
})

export const askSquadInput = postPromptSchema.partial().extend({
  prompt_id: z.string().max(100).optional().describe("instead: wait on for a question that was asked before"),
  wait: wait.describe("seconds to wait for the answers; ask again with `prompt_id` to wait on"),
})

export const answerPromptInput = answerPromptSchema.partial({ message: true }).extend({
  prompt_id: z.string().max(100).optional().describe("left out: list what this agent can answer"),
})

/** A discussion as it is handed to an agent: the record, and of the turns a page. */
export const discussionResult = z.object({
  id: text,
  status: z.enum(statuses),
  over: z.boolean(),
  format: text,
  topic: text,
  round: count,
  seats: list(seatSchema.pick({ id: true, name: true, kind: true, role: true })),
  outcome: outcomeSchema
    .pick({
      ...{ stoppingReason: true, agreed: true, sentence: true, solution: true, solutionFrom: true, amount: true },
      ...{ result: true, resultProblem: true },
    })
    .extend({
      bestProposal: text.optional().describe("the surest proposal of those who voted; not agreed"),
      baseline: text.optional().describe("what one seat chose alone, and both costs"),
      decidedBy: text.describe("what kind of decision it was"),
      rounds: count,
      dissent: list(
        z.object({ seat: seatId.optional(), name: text.optional(), choice: text.optional(), reasoning: text }),
      ),
      error: text.optional(),
    })
    .nullable()
    .describe("null while it is not over"),
  record: recordSchema
    .nullable()
    .optional()
    .describe("the decision record, its lists a page of it; null where there is none, absent on pages of turns"),
  nextItem: count.nullable().describe("`from_item` of the record's next page; null where there is none"),
  review: z
    .object({
      verdict: z.enum(["approve", "changes", "reject", "none"]).describe("`none`: no majority stood for one of them"),
      summary: text,
      findings: list(
        z.object({
          severity: z.enum(["high", "medium", "low"]),
          file: text.optional(),
          line: count.optional(),
          what: text,
        }),
      ),
    })
    .optional()
    .describe("of a review that is over; places that the change does not have are left out"),
  waitingFor: list(z.object({ seat: seatId, ...questionFields })).describe("seats that are asked something now"),
  turns: list(z.object({ number: count, id: text, seat: seatId, round: count, content: text })).describe(
    "what was said: a page of it, or the latest",
  ),
  nextTurn: count.nullable().describe("`from_turn` of the next page; null where there is none"),
  shortened: z.boolean().describe("whether texts were cut to fit; the resources have all of it"),
  tokens: count.describe("what it used"),
  recordResource: text.optional().describe("the resource with the whole record, where there is one"),
  transcript: text.describe("the resource with the whole transcript"),
  next: text.describe("what to do now"),
})

export const seatResult = z.object({
  discussionId: text,
  status: z.enum(statuses),
  seat: text,
  question: z
    .object({ purpose: text, until: time.nullable(), ...questionFields })
    .nullable()
    .describe("what the seat is asked; null while nothing is"),
  prompt: text.nullable().describe("all that a model in this seat would be given"),
  shortened: z.boolean(),
  next: text,
})

export const promptResult = z.object({
  prompt_id: text.nullable(),
  status: z.enum(promptStatuses).nullable(),
  ready: z.boolean().describe("whether nothing more will come"),
  answers: list(z.object({ agent: text, message: text })),
  open: list(z.object({ prompt_id: text, requester: text, message: text })).describe("what this agent can answer"),
  shortened: z.boolean(),
  next: text,
})

export const tablesResult = z.object({
  tables: list(
    z.object({
      name: text,
      description: text.optional(),
      seats: list(text),
      rounds: count,
      protocol: text,
      choices: list(text),
    }),
  ),
  options: list(text).describe("names of options that a discussion can set"),
})
