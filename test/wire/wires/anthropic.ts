import { piecesOf, type ScriptedAnswer, scriptedUsage, type WireFinish, wholeText } from "../answer.ts"
import { type Asked, type Chunk, json, type Trouble, type Wire } from "./wire.ts"

const stopReasons: Record<Exclude<WireFinish, "none">, string> = {
  stop: "end_turn",
  stop_sequence: "stop_sequence",
  length: "max_tokens",
  refusal: "refusal",
  content_filter: "refusal",
}

/** The Messages API: named events, content in numbered blocks. */
export const anthropic: Wire = {
  name: "anthropic",
  framing: "sse",
  chunks,
  recorded: (line) => event(JSON.parse(line)),
  ending: [],
  whole: (answer, asked) => ({
    ...messageOf(asked),
    content: [
      ...(answer.reasoning === undefined ? [] : [{ type: "thinking", thinking: answer.reasoning, signature: "c2ln" }]),
      contentOf(wholeText(answer.text), asked),
    ],
    ...endOf(answer, asked),
    usage: usageOf(answer),
  }),
  trouble,
  troubleChunk: (told) => event(trouble(told)),
  models: (names) => ({ data: names.map((id) => ({ type: "model", id, display_name: id })), has_more: false }),
}

function chunks(answer: ScriptedAnswer, asked: Asked): readonly Chunk[] {
  const block = (index: number, start: object, deltas: readonly object[]) => [
    event({ type: "content_block_start", index, content_block: start }),
    ...deltas.map((delta) => event({ type: "content_block_delta", index, delta })),
    event({ type: "content_block_stop", index }),
  ]
  const thoughts = piecesOf(answer.reasoning ?? "").map((thinking) => ({ type: "thinking_delta", thinking }))
  const signature = { type: "signature_delta", signature: "c2lnbmVk" }
  const tool = forcedTool(asked)
  const words = piecesOf(answer.text).map((text) =>
    tool ? { type: "input_json_delta", partial_json: text } : { type: "text_delta", text },
  )
  const opening = tool ? { type: "tool_use", id: "toolu_1", name: tool, input: {} } : { type: "text", text: "" }
  return [
    event({
      type: "message_start",
      message: { ...messageOf(asked), usage: { ...usageOf(answer), output_tokens: 1 } },
    }),
    event({ type: "ping" }),
    ...(thoughts.length > 0
      ? block(0, { type: "thinking", thinking: "", signature: "" }, [...thoughts, signature])
      : []),
    ...(words.length > 0 ? block(thoughts.length > 0 ? 1 : 0, opening, words) : []),
    ...(answer.finish === "none"
      ? []
      : [event({ type: "message_delta", delta: endOf(answer, asked), usage: usageOf(answer) })]),
    event({ type: "message_stop" }),
  ]
}

function messageOf(asked: Asked): object {
  const nothing = { content: [], stop_reason: null, stop_sequence: null }
  return { id: "msg_1", type: "message", role: "assistant", model: asked.model, ...nothing }
}

function endOf(answer: ScriptedAnswer, asked: Asked): object {
  const finish = answer.finish ?? "stop"
  if (finish === "none") return {}
  if (finish === "stop" && forcedTool(asked)) return { stop_reason: "tool_use", stop_sequence: null }
  const stops = asked.stop_sequences as readonly string[] | undefined
  return { stop_reason: stopReasons[finish], stop_sequence: finish === "stop_sequence" ? (stops?.[0] ?? null) : null }
}

/** Cached tokens are counted separately from prompt tokens; the schema requires numbers, so missing ones are 0. */
function usageOf(answer: ScriptedAnswer): object {
  const missing = answer.usage === "missing"
  const {
    prompt,
    cached = 0,
    cacheWrite = 0,
    completion,
    reasoning,
  } = missing ? { prompt: 0, completion: 0 } : { ...scriptedUsage, ...(answer.usage as object | undefined) }
  return {
    input_tokens: prompt - cached - cacheWrite,
    cache_creation_input_tokens: cacheWrite,
    cache_read_input_tokens: cached,
    output_tokens: completion,
    ...(reasoning !== undefined && { output_tokens_details: { thinking_tokens: reasoning } }),
  }
}

function contentOf(text: string, asked: Asked): object {
  const name = forcedTool(asked)
  return name ? { type: "tool_use", id: "toolu_1", name, input: JSON.parse(text) } : { type: "text", text }
}

/** Models without native structured output return an object through a forced tool call. */
function forcedTool(asked: Asked): string | undefined {
  const choice = asked.tool_choice as { type?: string; name?: string } | undefined
  const tools = asked.tools as readonly { name: string }[] | undefined
  return choice?.name ?? (choice?.type === "any" ? tools?.[0]?.name : undefined)
}

function trouble({ status, message }: Trouble): { type: string; error: object } {
  const types: Record<number, string> = {
    400: "invalid_request_error",
    401: "authentication_error",
    403: "permission_error",
    404: "not_found_error",
    429: "rate_limit_error",
    529: "overloaded_error",
  }
  return { type: "error", error: { type: types[status] ?? "api_error", message } }
}

function event<Value extends { type: string }>(value: Value): Chunk {
  return { ...json(value), event: value.type }
}
