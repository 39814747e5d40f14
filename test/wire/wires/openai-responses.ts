import { piecesOf, type ScriptedAnswer, scriptedUsage, wholeText } from "../answer.ts"
import { openai } from "./openai.ts"
import { type Asked, type Chunk, json, type Wire } from "./wire.ts"

/** OpenAI's Responses API: items are opened and closed around their text, reasoning comes as summaries. */
export const openaiResponses: Wire = {
  ...openai,
  name: "openai-responses",
  chunks,
  ending: [],
  whole: (answer, asked) => response(answer, asked, [message(wholeText(answer.text))]),
  troubleChunk: ({ status, message }) => json({ type: "error", code: String(status), message, param: null }),
}

function chunks(answer: ScriptedAnswer, asked: Asked): readonly Chunk[] {
  const begun = { id: "resp_1", object: "response", created_at: 1_770_000_000, model: asked.model, output: [] }
  const ended = answer.finish === "length" || answer.finish === "content_filter" ? "incomplete" : "completed"
  const thoughts = answer.reasoning === undefined ? [] : reasoningEvents(answer.reasoning)
  const end = { type: `response.${ended}`, response: response(answer, asked, []) }
  return [
    { type: "response.created", response: { ...begun, status: "in_progress" } },
    ...thoughts,
    ...messageEvents(answer),
    ...(answer.finish === "none" ? [] : [end]),
  ].map((event, sequence_number) => json({ ...event, sequence_number }))
}

function reasoningEvents(text: string): readonly object[] {
  const place = { item_id: "rs_1", output_index: 0, summary_index: 0 }
  return [
    { type: "response.output_item.added", output_index: 0, item: { type: "reasoning", id: "rs_1", summary: [] } },
    { type: "response.reasoning_summary_part.added", ...place, part: { type: "summary_text", text: "" } },
    ...piecesOf(text).map((delta) => ({ type: "response.reasoning_summary_text.delta", ...place, delta })),
    { type: "response.reasoning_summary_part.done", ...place, part: { type: "summary_text", text } },
    { type: "response.output_item.done", output_index: 0, item: { type: "reasoning", id: "rs_1", summary: [] } },
  ]
}

function messageEvents(answer: ScriptedAnswer): readonly object[] {
  const place = { item_id: "msg_1", output_index: 1, content_index: 0 }
  const whole = message(wholeText(answer.text))
  return [
    { type: "response.output_item.added", output_index: 1, item: { ...message(""), status: "in_progress" } },
    ...piecesOf(answer.text).map((delta) => ({ type: "response.output_text.delta", ...place, delta })),
    { type: "response.output_text.done", ...place, text: wholeText(answer.text) },
    { type: "response.output_item.done", output_index: 1, item: whole },
  ]
}

function response(answer: ScriptedAnswer, asked: Asked, output: readonly object[]): object {
  const { finish, usage = scriptedUsage } = answer
  const cutBy = finish === "length" ? "max_output_tokens" : finish === "content_filter" ? finish : undefined
  return {
    id: "resp_1",
    object: "response",
    created_at: 1_770_000_000,
    model: asked.model,
    output,
    status: cutBy ? "incomplete" : "completed",
    incomplete_details: cutBy ? { reason: cutBy } : null,
    ...(usage !== "missing" && {
      usage: {
        input_tokens: usage.prompt,
        input_tokens_details: { cached_tokens: usage.cached ?? 0 },
        output_tokens: usage.completion,
        output_tokens_details: { reasoning_tokens: usage.reasoning ?? 0 },
        total_tokens: usage.prompt + usage.completion,
      },
    }),
  }
}

function message(text: string): object {
  const content = text === "" ? [] : [{ type: "output_text", text, annotations: [] }]
  return { type: "message", id: "msg_1", role: "assistant", status: "completed", content }
}
