import { piecesOf, type ScriptedAnswer, scriptedUsage, wholeText } from "../answer.ts"
import { type Asked, type Chunk, json, type Wire } from "./wire.ts"

/** xAI's Responses API, with the cost in ticks: ten thousand million per dollar. */
export const xai: Wire = {
  name: "xai",
  framing: "sse",
  chunks,
  recorded: (line) => ({ data: line }),
  ending: [],
  whole: (answer, asked) => response(answer, asked, [message(wholeText(answer.text))]),
  trouble: ({ status, message }) => ({ code: String(status), error: message }),
  troubleChunk: ({ status, message }) => json({ type: "error", code: String(status), message, param: null }),
  models: (names) => ({ object: "list", data: names.map((id) => ({ id, object: "model", owned_by: "xai" })) }),
}

function chunks(answer: ScriptedAnswer, asked: Asked): readonly Chunk[] {
  const begun = { id: "resp-1", object: "response", created_at: 1_770_000_000, model: asked.model, output: [] }
  const place = (item_id: string, output_index: number) => ({ item_id, output_index, content_index: 0 })
  const ended = answer.finish === "length" || answer.finish === "content_filter" ? "incomplete" : "completed"
  return [
    json({ type: "response.created", response: { ...begun, status: "in_progress" } }),
    ...piecesOf(answer.reasoning ?? "").map((delta) =>
      json({ type: "response.reasoning_text.delta", ...place("rs-1", 0), delta }),
    ),
    ...piecesOf(answer.text).map((delta) => json({ type: "response.output_text.delta", ...place("msg-1", 1), delta })),
    ...(answer.finish === "none" ? [] : [json({ type: `response.${ended}`, response: response(answer, asked, []) })]),
  ]
}

function response(answer: ScriptedAnswer, asked: Asked, output: readonly object[]): object {
  const { finish } = answer
  const cutBy = finish === "length" ? "max_output_tokens" : finish === "content_filter" ? finish : undefined
  return {
    id: "resp-1",
    object: "response",
    created_at: 1_770_000_000,
    model: asked.model,
    output,
    status: cutBy ? "incomplete" : "completed",
    ...(cutBy && { incomplete_details: { reason: cutBy } }),
    ...(answer.usage !== "missing" && { usage: usageOf(answer.usage ?? scriptedUsage) }),
  }
}

function usageOf({ prompt, cached = 0, completion, reasoning = 0 }: typeof scriptedUsage): object {
  return {
    input_tokens: prompt,
    output_tokens: completion,
    total_tokens: prompt + completion,
    input_tokens_details: { cached_tokens: cached },
    output_tokens_details: { reasoning_tokens: reasoning },
    cost_in_usd_ticks: 12_000_000,
  }
}

function message(text: string): object {
  const content = [{ type: "output_text", text, annotations: [] }]
  return { type: "message", id: "msg-1", role: "assistant", status: "completed", content }
}
