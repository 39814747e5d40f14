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

/** Clients give up on calls after a minute: an answer comes before that, with what there is, and waiting goes on. */
const maxCallSeconds = 45

const wait = z
  .number()
  .min(0)
  .max(maxCallSeconds)
  .default(maxCallSeconds)
  .describe("seconds to wait for a result; what is there then comes back, and `get_discussion` waits on")

const { discuss, review, getDiscussion } = discussionOperations
const { takeTurn } = steeringOperations
const { askSquad, answerPrompt } = squadOperations
const request = discuss.input.shape

/** A field that tools take in a simpler form, in the operation's words. */
function simpler<T extends z.ZodType>(schema: T, field: z.ZodType, more: string) {
  return schema.optional().describe(`${descriptionOf(field)}; ${more}`)
}

const idempotency_key = z.string().max(200).optional().describe("a repeat with the same key gives the same discussion")

/** What agents ask for: the fields of a new discussion, with those that are long described in words only. */
export const discussInput = discuss.input.pick({ topic: true, language: true, budget: true }).extend({
  table: simpler(z.string().max(100), request.table, "`list_tables` has the names"),
  format: simpler(z.enum(presetNames), request.format, `default: ${defaultFormat.name}`),
  seats: simpler(
    z.array(seatInputSchema().omit({ options: true, weight: true })),
    request.seats,
    "kind `external` is a seat for you: `take_turn`",
  ),
  choices: z.array(z.string()).max(200).optional().describe(descriptionOf(request.decision.unwrap().shape.options)),
  decision: simpler(
    z.looseObject({}),
    request.decision,
    '`list_tables` shows the fields, like { "protocol": "borda" }',
  ),
  options: simpler(z.looseObject({}), request.options, '`list_tables` shows them, like { "rounds": 3 }'),
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
  from_turn: z.number().int().min(1).optional().describe("show what was said from this turn on, in pages"),
  from_item: z.number().int().min(1).optional().describe("go on with the record from this item"),
  wait: wait.default(0).describe(getDiscussion.input.shape.wait.description!),
})

export const takeTurnInput = takeTurn.target.extend({
  ...takeTurn.input.pick({ seat: true }).shape,
  content: simpler(takeTurn.input.shape.content, takeTurn.input.shape.content, "left out: only look"),
  wait: wait.describe("seconds to wait until the seat is asked something again"),
})

export const askSquadInput = askSquad.input.partial().extend({
  prompt_id: z.string().max(100).optional().describe("instead: wait on for a question that was asked before"),
  wait: wait.describe("seconds to wait for the answers; ask again with `prompt_id` to wait on"),
})

export const answerPromptInput = answerPrompt.input.partial({ message: true }).extend({
  prompt_id: simpler(
    answerPrompt.target.shape.id,
    answerPrompt.target.shape.id,
    "left out: list what this agent can answer",
  ),
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
  record: recordSchema()
    .nullable()
    .optional()
    .describe("the decision record, its lists a page of it; null where there is none, absent on pages of turns"),
  nextItem: count.nullable().describe("`from_item` of the record's next page; null where there is none"),
  review: reviewSchema.omit({ sentence: true }).optional().describe("of a review that is over"),
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
  status: promptSchema.shape.status.nullable(),
  ready: z.boolean().describe("whether nothing more will come"),
  answers: list(z.object({ agent: text, message: text })),
  open: list(z.object({ prompt_id: text, requester: text, message: text })).describe("what this agent can answer"),
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
  options: list(text).describe("names of options that a discussion can set"),
})
