import { Deliberation, type DeliberationEnd, renderReply } from "../single-reply/deliberation.ts"
import type { RenderEvent } from "../sse/event-encoder.ts"
import { openAiError } from "./error-shape.ts"
import { modelName } from "./table-models.ts"
import { aboutOutcome, chatUsage } from "./usage.ts"

const idPrefix = "chatcmpl-"

export function chatCompletion(discussionId: string, read: Deliberation, reasoning: string) {
  const { end } = read
  if (end?.kind !== "answered") throw new Error("the discussion has no answer")
  const message = { role: "assistant", content: end.answer, refusal: null, reasoning_content: reasoning }
  const choice = { index: 0, message, logprobs: null, finish_reason: end.cut ? "length" : "stop" }
  return {
    id: `${idPrefix}${discussionId}`,
    object: "chat.completion",
    created: read.createdAt,
    model: modelName(read.table),
    choices: [choice],
    usage: chatUsage(end.outcome.usage),
    conclave: aboutOutcome(discussionId, read, end.outcome),
  }
}

/** The same as a stream of chunks: first the deliberation as reasoning, then the answer as content. */
export function chatChunks(discussionId: string, { includeUsage }: { readonly includeUsage: boolean }): RenderEvent {
  const read = new Deliberation()
  const write = (fields: object) => {
    const { createdAt: created, table } = read
    const id = `${idPrefix}${discussionId}`
    return `data: ${JSON.stringify({ id, object: "chat.completion.chunk", created, model: modelName(table), ...fields })}\n\n`
  }
  const delta = (fields: object, finish: string | null = null) =>
    write({
      choices: [{ index: 0, delta: fields, logprobs: null, finish_reason: finish }],
      ...(includeUsage && { usage: null }),
    })
  const begin = () => delta({ role: "assistant", content: "" })
  return renderReply(read, { begin, think: (text) => delta({ reasoning_content: text }), end })

  function end(ended: DeliberationEnd): string {
    if (ended.kind !== "answered") {
      const error =
        ended.kind === "failed"
          ? openAiError(502, ended.error.code, ended.error.message)
          : openAiError(500, "ABORTED", `the discussion was aborted: ${ended.reason}`)
      return `data: ${JSON.stringify(error)}\n\ndata: [DONE]\n\n`
    }
    const { outcome, answer, cut } = ended
    const last = delta({}, cut ? "length" : "stop")
    const usage = write({
      choices: [],
      usage: chatUsage(outcome.usage),
      conclave: aboutOutcome(discussionId, read, outcome),
    })
    return `${delta({ content: answer })}${last}${includeUsage ? usage : ""}data: [DONE]\n\n`
  }
}
