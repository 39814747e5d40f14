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
  /** Maximum tokens of an answer, if the client sets one. */
  readonly maxOutputTokens?: number | undefined
  /** Signs the state of questions to people (default: a random secret of this process). */
  readonly secret?: string | undefined
  readonly onError: (error: unknown) => void
  /** Registers further tools, such as those that the conformance suite calls. */
  readonly extend?: (context: ToolContext) => void
}

const instructions =
  "Conclave lets several models, people and agents discuss a question and decide. discuss starts a discussion and returns within 45 seconds, with the outcome or with an id; call get_discussion with that id, repeatedly if needed, to wait for the outcome. outcome.sentence says how it was decided: report it together with the dissent, and do not claim agreement that it does not state. rehearsal: true means that simulated models spoke: say so, and report no result. To take part yourself, give discuss a seat of kind external and use take_turn."

/** The server is stateless, so it cannot notify clients of changed lists. */
const unchanging = { listChanged: false }
const capabilities = { tools: unchanging, prompts: unchanging, resources: unchanging }

/** An MCP server for one connection or one request. It calls the API with the client's own rights. */
export async function buildServer(
  connection: Pick<ToolContext, "fetch" | "era" | "track" | "ask" | "states">,
  { version, maxOutputTokens, extend }: McpOptions,
): Promise<McpServer> {
  const isModern = connection.era === "modern"
  const allCapabilities = isModern ? { ...capabilities, extensions: { [tasksExtension]: {} } } : capabilities
  const requestState = { verify: connection.states.verify }
  const server = new McpServer(
    { name: "conclave", title: "Conclave", version },
    { instructions, capabilities: allCapabilities, requestState },
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
