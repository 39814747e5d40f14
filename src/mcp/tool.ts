import {
  type CallToolResult,
  type InputRequiredResult,
  isInputRequiredResult,
  type McpServer,
  type RequestStateCodec,
  type ServerContext,
} from "@modelcontextprotocol/server"
import type { z } from "zod"
import { ApiError } from "../client/api-error.ts"
import type { Operation } from "../operations/operation.ts"
import { type ApiFetch, errorText } from "./api.ts"
import { type PersonAnswer, personAnswer } from "./elicit.ts"
import type { HttpSessions } from "./http-sessions.ts"
import { createdTask, type TaskSource, type TaskView } from "./tasks.ts"

export interface ToolContext {
  readonly server: McpServer
  readonly fetch: ApiFetch
  /** Whether the client speaks 2026-07-28 or an older version. */
  readonly era: "modern" | "legacy"
  /** Where another request cancels a call: runs the work with a signal that the cancellation aborts. */
  readonly track?:
    | (<T>(requestId: string | number, work: (signal: AbortSignal) => Promise<T>) => Promise<T>)
    | undefined
  /** Where the client answers a question with a separate request. */
  readonly ask?: ReturnType<HttpSessions["askerFor"]>
  readonly taskSources: TaskSource[]
  readonly states: RequestStateCodec
  readonly maxTokens: number
}

export interface ToolCall {
  readonly signal: AbortSignal
  readonly onProgress?: (message: string) => Promise<void>
  readonly context: ServerContext
  readonly person?: PersonAnswer | undefined
}

interface Tool<I extends z.ZodObject, O extends z.ZodObject> {
  readonly operation: Operation
  /** Appended to the operation's description: what is specific to the tool. */
  readonly usage: string
  readonly input: I
  readonly output: O
  readonly readOnly?: boolean
  readonly run: (input: z.output<I>, call: ToolCall) => Promise<z.input<O> | InputRequiredResult | NewTask<z.input<O>>>
}

/** A call that continues as a task, with its result so far. */
export interface NewTask<Answer = Record<string, unknown>> {
  readonly task: TaskView
  readonly soFar: Answer
}

function isTask(result: object): result is NewTask {
  return "task" in result && "soFar" in result
}

/** Registers an operation as a tool. Errors of the API become results that the model can read and correct. */
export function addTool<I extends z.ZodObject, O extends z.ZodObject>(
  { server, track = untracked }: ToolContext,
  { operation, usage, input, output, readOnly = false, run }: Tool<I, O>,
): void {
  const { names, title, description } = operation
  const config = {
    title,
    description: `${description} ${usage}`,
    inputSchema: input,
    outputSchema: output,
    annotations: { readOnlyHint: readOnly, destructiveHint: false, openWorldHint: !readOnly },
  }
  server.registerTool(names.tool!, config, (async (args: z.output<I>, context: ServerContext) => {
    try {
      const { id, signal: own } = context.mcpReq
      const result = await track(id, (signal) => run(args, toolCall(context, AbortSignal.any([own, signal]))))
      if (isInputRequiredResult(result)) return result
      return isTask(result) ? createdTask(result.task, answer(result.soFar)) : answer(result)
    } catch (error) {
      if (error instanceof ApiError) return { isError: true, content: [{ type: "text", text: errorText(error) }] }
      throw error
    }
  }) as never)
}

export function answer(structuredContent: Record<string, unknown>): CallToolResult {
  return { content: [{ type: "text", text: JSON.stringify(structuredContent) }], structuredContent }
}

const untracked: NonNullable<ToolContext["track"]> = (_, work) => work(new AbortController().signal)

function toolCall(context: ServerContext, signal: AbortSignal): ToolCall {
  const { notify, _meta } = context.mcpReq
  const progressToken = _meta?.progressToken
  const person = personAnswer(context)
  if (progressToken === undefined) return { signal, context, person }
  let progress = 0
  const onProgress = (message: string) => {
    progress++
    return notify({ method: "notifications/progress", params: { progressToken, progress, message } })
  }
  return { signal, onProgress, context, person }
}
