import { randomUUID } from "node:crypto"
import {
  createRequestStateCodec,
  type ElicitRequestFormParams,
  type ElicitResult,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type JSONRPCMessage,
  type RequestStateCodec,
  type ServerContext,
} from "@modelcontextprotocol/server"
import { z } from "zod"
import type { SeatQuestion } from "../core/discussion/seat-question.ts"
import { capabilitiesOf } from "./tasks.ts"
import type { ToolCall, ToolContext } from "./tool.ts"

export interface PersonQuestion {
  readonly discussionId: string
  readonly seat: string
  readonly name: string
  readonly question: SeatQuestion
}

export function canElicit({ server, ask }: ToolContext, { context }: ToolCall): boolean {
  return ask !== undefined || capabilitiesOf(context, server.server.getClientCapabilities()).elicitation !== undefined
}

/** Ends the call with the question. The client asks its user and repeats the call with the answer. */
export async function elicitAnswer(
  { states }: ToolContext,
  { context }: ToolCall,
  asked: PersonQuestion,
): Promise<InputRequiredResult> {
  const message = `${asked.name}: ${asked.question.question}`
  const request = inputRequired.elicit({ message, requestedSchema: formFor(asked.question) })
  const state: AskedState = { id: asked.discussionId, seat: asked.seat, form: asked.question.form }
  const requestState = await states.mint(state, context)
  return inputRequired({ inputRequests: { answer: request }, requestState })
}

/** The same for 2025 clients, which are asked during their call. Undefined if no answer arrives in time. */
export async function elicitAnswerNow(
  tools: ToolContext,
  { context, signal }: ToolCall,
  { name, question }: PersonQuestion,
  timeout: number,
): Promise<string | undefined> {
  try {
    const params = { message: `${name}: ${question.question}`, requestedSchema: formFor(question) }
    const { action, content } = await elicit(tools, context, params, { timeout, signal })
    return action === "accept" ? contentOf(question.form, content ?? {}) : undefined
  } catch {
    return undefined // timed out, or the client cannot ask its user after all
  }
}

/** Asks the client during its call. Over HTTP the request goes through `ask`, since this server never receives the answer. */
export async function elicit(
  { server, ask }: Pick<ToolContext, "server" | "ask">,
  { mcpReq }: ServerContext,
  params: ElicitRequestFormParams,
  options: { readonly timeout: number; readonly signal: AbortSignal },
): Promise<ElicitResult> {
  if (!ask) return mcpReq.elicitInput(params, options)
  const { transport } = server.server
  const answer = await ask(
    async (message) =>
      transport?.send({ jsonrpc: "2.0", ...message } as JSONRPCMessage, { relatedRequestId: mcpReq.id }),
    "elicitation/create",
    params,
    options,
  )
  return elicitResultSchema.parse(answer) as ElicitResult
}

const elicitResultSchema = z.looseObject({
  action: z.enum(["accept", "decline", "cancel"]),
  content: z.record(z.string(), z.unknown()).optional(),
})

/** A person's answer to the question that ended an earlier call. */
export interface PersonAnswer {
  readonly id: string
  readonly seat: string
  /** Absent if the person declined. */
  readonly content?: string
}

export function personAnswer({ mcpReq }: ServerContext): PersonAnswer | undefined {
  const asked = mcpReq.requestState<AskedState>()
  if (!asked) return undefined
  const { id, seat, form } = asked
  const response = inputResponse(mcpReq.inputResponses, "answer")
  if (response.kind !== "elicit" || response.action !== "accept") return { id, seat }
  return { id, seat, content: contentOf(form, (response.content ?? {}) as Record<string, unknown>) }
}

/** The question being answered. Clients return it with the answer, so it is signed. */
interface AskedState {
  readonly id: string
  readonly seat: string
  readonly form: string
}

/** Lifetime of a question. The seat may wait longer. */
const stateSeconds = 86_400

/** Signs the state that clients return. All processes that may receive it need the same secret. */
export function createStates(secret: string | undefined): RequestStateCodec {
  const key = secret ?? `${randomUUID()}${randomUUID()}`
  return createRequestStateCodec({
    key,
    ttlSeconds: stateSeconds,
    bind: ({ http }) => http?.authInfo?.clientId ?? "",
  })
}

type Form = ElicitRequestFormParams["requestedSchema"]
type Properties = Form["properties"]

export function formFor({ form, options = [], example, mayPass }: SeatQuestion): Form {
  const reason: Properties = { reasoning: { type: "string", title: "Reasoning" } }
  const confidence: Properties = {
    confidence: { type: "integer", title: "Confidence, 0 to 100", minimum: 0, maximum: 100 },
  }
  if (form === "yes-no") {
    const properties: Properties = {
      answer: { type: "boolean", title: "Yes" },
      solution: { type: "string", title: "The solution in your own words" },
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

/** The form's values as a structured vote, which needs no interpretation. */
export function contentOf(
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
