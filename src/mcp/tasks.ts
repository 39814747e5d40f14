import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from "@modelcontextprotocol/server"
import { z } from "zod"
import type { ToolContext } from "./tool.ts"

/** Extension of 2026-07-28: calls that outlive their request. */
export const tasksExtension = "io.modelcontextprotocol/tasks"

/** No expiry: discussions exist until they are deleted. */
const lifetime = { ttlMs: null, pollIntervalMs: 2_000 }

export interface TaskView {
  readonly taskId: string
  readonly status: "working" | "input_required" | "completed" | "failed" | "cancelled"
  readonly statusMessage?: string
  readonly createdAt: string
  readonly lastUpdatedAt: string
  readonly result?: CallToolResult
  readonly error?: { readonly code: number; readonly message: string }
  /** Questions to a person, by id. */
  readonly inputRequests?: Readonly<Record<string, unknown>>
}

export interface TaskSource {
  get(taskId: string, context: ServerContext): Promise<TaskView | undefined>
  /** Submits answers, by question id; unknown ids are ignored. */
  update(taskId: string, answers: Readonly<Record<string, unknown>>): Promise<void>
  /** Idempotent. */
  cancel(taskId: string): Promise<void>
}

export function capabilitiesOf({ mcpReq }: ServerContext, otherwise: ClientCapabilities = {}): ClientCapabilities {
  const envelope: { readonly [key: string]: unknown } = mcpReq.envelope ?? {}
  return (envelope[CLIENT_CAPABILITIES_META_KEY] ?? otherwise) as ClientCapabilities
}

export function hasTasks(context: ServerContext): boolean {
  return tasksExtension in (capabilitiesOf(context).extensions ?? {})
}

/** The response of a call that continues as a task, with its result so far. */
export function createdTask({ result: _, error: __, inputRequests: ___, ...task }: TaskView, answer: CallToolResult) {
  return { ...answer, resultType: "task", ...task, ...lifetime }
}

const taskParams = z.looseObject({ taskId: z.string().max(200) })

export function addTaskMethods({ server, taskSources }: ToolContext): void {
  const find = async (taskId: string, context: ServerContext) => {
    if (!hasTasks(context))
      throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { extensions: { [tasksExtension]: {} } } })
    for (const source of taskSources) {
      const task = await source.get(taskId, context)
      if (task) return { source, task }
    }
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `taskId: there is no task "${taskId}"`)
  }
  const { server: low } = server
  low.setRequestHandler("tasks/get", { params: taskParams }, async ({ taskId }, context) => {
    return { ...(await find(taskId, context)).task, ...lifetime }
  })
  low.setRequestHandler("tasks/update", { params: taskParams }, async ({ taskId }, context) => {
    const { source } = await find(taskId, context)
    // The SDK moves them from the parameters to the context.
    await source.update(taskId, context.mcpReq.inputResponses ?? {})
    return {}
  })
  low.setRequestHandler("tasks/cancel", { params: taskParams }, async ({ taskId }, context) => {
    await (await find(taskId, context)).source.cancel(taskId)
    return {}
  })
}
