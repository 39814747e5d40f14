import { McpServer } from "@modelcontextprotocol/server"
import { discussionTasks } from "./discussion-tasks.ts"
import { addDiscussionTools } from "./discussion-tools.ts"
import { defaultMaxTokens } from "./fit.ts"
import { addResources } from "./resources.ts"
import { addSeatTools } from "./seat-tools.ts"
import { addSquadTools } from "./squad-tools.ts"
import { addTablePrompts, addTableTool } from "./table-tools.ts"
import { addTaskMethods, tasksExtension } from "./tasks.ts"
import type { ToolContext } from "./tool.ts"

export interface McpOptions {
  readonly version: string
  /** The most tokens that an answer may have, where the client says so. */
  readonly maxOutputTokens?: number | undefined
  /** What the state of a question is signed with; left out: a secret of this process alone. */
  readonly secret?: string | undefined
  readonly onError: (error: unknown) => void
  /** Adds to what a server offers, such as what the conformance suite calls. */
  readonly extend?: (context: ToolContext) => void
}

const instructions =
  "Conclave lets several models, people and agents discuss a question and decide. discuss starts one and answers within 45 seconds, with the outcome or with an id: get_discussion waits on, as often as it takes. outcome.sentence says who or what decided; report it with the dissent, and claim no agreement that it does not state. To take part yourself, give discuss a seat of kind external and use take_turn."

/** Nobody is told that a list has changed: nothing is kept between requests, so nobody is known who wants to hear it. */
const silent = { listChanged: false }
const capabilities = { tools: silent, prompts: silent, resources: silent }

/** A server for one connection or one request, over the API with the caller's own rights. */
export async function buildServer(
  connection: Pick<ToolContext, "fetch" | "era" | "track" | "ask" | "states">,
  { version, maxOutputTokens, extend }: McpOptions,
): Promise<McpServer> {
  const isModern = connection.era === "modern"
  const offered = isModern ? { ...capabilities, extensions: { [tasksExtension]: {} } } : capabilities
  const requestState = { verify: connection.states.verify }
  const server = new McpServer(
    { name: "conclave", title: "Conclave", version },
    { instructions, capabilities: offered, requestState },
  )
  const maxTokens = Math.max(500, Math.min(defaultMaxTokens, maxOutputTokens ?? defaultMaxTokens))
  const taskSources = [discussionTasks({ fetch: connection.fetch, maxTokens })]
  const context = { ...connection, server, maxTokens, taskSources }
  addDiscussionTools(context)
  addSeatTools(context)
  addSquadTools(context)
  addTableTool(context)
  addResources(context)
  await addTablePrompts(context)
  if (isModern) addTaskMethods(context)
  extend?.(context)
  return server
}
