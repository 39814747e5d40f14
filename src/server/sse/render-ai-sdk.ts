import { Deliberation, type DeliberationEnd, renderReply } from "../single-reply/deliberation.ts"
import type { RenderEvent } from "./event-encoder.ts"

/** The header that AI SDK servers send. */
export const aiSdkHeaders = { "x-vercel-ai-ui-message-stream": "v1" }

/** A discussion as one AI SDK message: the deliberation is its reasoning, the answer its text. */
export function aiSdkChunks(discussionId: string): RenderEvent {
  let isThinking = false
  const write = (type: string, fields: object = {}) => `data: ${JSON.stringify({ type, ...fields })}\n\n`
  const reasoning = { id: "deliberation" }
  const answer = { id: "answer" }

  return renderReply(new Deliberation(), { begin: () => write("start", { messageId: discussionId }), think, end })

  function think(delta: string): string {
    const opened = isThinking ? "" : write("reasoning-start", reasoning)
    isThinking = true
    return opened + write("reasoning-delta", { ...reasoning, delta })
  }

  function end(ended: DeliberationEnd): string {
    const thought = isThinking ? write("reasoning-end", reasoning) : ""
    return `${thought}${result(ended)}data: [DONE]\n\n`
  }

  function result(ended: DeliberationEnd): string {
    if (ended.kind === "failed") return write("error", { errorText: ended.error.message })
    if (ended.kind === "aborted") return write("abort", { reason: ended.reason })
    return [
      write("text-start", answer),
      write("text-delta", { ...answer, delta: ended.answer }),
      write("text-end", answer),
      write("finish"),
    ].join("")
  }
}
