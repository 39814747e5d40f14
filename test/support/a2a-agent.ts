import type { AddressInfo } from "node:net"
import { type AgentCard, Role, TaskState } from "@a2a-js/sdk"
import {
  AgentEvent,
  type AgentExecutor,
  DefaultRequestHandler,
  type ExecutionEventBus,
  InMemoryTaskStore,
} from "@a2a-js/sdk/server"
import { agentCardHandler, jsonRpcHandler, UserBuilder } from "@a2a-js/sdk/server/express"
// @ts-expect-error: the package has no types, and only this file uses it
import express from "express"

export interface ScriptedAgent {
  readonly url: string
  /** The requests, and the key of each. */
  readonly asked: { readonly text: string; readonly key: string | undefined }[]
  readonly cancelled: string[]
  close(): void
}

interface AgentOptions {
  readonly streaming?: boolean
  readonly version?: "1.0" | "0.3"
  /** The URL in its card, if different from its own. */
  readonly elsewhere?: string
}

type Behaviour = "speak" | "message" | "hang" | "ask" | "fail" | "flood"

/** An agent built with the protocol's official package, on a real port. */
export async function scriptedAgent(behaviour: Behaviour, options: AgentOptions = {}): Promise<ScriptedAgent> {
  const { streaming = true, version = "1.0", elsewhere } = options
  const asked: { text: string; key: string | undefined }[] = []
  const cancelled: string[] = []
  let key: string | undefined
  const executor: AgentExecutor = {
    async execute({ taskId, contextId, userMessage }, bus) {
      const text = userMessage.parts.map(({ content }) => content?.value).join("")
      asked.push({ text, key })
      await behave(behaviour, bus, { taskId, contextId })
    },
    async cancelTask(taskId, bus) {
      cancelled.push(taskId)
      bus.publish(statusOf({ taskId, contextId: "" }, TaskState.TASK_STATE_CANCELED))
      bus.finished()
    },
  }
  const app = express()
  const listening = app.listen(0, "127.0.0.1")
  await new Promise((resolve) => listening.once("listening", resolve))
  const url = `http://127.0.0.1:${(listening.address() as AddressInfo).port}`
  const card = cardOf(elsewhere ?? `${url}/rpc`, version, streaming)
  const requestHandler = new DefaultRequestHandler(card, new InMemoryTaskStore(), executor)
  const legacyCompat = { enabled: version === "0.3" }
  app.use((request: { headers: { authorization?: string } }, _: unknown, next: () => void) => {
    key = request.headers.authorization
    next()
  })
  app.use("/.well-known/agent-card.json", agentCardHandler({ agentCardProvider: requestHandler, legacyCompat }))
  app.use("/rpc", jsonRpcHandler({ requestHandler, userBuilder: UserBuilder.noAuthentication, legacyCompat }))
  const close = () => {
    listening.close()
    listening.closeAllConnections()
  }
  return { url, asked, cancelled, close }
}

function cardOf(url: string, protocolVersion: string, streaming: boolean): AgentCard {
  return {
    name: "Scripted",
    description: "Says what it is told to.",
    supportedInterfaces: [{ url, protocolBinding: "JSONRPC", tenant: "", protocolVersion }],
    provider: undefined,
    version: "1",
    capabilities: { streaming, pushNotifications: false, extensions: [] },
    securitySchemes: {},
    securityRequirements: [],
    defaultInputModes: ["text/plain"],
    defaultOutputModes: ["text/plain", "text/markdown"],
    skills: [],
    signatures: [],
  }
}

interface Ids {
  readonly taskId: string
  readonly contextId: string
}

const textPart = (text: string) => ({
  content: { $case: "text" as const, value: text },
  metadata: undefined,
  filename: "",
  mediaType: "text/plain",
})

function messageOf(text: string, { taskId, contextId }: Ids) {
  const own = { messageId: crypto.randomUUID(), taskId, contextId, role: Role.ROLE_AGENT, metadata: undefined }
  return { ...own, parts: [textPart(text)], extensions: [], referenceTaskIds: [] }
}

function statusOf(ids: Ids, state: TaskState, text?: string) {
  const message = text === undefined ? undefined : messageOf(text, ids)
  return AgentEvent.statusUpdate({ ...ids, status: { state, message, timestamp: undefined }, metadata: undefined })
}

function artifactOf(ids: Ids, text: string, append: boolean) {
  const artifact = { artifactId: "a", name: "", description: "", metadata: undefined, extensions: [] }
  const parts = [textPart(text)]
  return AgentEvent.artifactUpdate({
    ...ids,
    artifact: { ...artifact, parts },
    append,
    lastChunk: false,
    metadata: undefined,
  })
}

async function behave(behaviour: Behaviour, bus: ExecutionEventBus, ids: Ids): Promise<void> {
  if (behaviour === "message") {
    bus.publish(AgentEvent.message(messageOf("A plain message.", ids)))
    return bus.finished()
  }
  const status = { state: TaskState.TASK_STATE_SUBMITTED, message: undefined, timestamp: undefined }
  bus.publish(
    AgentEvent.task({
      id: ids.taskId,
      contextId: ids.contextId,
      status,
      artifacts: [],
      history: [],
      metadata: undefined,
    }),
  )
  bus.publish(statusOf(ids, TaskState.TASK_STATE_WORKING, "Let me think."))
  if (behaviour === "hang") return new Promise(() => {})
  if (behaviour === "ask") bus.publish(statusOf(ids, TaskState.TASK_STATE_INPUT_REQUIRED, "Which school?"))
  if (behaviour === "fail") bus.publish(statusOf(ids, TaskState.TASK_STATE_FAILED, "The oven is broken."))
  if (behaviour === "flood")
    for (let piece = 0; piece < 6; piece++) bus.publish(artifactOf(ids, "x".repeat(1_000_000), piece > 0))
  if (behaviour === "speak") {
    bus.publish(artifactOf(ids, "Heat it ", false))
    bus.publish(artifactOf(ids, "with wood.", true))
  }
  if (behaviour === "speak" || behaviour === "flood") bus.publish(statusOf(ids, TaskState.TASK_STATE_COMPLETED))
  bus.finished()
}
