import { z } from "zod"
import { statuses } from "../../core/discussion/state.ts"
import { eventSchemas } from "../../core/public/event-schemas.ts"
import { count, list, seatId, text, time } from "../../core/public/field-schemas.ts"
import { seatSchema, turnSchema } from "../../core/public/part-schemas.ts"
import { questionFields } from "../../core/public/question-fields.ts"

type EventType = keyof typeof eventSchemas
const eventTypes = Object.entries(eventSchemas) as [EventType, z.ZodObject][]

const revealed = {
  revealed: list(turnSchema)
    .optional()
    .describe("for one seat: turns that were withheld from it until now, with their words"),
}

/** `turn_completed` as the name of a component: `TurnCompleted`. */
function componentName(type: string): string {
  return type.replaceAll(/(?:^|_)(.)/g, (_, letter: string) => letter.toUpperCase())
}

/** An event in a page: one schema for each kind, told apart by `type`. */
const eventSchema = z
  .discriminatedUnion("type", nonEmpty(eventTypes.map(pageEvent)))
  .meta({ id: "Event", description: "One fact about a discussion." })

function pageEvent([type, data]: [EventType, z.ZodObject]) {
  const shape = { seq: count, type: z.literal(type), at: time, data: data.extend(revealed) }
  return z.object(shape).meta({ id: `${componentName(type)}Event` })
}

export const eventPage = z
  .object({
    events: z.array(eventSchema),
    next: count.nullable().describe("`after` of the next page; null where nothing has happened since this one"),
    last: count.describe("the number of the last event so far received; pass it as `after` to continue later"),
    over: z.boolean().describe("whether the discussion is over, so that nothing will follow"),
  })
  .meta({ id: "EventPage" })

/** An event in a stream: its hyphenated name, its data as JSON with the discussion's id and the time, and its id. */
const eventMessageSchema = z.discriminatedUnion("event", nonEmpty(eventTypes.map(streamEvent))).meta({
  id: "EventMessage",
  description: "One message of a discussion's event stream. `data` is sent as one line of JSON.",
})

function streamEvent([type, data]: [EventType, z.ZodObject]) {
  return z
    .object({
      event: z.literal(type.replaceAll("_", "-")),
      data: z.object({ discussionId: z.string(), timestamp: time, ...data.shape, ...revealed }),
      id: z.string().meta({ description: "send it as `Last-Event-ID` to continue here", example: "12:t3:1:80" }),
    })
    .meta({ id: `${componentName(type)}Message` })
}

/** A stream is documented as the list of its messages. */
export const discussionStream = z.array(eventMessageSchema).describe("server-sent events")

function nonEmpty<T>(items: readonly T[]): [T, ...T[]] {
  const [first, ...rest] = items
  return [first!, ...rest]
}

export const seatPromptResponse = z
  .object({
    discussionId: text,
    status: z.enum(statuses),
    round: count,
    seat: seatSchema.extend({
      persona: text.nullable().describe("who this seat is"),
      briefing: text.nullable().describe("what this seat alone knows"),
    }),
    question: z
      .object({
        callId: text,
        purpose: z.enum(["turn", "synthesis", "vote", "choose"]),
        until: time.nullable().describe("when the wait ends; null where there is no limit"),
        ...questionFields,
      })
      .nullable()
      .describe("what is asked of the seat now; null while nothing is"),
    prompt: z
      .object({
        rules: text.describe("the rules, the topic and who takes part"),
        transcript: list(text).describe("what was said, as far as this seat may see it"),
        ask: text.describe("who the seat is, what is asked, and how to answer"),
      })
      .nullable()
      .describe("the text that a model in this seat would be given; null while nothing is asked"),
  })
  .meta({ id: "SeatPrompt" })

export const reasoningResponse = z
  .object({
    turn: z.string().describe("the turn's id"),
    role: seatId,
    modelId: z.string().nullable().describe("null for a person or outside agent"),
    reasoning: z.string().nullable().describe("null where the model gave none"),
  })
  .meta({ id: "ReasoningAnswer" })

export const materialsResponse = z
  .object({ materials: z.array(z.object({ number: count, name: z.string(), text: z.string() })) })
  .meta({ id: "MaterialsAnswer" })

export const estimateResponse = z
  .object({
    estimate: z.object({
      rounds: count,
      seats: z.array(z.object({ name: z.string(), model: z.string().nullable(), calls: count })),
      calls: count.describe("calls of models, if no round ends the discussion early and nothing is asked twice"),
      promptTokens: count.describe("roughly"),
      completionTokens: count.describe("roughly"),
      dollars: z.number().nullable().describe("roughly; null where the price of some model is not known"),
      materials: z.array(z.object({ number: count, name: z.string(), characters: count, tokens: count })),
      window: z
        .object({ model: z.string(), tokens: count, forMaterials: count.describe("how many materials may take") })
        .nullable()
        .describe("the smallest context window at the table; null where no model tells its own"),
    }),
  })
  .meta({ id: "EstimateAnswer" })

export const healthSchema = z
  .object({
    status: z.enum(["ok", "unavailable"]),
    checks: z.record(z.string(), z.enum(["ok", "failed"])).optional(),
  })
  .meta({ id: "Health" })
