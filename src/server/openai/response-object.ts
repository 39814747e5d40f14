import type { Deliberation } from "../single-reply/deliberation.ts"
import { modelName } from "./table-models.ts"
import { aboutOutcome, responseUsage } from "./usage.ts"

const idPrefix = "resp_"

/** The discussion id in a response id; undefined if it is not a response id. */
export function discussionOfResponse(id: string): string | undefined {
  return id.startsWith(idPrefix) ? id.slice(idPrefix.length) : undefined
}

type ItemStatus = "in_progress" | "completed" | "incomplete"

export function reasoningItem(discussionId: string, text: string, status: ItemStatus = "completed") {
  const summary = text === "" ? [] : [{ type: "summary_text", text }]
  return { id: `rs_${discussionId}`, type: "reasoning", summary, status }
}

export function messageItem(discussionId: string, answer: string, status: ItemStatus = "completed") {
  const content = answer === "" ? [] : [outputText(answer)]
  return { id: `msg_${discussionId}`, type: "message", status, role: "assistant", content }
}

export function outputText(text: string) {
  return { type: "output_text", text, annotations: [], logprobs: [] }
}

/** A response, derived entirely from the discussion, so any process can return it at any time. */
export function responseObject(discussionId: string, read: Deliberation, reasoning: string) {
  const { end } = read
  const outcome = end?.outcome
  return {
    id: `${idPrefix}${discussionId}`,
    object: "response",
    created_at: read.createdAt,
    status: statusOf(read),
    error: end?.kind === "failed" ? { code: "server_error", message: end.error.message } : null,
    incomplete_details: end?.kind === "answered" && end.cut ? { reason: "max_output_tokens" } : null,
    instructions: null,
    metadata: {},
    model: modelName(read.table),
    output:
      end?.kind === "answered" ? [reasoningItem(discussionId, reasoning), messageItem(discussionId, end.answer)] : [],
    parallel_tool_calls: false,
    temperature: null,
    tool_choice: "none",
    tools: [],
    top_p: null,
    usage: outcome ? responseUsage(outcome.usage) : null,
    ...(outcome && { conclave: aboutOutcome(discussionId, read, outcome) }),
  }
}

function statusOf({ end }: Deliberation): string {
  if (!end) return "in_progress"
  if (end.kind === "answered") return end.cut ? "incomplete" : "completed"
  return end.kind === "failed" ? "failed" : "cancelled"
}
