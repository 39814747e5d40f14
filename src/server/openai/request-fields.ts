import { z } from "zod"
import type { JsonSchema } from "../../core/discussion/decision-record.ts"
import { settingsSchema } from "../../core/discussion/settings-schema.ts"
import { discussionInputSchema } from "../../core/formats/discussion-input.ts"
import { parse } from "../../core/validation.ts"
import { conclaveField } from "../single-reply/run-table.ts"
import type { Message } from "./conversation.ts"

const { seed } = discussionInputSchema().shape

const unsupported = "is not supported by tables; omit it"
/** Not `max(0)`, which would report a string twice. */
const unlessEmpty = (message: string) =>
  z
    .array(z.unknown(), message)
    .refine((list) => list.length === 0, message)
    .meta({ maxItems: 0 })
    .optional()
const refused = (message: string) => z.never(message).optional()
const ownEffort = "is set per seat; use `conclave.seats[].options.effort` instead"

/** Fields of both calls. Those without effect concern caches, accounts and logs of the provider. */
const commonFields = {
  model: z.string().min(1).max(100).meta({ description: "`conclave/` and a table's name", example: "conclave/hive" }),
  stream: z.boolean().optional(),
  temperature: settingsSchema().shape.temperature.optional().describe("sampling temperature of each turn"),
  top_p: z.literal(1, unsupported).optional(),
  tools: unlessEmpty("is not supported: tables cannot call tools; omit it"),
  tool_choice: z.enum(["none", "auto"], unsupported).optional(),
  parallel_tool_calls: z.boolean().optional().describe("no effect"),
  metadata: z
    .record(z.string().max(64), z.string().max(512))
    .refine((given) => Object.keys(given).length <= 16, "must have at most 16 entries")
    .meta({ maxProperties: 16 })
    .optional()
    .describe("no effect; it is not stored"),
  user: z.string().max(1_000).optional().describe("no effect"),
  safety_identifier: z.string().max(1_000).optional().describe("no effect"),
  prompt_cache_key: z.string().max(1_000).optional().describe("no effect"),
  prompt_cache_retention: z.string().max(100).optional().describe("no effect"),
  service_tier: z.enum(["auto", "default"], unsupported).optional().describe("no effect"),
  conclave: conclaveField.optional(),
}

const schema = z.record(z.string().max(100), z.unknown(), "must be a JSON schema").meta({ maxProperties: 100 })
const schemaNames = {
  name: z.string().max(200).optional().describe("no effect"),
  description: z.string().max(2_000).nullish().describe("no effect"),
  strict: z.boolean().nullish().describe("no effect: an answer that does not match its schema is always an error"),
}
const plainFormats = [
  z.strictObject({ type: z.literal("text") }),
  z.strictObject({ type: z.literal("json_object") }),
] as const

const textPart = z.looseObject({
  type: z.enum(["text", "input_text", "output_text"], "must be text"),
  text: z.string(),
})
const content = z.union([z.string(), z.array(textPart).max(1_000)], "must be text")

const chatMessage = z.looseObject({
  role: z.enum(["system", "developer", "user", "assistant"]),
  content: content.nullish(),
  tool_calls: unlessEmpty("is not supported: tables cannot call tools; omit it"),
})

const chatFields = z.strictObject({
  ...commonFields,
  messages: z.array(chatMessage).min(1, "must contain a user message; its text is the topic").max(10_000),
  stream_options: z
    .strictObject({
      include_usage: z.boolean().nullish(),
      include_obfuscation: z.literal(false, unsupported).nullish(),
    })
    .optional(),
  max_tokens: settingsSchema().shape.maxTokens.optional().describe("maximum tokens of each turn, including the answer"),
  max_completion_tokens: settingsSchema().shape.maxTokens.optional().describe("same as max_tokens, which it overrides"),
  seed,
  n: z.literal(1, "must be 1: a table gives one answer").optional(),
  stop: unlessEmpty(unsupported),
  logprobs: z.literal(false, unsupported).optional(),
  top_logprobs: refused(unsupported),
  logit_bias: refused(unsupported),
  reasoning_effort: refused(ownEffort),
  verbosity: refused("is not supported; ask for the length of the answer in the messages instead"),
  functions: refused("is not supported: tables cannot call functions; omit it"),
  function_call: refused("is not supported: tables cannot call functions; omit it"),
  audio: refused("is not supported: tables answer in text; omit it"),
  prediction: refused(unsupported),
  web_search_options: refused("is not supported: tables cannot search; omit it"),
  presence_penalty: z.literal(0, unsupported).optional(),
  frequency_penalty: z.literal(0, unsupported).optional(),
  modalities: z.array(z.literal("text", "must be text")).max(1).optional(),
  store: z.literal(false, "must be false: completions are not stored, the discussion is").optional(),
  response_format: z
    .discriminatedUnion("type", [
      ...plainFormats,
      z.strictObject({ type: z.literal("json_schema"), json_schema: z.strictObject({ ...schemaNames, schema }) }),
    ])
    .optional()
    .describe("the form of the answer"),
})

