import { Deliberation, type DeliberationEnd, renderReply } from "../single-reply/deliberation.ts"
import type { RenderEvent } from "../sse/event-encoder.ts"
import { messageItem, outputText, reasoningItem, responseObject } from "./response-object.ts"

/** A discussion as response events: one item for the deliberation and one for the answer. */
export function responseEvents(discussionId: string): RenderEvent {
  const read = new Deliberation()
  let reasoning = ""
  let sequence = 0
  const write = (type: string, fields: object) =>
    `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: sequence++, ...fields })}\n\n`
  const response = () => ({ response: responseObject(discussionId, read, reasoning) })
  const thinking = { item_id: `rs_${discussionId}`, output_index: 0, summary_index: 0 }

  const begin = () => write("response.created", response()) + write("response.in_progress", response())
  return renderReply(read, { begin, think, end })

  function think(delta: string): string {
    const opened =
      reasoning === ""
        ? write("response.output_item.added", {
            output_index: 0,
            item: reasoningItem(discussionId, "", "in_progress"),
          }) + write("response.reasoning_summary_part.added", { ...thinking, part: { type: "summary_text", text: "" } })
        : ""
    reasoning += delta
    return opened + write("response.reasoning_summary_text.delta", { ...thinking, delta })
  }

  function end(ended: DeliberationEnd): string {
    const thought =
      reasoning === ""
        ? ""
        : write("response.reasoning_summary_text.done", { ...thinking, text: reasoning }) +
          write("response.reasoning_summary_part.done", {
            ...thinking,
            part: { type: "summary_text", text: reasoning },
          }) +
          write("response.output_item.done", { output_index: 0, item: reasoningItem(discussionId, reasoning) })
    if (ended.kind === "answered") {
      const type = ended.cut ? "response.incomplete" : "response.completed"
      return `${thought}${answer(ended.answer)}${write(type, response())}`
    }
    // There is no event for cancelled responses; the status says so.
    return `${thought}${write("response.failed", response())}`
  }

  function answer(text: string): string {
    const output_index = reasoning === "" ? 0 : 1
    const place = { item_id: `msg_${discussionId}`, output_index, content_index: 0 }
    return [
      write("response.output_item.added", { output_index, item: messageItem(discussionId, "", "in_progress") }),
      write("response.content_part.added", { ...place, part: outputText("") }),
      write("response.output_text.delta", { ...place, delta: text, logprobs: [] }),
      write("response.output_text.done", { ...place, text, logprobs: [] }),
      write("response.content_part.done", { ...place, part: outputText(text) }),
      write("response.output_item.done", { output_index, item: messageItem(discussionId, text) }),
    ].join("")
  }
}
