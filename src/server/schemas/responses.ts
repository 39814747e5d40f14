import { z } from "zod"
import { statuses } from "../../core/discussion/state.ts"
import { eventSchemas } from "../../core/public/event-schemas.ts"
import { count, list, seatId, text, time } from "../../core/public/field-schemas.ts"
import { seatSchema, turnSchema } from "../../core/public/part-schemas.ts"
import { questionFields } from "../../core/public/question-fields.ts"

type EventType = keyof typeof eventSchemas
const eventTypes = Object.entries(eventSchemas) as [EventType, z.ZodObject][]

const revealed = {
  revealed: list(turnSchema).optional().describe("when reading as a seat: turns that were withheld from it until now"),
}

/** `turn_completed` becomes `TurnCompleted`. */
function componentName(type: string): string {
  return type.replaceAll(/(?:^|_)(.)/g, (_, letter: string) => letter.toUpperCase())
}

const eventSchema = z
  .discriminatedUnion("type", eventTypes.map(pageEvent) as [PageEvent, ...PageEvent[]])
  .meta({ id: "Event", description: "One fact about a discussion." })

function pageEvent([type, data]: [EventType, z.ZodObject]) {
  const shape = { seq: count, type: z.literal(type), at: time, data: data.extend(revealed) }
  return z.object(shape).meta({ id: `${componentName(type)}Event` })
}

export const eventPage = z
  .object({
    events: z.array(eventSchema),
    next: count.nullable().describe("`after` of the next page; null if there are no more events yet"),
    last: count.describe("number of the last event of the page; pass it as `after` to continue later"),
    over: z.boolean().describe("whether the discussion has ended, so that no events will follow"),
  })
  .meta({ id: "EventPage" })

const eventMessageSchema = z
  .discriminatedUnion("event", eventTypes.map(streamEvent) as [StreamEvent, ...StreamEvent[]])
  .meta({
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

/** OpenAPI cannot describe event streams, so a stream is documented as the array of its messages. */
export const discussionStream = z.array(eventMessageSchema).describe("server-sent events")

type PageEvent = ReturnType<typeof pageEvent>
type StreamEvent = ReturnType<typeof streamEvent>

export const seatPromptResponse = z
  .object({
    discussionId: text,
    status: z.enum(statuses),
    round: count,
    seat: seatSchema.extend({
      persona: text.nullable().describe("the seat's persona"),
      briefing: text.nullable().describe("private information of this seat"),
    }),
    question: z
      .object({
        callId: text,
        purpose: z.enum(["turn", "synthesis", "vote", "choose"]),
        until: time.nullable().describe("when the wait ends; null for no limit"),
        ...questionFields,
      })
      .nullable()
      .describe("what the seat is asked; null while it is not asked anything"),
    prompt: z
      .object({
        rules: text.describe("the rules, the topic and who takes part"),
        transcript: list(text).describe("the turns, as far as this seat may see them"),
        ask: text.describe("the seat's persona and briefing, the question, and how to answer"),
      })
      .nullable()
      .describe("the prompt that a model in this seat would get; null while it is not asked anything"),
  })
  .meta({ id: "SeatPrompt" })

export const reasoningResponse = z
  .object({
    turn: z.string().describe("the turn's id"),
    role: seatId,
    modelId: z.string().nullable().describe("null for a person or outside agent"),
    reasoning: z.string().nullable().describe("null if the model gave none"),
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
      calls: count.describe("model calls, if the discussion does not end early and nothing is retried"),
      promptTokens: count.describe("estimate"),
      completionTokens: count.describe("estimate"),
      dollars: z.number().nullable().describe("estimate; null if the price of a model is not known"),
      materials: z.array(z.object({ number: count, name: z.string(), characters: count, tokens: count })),
      window: z
        .object({ model: z.string(), tokens: count, forMaterials: count.describe("tokens available for materials") })
        .nullable()
        .describe("the smallest context window of the models; null if none is known"),
    }),
  })
  .meta({ id: "EstimateAnswer" })

export const healthSchema = z
  .object({
    status: z.enum(["ok", "unavailable"]),
    checks: z.record(z.string(), z.enum(["ok", "failed"])).optional(),
  })
  .meta({ id: "Health" })
