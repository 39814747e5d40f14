import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type ElicitRequestFormParams,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type ServerContext,
} from "@modelcontextprotocol/server"
import type { SeatQuestion } from "../core/discussion/seat-question.ts"
import type { ToolCall, ToolContext } from "./tool.ts"

/** A question to the person at the client, for a seat that is theirs. */
export interface PersonQuestion {
  readonly discussionId: string
  readonly seat: string
  readonly name: string
  readonly question: SeatQuestion
}

/** Whether whoever calls can ask a person. Over HTTP clients of 2025 do not say so with each call, so they cannot. */
export function canElicit({ server }: ToolContext, { context: { mcpReq } }: ToolCall): boolean {
  const envelope: { readonly [key: string]: unknown } = mcpReq.envelope ?? {}
  const declared = envelope[CLIENT_CAPABILITIES_META_KEY] ?? server.server.getClientCapabilities()
  return (declared as ClientCapabilities | undefined)?.elicitation !== undefined
}

/** Ends the call with the question; the client asks the person, and calls again with the answer. */
export function askPerson(asked: PersonQuestion): InputRequiredResult {
  const message = `${asked.name}: ${asked.question.question}`
  const request = inputRequired.elicit({ message, requestedSchema: formFor(asked.question) })
  // Not trusted when it comes back: it names what is answered, and whether that may be done is checked by the API.
  const requestState = JSON.stringify({ id: asked.discussionId, seat: asked.seat, form: asked.question.form })
  return inputRequired({ inputRequests: { answer: request }, requestState })
}

/** The same for clients of 2025, which are asked while their call goes on. Undefined where no answer comes in time. */
export async function askPersonNow(
  { context, signal }: ToolCall,
  { name, question }: PersonQuestion,
  timeout: number,
): Promise<string | undefined> {
  try {
    const params = { message: `${name}: ${question.question}`, requestedSchema: formFor(question) }
    const { action, content } = await context.mcpReq.elicitInput(params, { timeout, signal })
    return action === "accept" ? contentOf(question.form, content ?? {}) : undefined
  } catch {
    return undefined // the time is over, or the client cannot ask after all
  }
}

/** A person's answer to the question that an earlier call ended with. */
export interface PersonAnswer {
  readonly id: string
  readonly seat: string
  /** Absent where the person would not answer. */
  readonly content?: string
}

/** The person's answer that a call brings, if it brings one. */
export function personAnswer({ mcpReq }: ServerContext): PersonAnswer | undefined {
  const asked = parseState(mcpReq.requestState<unknown>())
  if (!asked) return undefined
  const { id, seat, form } = asked
  const response = inputResponse(mcpReq.inputResponses, "answer")
  if (response.kind !== "elicit" || response.action !== "accept") return { id, seat }
  return { id, seat, content: contentOf(form, (response.content ?? {}) as Record<string, unknown>) }
}

function parseState(state: unknown): { id: string; seat: string; form: string } | undefined {
  if (typeof state !== "string") return undefined
  try {
    const { id, seat, form } = JSON.parse(state) as Record<string, unknown>
    return typeof id === "string" && typeof seat === "string" && typeof form === "string"
      ? { id, seat, form }
      : undefined
  } catch {
    return undefined
  }
}

type Properties = ElicitRequestFormParams["requestedSchema"]["properties"]

function formFor({ form, options = [], example, mayPass }: SeatQuestion): ElicitRequestFormParams["requestedSchema"] {
  const reason: Properties = { reasoning: { type: "string", title: "Why" } }
  const confidence: Properties = {
    confidence: { type: "integer", title: "How sure, 0 to 100", minimum: 0, maximum: 100 },
  }
  if (form === "yes-no") {
    const properties: Properties = {
      answer: { type: "boolean", title: "Yes" },
      solution: { type: "string", title: "The solution, in your words" },
      ...confidence,
      ...reason,
    }
    return { type: "object", properties, required: ["answer"] }
  }
  if (form === "single" || form === "name") {
    const choice: Properties = { answer: { type: "string", enum: [...options], title: "Your choice" } }
    const properties = form === "single" ? { ...choice, ...confidence, ...reason } : choice
    return { type: "object", properties, required: ["answer"] }
  }
  const description = form === "text" ? (mayPass ? "[PASS] to pass" : "") : `In this form:\n${example}`
  const properties: Properties = {
    answer: { type: "string", title: "Your answer", ...(description && { description }) },
  }
  return { type: "object", properties, required: ["answer"] }
}

/** As the readers of votes understand it without guessing. */
function contentOf(
  form: string,
  { answer, solution, confidence = 100, reasoning = "" }: Record<string, unknown>,
): string {
  if (form === "yes-no") {
    const proposedSolution = typeof solution === "string" ? solution : ""
    return JSON.stringify({ hasConsensus: answer === true, confidence, reasoning, proposedSolution })
  }
  if (form === "single") return JSON.stringify({ choice: answer, amount: null, confidence, reasoning })
  return String(answer ?? "")
}