/** Clients that send back a whole response include its reasoning item, which is ignored. */
const inputItem = z.looseObject({
  type: z.enum(["message", "reasoning"], "must be a message").optional(),
  role: z.enum(["system", "developer", "user", "assistant"]).optional(),
  content: content.optional(),
})

const responseFields = z.strictObject({
  ...commonFields,
  model: commonFields.model
    .optional()
    .describe("`conclave/` and a table's name; with previous_response_id optional, and the same"),
  input: z.union([z.string().min(1), z.array(inputItem).min(1).max(10_000)], "must be text, or a list of messages"),
  instructions: z.string().optional(),
  previous_response_id: z.string().max(200).optional().describe("continue the conversation with the same table"),
  background: z.boolean().optional().describe("respond immediately and continue in the background"),
  max_output_tokens: settingsSchema()
    .shape.maxTokens.optional()
    .describe("maximum tokens of each turn, including the answer"),
  truncation: z.literal("disabled", "must be disabled; shorten the conversation instead").optional(),
  store: z.literal(true, "must be true: responses are always stored").optional(),
  include: unlessEmpty(unsupported),
  stream_options: z.strictObject({ include_obfuscation: z.literal(false, unsupported).nullish() }).optional(),
  reasoning: refused(ownEffort),
  conversation: refused("is not supported; use previous_response_id instead"),
  prompt: refused("is not supported; use input or instructions instead"),
  max_tool_calls: refused("is not supported: tables cannot call tools; omit it"),
  top_logprobs: refused(unsupported),
  text: z
    .strictObject({
      format: z
        .discriminatedUnion("type", [
          ...plainFormats,
          z.strictObject({ type: z.literal("json_schema"), ...schemaNames, schema }),
        ])
        .optional()
        .describe("the form of the answer"),
    })
    .optional(),
})

export type ChatRequest = z.output<typeof chatFields>
export type ResponseRequest = z.output<typeof responseFields>

export const chatRequestSchema = chatFields.meta({
  id: "ChatCompletionRequest",
  example: { model: "conclave/duet", messages: [{ role: "user", content: "Tabs or spaces?" }] },
})
export const responseRequestSchema = responseFields.meta({
  id: "ResponseRequest",
  example: { model: "conclave/duet", input: "Tabs or spaces?", background: true },
})

/** Parses a body in which, as in OpenAI's API, null means that a field is omitted. */
export function parseNullable<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const isObject = typeof body === "object" && body !== null && !Array.isArray(body)
  return parse(schema, isObject ? Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null)) : body)
}

export function chatMessages({ messages }: ChatRequest): readonly Message[] {
  return messages.map(({ role, content: given }) => ({ role, text: textOf(given ?? "") }))
}

export function responseMessages({ input, instructions }: ResponseRequest): readonly Message[] {
  const items = typeof input === "string" ? [{ role: "user" as const, content: input }] : input
  return [
    ...(instructions === undefined ? [] : [{ role: "system" as const, text: instructions }]),
    ...items.flatMap(({ role, content: given = "" }) => (role ? [{ role, text: textOf(given) }] : [])),
  ]
}

function textOf(given: z.output<typeof content>): string {
  return typeof given === "string" ? given : given.map(({ text }) => text).join("")
}

const anyObject = { type: "object" }

/** The JSON schema of the answer; undefined for text. */
export function chatSchema({ response_format: format }: ChatRequest): JsonSchema | undefined {
  if (format?.type === "json_schema") return format.json_schema.schema
  return format?.type === "json_object" ? anyObject : undefined
}

export function responseSchema({ text }: ResponseRequest): JsonSchema | undefined {
  if (text?.format?.type === "json_schema") return text.format.schema
  return text?.format?.type === "json_object" ? anyObject : undefined
}
