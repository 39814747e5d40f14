import { randomUUID } from "node:crypto"
import { acceptedContent, inputRequired, type ServerContext } from "@modelcontextprotocol/server"
import { z } from "zod"
import { createdTask, hasTasks, type TaskSource, type TaskView } from "../../src/mcp/tasks.ts"
import type { ToolContext } from "../../src/mcp/tool.ts"

const words = (text: string) => ({ content: [{ type: "text" as const, text }] })
const ask = (message: string) =>
  inputRequired.elicit({
    message,
    requestedSchema: { type: "object", properties: { confirm: { type: "boolean" } }, required: ["confirm"] },
  })

type Change = Partial<Pick<TaskView, "status" | "result" | "error" | "inputRequests">>

/** Each request has a separate server, so the suite's tasks are stored outside of them. */
const tasks = new Map<string, TaskView>()

function begin(change: Change = {}): TaskView {
  const now = new Date().toISOString()
  const task: TaskView = { taskId: randomUUID(), status: "working", createdAt: now, lastUpdatedAt: now, ...change }
  tasks.set(task.taskId, task)
  return task
}

function settle(taskId: string, change: Change): void {
  const task = tasks.get(taskId)!
  if (task.status !== "working" && task.status !== "input_required") return
  const { inputRequests: _, ...rest } = task
  tasks.set(taskId, { ...rest, lastUpdatedAt: new Date().toISOString(), ...change })
}

const source: TaskSource = {
  get: async (taskId) => tasks.get(taskId),
  cancel: async (taskId) => settle(taskId, { status: "cancelled" }),
  update: async (taskId, answers) => {
    const asked = Object.entries(tasks.get(taskId)?.inputRequests ?? {})
    const left = asked.filter(([key]) => !(key in answers))
    if (left.length === asked.length) return
    if (left.length > 0) settle(taskId, { status: "input_required", inputRequests: Object.fromEntries(left) })
    else settle(taskId, { status: "completed", result: words("All was answered.") })
  },
}

/** The tools that the suite's scenarios for the tasks extension call by name. */
export function addTaskFixtures({ server, taskSources }: ToolContext): void {
  taskSources.push(source)
  const tool = (name: string, shape: z.ZodRawShape, run: (args: never, context: ServerContext) => unknown) => {
    const config = { description: `The suite's ${name}`, inputSchema: z.object(shape) }
    server.registerTool(name, config, (async (args: never, context: ServerContext) => run(args, context)) as never)
  }
  const task = (change?: Change) => {
    const begun = begin(change)
    return { begun, answer: createdTask(begun, words("It goes on as a task.")) }
  }
  tool("greet", { name: z.string() }, ({ name }: { name: string }) => words(`Hello, ${name}!`))
  const computed = { seconds: z.number().optional(), label: z.string().optional() }
  tool("slow_compute", computed, ({ seconds = 1 }: { seconds?: number }, context) => {
    if (!hasTasks(context)) return words("Computed at once.")
    const { begun, answer } = task()
    setTimeout(() => settle(begun.taskId, { status: "completed", result: words("Computed.") }), seconds * 1_000).unref()
    return answer
  })
  tool("failing_job", {}, () => {
    const { begun, answer } = task()
    const result = { ...words("The job failed."), isError: true }
    setTimeout(() => settle(begun.taskId, { status: "completed", result }), 200).unref()
    return answer
  })
  tool("protocol_error_job", {}, () => {
    const { begun, answer } = task()
    const error = { code: -32603, message: "The job broke." }
    setTimeout(() => settle(begun.taskId, { status: "failed", error }), 200).unref()
    return answer
  })
  tool("confirm_delete", { filename: z.string().optional() }, () => {
    const inputRequests = { [randomUUID()]: ask("Delete it?") }
    return task({ status: "input_required", inputRequests }).answer
  })
  tool("multi_input", {}, () => {
    const inputRequests = { [randomUUID()]: ask("The first?"), [randomUUID()]: ask("The second?") }
    return task({ status: "input_required", inputRequests }).answer
  })
  tool("test_tool_with_task", {}, (_, { mcpReq }) => {
    const named = acceptedContent(mcpReq.inputResponses, "user_name", z.object({ name: z.string() }))
    if (named) return task({ status: "completed", result: words(`Hello, ${named.name}!`) }).answer
    const requestedSchema = { type: "object" as const, properties: { name: { type: "string" as const } } }
    return inputRequired({
      inputRequests: { user_name: inputRequired.elicit({ message: "Your name?", requestedSchema }) },
    })
  })
}
