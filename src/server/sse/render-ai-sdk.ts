import { Deliberation } from "../single-reply/deliberation.ts"
import type { RenderEvent } from "./event-encoder.ts"

/** The header that AI SDK servers send. */
export const aiSdkHeaders = { "x-vercel-ai-ui-message-stream": "v1" }

/** A discussion as one AI SDK message: the deliberation is its reasoning, the answer its text. */
export function aiSdkChunks(discussionId: string): RenderEvent {
  const read = new Deliberation()
  let isThinking = false
  const write = (type: string, fields: object = {}) => `data: ${JSON.stringify({ type, ...fields })}\n\n`
  const reasoning = { id: "deliberation" }
  const answer = { id: "answer" }

  return (event) => {
    const delta = read.read(event)
    const begun = event.type === "discussion_created" ? write("start", { messageId: discussionId }) : ""
    return `${begun}${delta === "" ? "" : think(delta)}${read.end ? end() : ""}`
  }

  function think(delta: string): string {
    const opened = isThinking ? "" : write("reasoning-start", reasoning)
    isThinking = true
    return opened + write("reasoning-delta", { ...reasoning, delta })
  }

  function end(): string {
    const thought = isThinking ? write("reasoning-end", reasoning) : ""
    return `${thought}${result()}data: [DONE]\n\n`
  }

  function result(): string {
    const { end: ended } = read
    if (ended?.kind === "failed") return write("error", { errorText: ended.error.message })
    if (ended?.kind === "aborted") return write("abort", { reason: ended.reason })
    if (!ended) return ""
    return [
      write("text-start", answer),
      write("text-delta", { ...answer, delta: ended.answer }),
      write("text-end", answer),
      write("finish"),
    ].join("")
  }
}
