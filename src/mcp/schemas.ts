import { z } from "zod"
import { recordSchema } from "../core/discussion/decision-record.ts"
import { statuses } from "../core/discussion/state.ts"
import { seatInputSchema } from "../core/formats/discussion-input.ts"
import { defaultFormat, presetNames } from "../core/formats/index.ts"
import { count, list, seatId, text, time } from "../core/public/field-schemas.ts"
import { outcomeSchema } from "../core/public/outcome-schemas.ts"
import { seatSchema } from "../core/public/part-schemas.ts"
import { questionFields } from "../core/public/question-fields.ts"
import { reviewSchema } from "../operations/discussion-answers.ts"
import { discussionOperations } from "../operations/discussions.ts"
import { descriptionOf } from "../operations/operation.ts"
import { promptSchema, squadOperations } from "../operations/squad.ts"
import { steeringOperations } from "../operations/steering.ts"
import { tableList } from "../operations/tables.ts"

/** Many clients time out after a minute, so calls return earlier, with the state so far. */
const maxCallSeconds = 45

const wait = z
  .number()
  .min(0)
  .max(maxCallSeconds)
  .default(maxCallSeconds)
  .describe(
    "seconds to wait for the outcome; after that the state so far is returned, and `get_discussion` continues waiting",
  )

const { discuss, review, getDiscussion } = discussionOperations
const { takeTurn } = steeringOperations
const { askSquad, answerPrompt } = squadOperations
const request = discuss.input.shape

/** A field that a tool takes in a simpler form than the operation, with the operation's description. */
function simpler<T extends z.ZodType>(schema: T, field: z.ZodType, more: string) {
  return schema.optional().describe(`${descriptionOf(field)}; ${more}`)
}

const idempotency_key = z
  .string()
  .max(200)
  .optional()
  .describe("repeating the call with the same key returns the same discussion")

/** The fields of a new discussion. Large ones are described in words only, to keep the tool's schema small. */
export const discussInput = discuss.input.pick({ topic: true, language: true, budget: true }).extend({
  table: simpler(z.string().max(100), request.table, "`list_tables` has the names"),
  format: simpler(z.enum(presetNames), request.format, `default: ${defaultFormat.name}`),
  seats: simpler(
    z.array(seatInputSchema().omit({ options: true, weight: true })),
    request.seats,
    "kind `external` is a seat for you: `take_turn`",
  ),
  choices: z.array(z.string()).max(200).optional().describe(descriptionOf(request.decision.unwrap().shape.options)),
  decision: simpler(z.looseObject({}), request.decision, 'such as { "protocol": "borda" }'),
  options: simpler(z.looseObject({}), request.options, '`list_tables` lists their names; such as { "rounds": 3 }'),
  record: z.boolean().optional().describe(descriptionOf(request.record)),
  baseline: z
    .union([z.boolean(), z.string().max(100)])
    .optional()
    .describe(descriptionOf(request.baseline)),
  result: z.looseObject({}).optional().describe(descriptionOf(request.result)),
  idempotency_key,
  wait,
})

export const reviewInput = review.input.extend({ idempotency_key, wait })

export const getDiscussionInput = getDiscussion.target.extend({
  from_turn: z.number().int().min(1).optional().describe("return a page of turns, starting with this one"),
  from_item: z.number().int().min(1).optional().describe("return a page of the record, starting with this item"),
  wait: wait.default(0).describe(getDiscussion.input.shape.wait.description!),
})

export const takeTurnInput = takeTurn.target.extend({
  ...takeTurn.input.pick({ seat: true }).shape,
  content: simpler(takeTurn.input.shape.content, takeTurn.input.shape.content, "omit it to only wait for the question"),
  wait: wait.describe("seconds to wait until the seat is asked something"),
})

export const askSquadInput = askSquad.input.partial().extend({
  prompt_id: z
    .string()
    .max(100)
    .optional()
    .describe("wait for the answers to this earlier question instead of asking a new one"),
  wait: wait.describe("seconds to wait for the answers; call again with `prompt_id` to keep waiting"),
})

export const answerPromptInput = answerPrompt.input.partial({ message: true }).extend({
  prompt_id: simpler(
    answerPrompt.target.shape.id,
    answerPrompt.target.shape.id,
    "omit it to list the prompts that this agent can answer",
  ),
})

/** A discussion as agents get it: the record and a page of turns. */
export const discussionResult = z.object({
  id: text,
  status: z.enum(statuses),
  over: z.boolean(),
  format: text,
  topic: text,
  rehearsal: z
    .literal(true)
    .optional()
    .describe("simulated models speak, usually because none is configured: the outcome says nothing about the topic"),
  round: count,
  seats: list(seatSchema.pick({ id: true, name: true, kind: true, role: true })),
  outcome: outcomeSchema
    .pick({
      ...{ stoppingReason: true, agreed: true, sentence: true, solution: true, solutionFrom: true, amount: true },
      ...{ result: true, resultProblem: true },
    })
    .extend({
      bestProposal: text.optional().describe("the proposal with the highest confidence; it was not agreed on"),
      baseline: text.optional().describe("what one seat answered alone, and the cost of both"),
      decidedBy: text.describe("how it was decided"),
      rounds: count,
      dissent: list(
        z.object({ seat: seatId.optional(), name: text.optional(), choice: text.optional(), reasoning: text }),
      ),
      error: text.optional(),
    })
    .nullable()
    .describe("null until the discussion has ended"),
  record: recordSchema()
    .nullable()
    .optional()
    .describe("the decision record, or a page of its lists; null if there is none, absent on pages of turns"),
  nextItem: count.nullable().describe("`from_item` of the next page of the record; null on the last"),
  review: reviewSchema.omit({ sentence: true }).optional().describe("the findings of a finished review"),
  waitingFor: list(z.object({ seat: seatId, ...questionFields })).describe(
    "seats that the discussion is waiting for, and their questions",
  ),
  turns: list(z.object({ number: count, id: text, seat: seatId, round: count, content: text })).describe(
    "a page of turns, or the latest ones",
  ),
  nextTurn: count.nullable().describe("`from_turn` of the next page; null on the last"),
  shortened: z.boolean().describe("whether texts were shortened to fit; the resources contain the full texts"),
  tokens: count.describe("tokens used so far"),
  recordResource: text.optional().describe("URI of the resource with the full record, if there is one"),
  transcript: text.describe("URI of the resource with the full transcript"),
  next: text.describe("what to do next"),
})

export const seatResult = z.object({
  discussionId: text,
  status: z.enum(statuses),
  seat: text,
  question: z
    .object({ purpose: text, until: time.nullable(), ...questionFields })
    .nullable()
    .describe("what the seat is asked; null while it is not asked anything"),
  prompt: text.nullable().describe("the full prompt that a model in this seat would get"),
  shortened: z.boolean(),
  next: text,
})

export const promptResult = z.object({
  prompt_id: text.nullable(),
  status: promptSchema.shape.status.nullable(),
  ready: z.boolean().describe("whether the prompt is closed, so that no more answers will be collected"),
  answers: list(z.object({ agent: text, message: text })),
  open: list(z.object({ prompt_id: text, requester: text, message: text })).describe(
    "prompts that this agent can answer",
  ),
  shortened: z.boolean(),
  next: text,
})

const tableSchema = tableList.shape.tables.element

export const tablesResult = z.object({
  tables: list(
    tableSchema
      .pick({ name: true, description: true })
      .extend({ seats: list(text), rounds: count, protocol: text, choices: list(text) }),
  ),
  options: list(text).describe("names of the options that a discussion can set"),
})
