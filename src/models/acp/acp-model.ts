import { setTimeout } from "node:timers/promises"
import type { RequestPermissionRequest, SessionUpdate, StopReason } from "@agentclientprotocol/sdk"
import type { ToolKind } from "../../core/discussion/seat.ts"
import type { FinishReason } from "../../core/discussion/turn.ts"
import { ConclaveError } from "../../core/errors.ts"
import { estimateUsage, promptText } from "../../core/prompting/seat-view.ts"
import type { Model, ModelCall, ModelPart } from "../../ports/model.ts"
import type { AgentCommand, AgentProcess } from "./agent-process.ts"

/** A longer answer is a runaway. */
const maxAnswerLength = 4 * 1_024 * 1_024

const endGraceMs = 300

interface AcpModelOptions extends AgentCommand {
  readonly id: string
  readonly env: Readonly<Record<string, string>>
  readonly permissions: readonly ToolKind[]
}

/**
 * Calls an agent on this machine over the Agent Client Protocol. Each answer has its own process and session: the prompt
 * holds everything the agent needs, and nothing of it remains after the turn.
 */
export function createAcpStream({ id, env, permissions, ...agent }: AcpModelOptions): Model["stream"] {
  return async function* stream(call: ModelCall, signal: AbortSignal): AsyncGenerator<ModelPart> {
    signal.throwIfAborted()
    const { startAgent } = await import("./agent-process.ts")
    const started = await startAgent(agent, env)
    const allowed = permissions.filter((kind) => call.permissions?.includes(kind))
    const stop = () => void started.kill()
    signal.addEventListener("abort", stop, { once: true })
    let answer = ""
    let length = 0
    try {
      for await (const part of converse(started, promptText(call.prompt), allowed)) {
        if (part.type === "stop") {
          const usage = estimateUsage(call.prompt, answer)
          yield { type: "finish", reason: finishReasons[part.reason] ?? "other", usage }
          return
        }
        length += part.text.length
        if (length > maxAnswerLength) throw new Error(`the answer exceeds ${maxAnswerLength} characters`)
        if (part.type === "text") answer += part.text
        yield part
      }
    } catch (error) {
      if (signal.aborted) throw new ConclaveError("ABORTED", `the call to ${id} was cancelled`)
      // A broken connection gives no reason; the process does a moment later.
      const reason: unknown = (await Promise.race([started.ended, setTimeout(endGraceMs)])) ?? error
      const message = reason instanceof Error ? reason.message : String(reason)
      throw new ConclaveError(reason instanceof ConclaveError ? reason.code : "PROVIDER_ERROR", `${id}: ${message}`)
    } finally {
      signal.removeEventListener("abort", stop)
      await started.kill()
    }
  }
}

type Said =
  | { readonly type: "text" | "reasoning"; readonly text: string }
  | { readonly type: "stop"; readonly reason: StopReason }

/** Sends one prompt and yields the answer. The agent gets no file or terminal access over the protocol. */
async function* converse(
  { input, output, folder, ended }: AgentProcess,
  prompt: string,
  allowed: readonly ToolKind[],
): AsyncGenerator<Said> {
  const { client, methods, ndJsonStream, PROTOCOL_VERSION } = await import("@agentclientprotocol/sdk")
  const app = client({ name: "conclave" }).onRequest(methods.client.session.requestPermission, ({ params }) => ({
    outcome: decide(params, allowed),
  }))
  const connection = app.connect(ndJsonStream(input, output))
  const exited = ended.then((reason) => Promise.reject(reason))
  exited.catch(() => {})
  try {
    const { agent } = connection
    const clientCapabilities = { fs: { readTextFile: false, writeTextFile: false }, terminal: false }
    const initialization = { protocolVersion: PROTOCOL_VERSION, clientCapabilities }
    await Promise.race([agent.request(methods.agent.initialize, initialization), exited])
    const session = await Promise.race([agent.buildSession({ cwd: folder, mcpServers: [] }).start(), exited])
    // The end of the turn arrives as an update, so only a rejection matters here.
    const refused = session.prompt(prompt).then(() => new Promise<never>(() => {}))
    refused.catch(() => {})
    for (;;) {
      const message = await Promise.race([session.nextUpdate(), refused, exited])
      if (message.kind === "stop") {
        yield { type: "stop", reason: message.stopReason }
        return
      }
      const said = readUpdate(message.update)
      if (said) yield said
    }
  } finally {
    connection.close()
  }
}

function readUpdate(update: SessionUpdate): Said | undefined {
  const isText = update.sessionUpdate === "agent_message_chunk"
  if (!isText && update.sessionUpdate !== "agent_thought_chunk") return undefined
  return update.content.type === "text" ? { type: isText ? "text" : "reasoning", text: update.content.text } : undefined
}

/** Grants only what the seat allows, and only once per request. */
function decide({ options, toolCall }: RequestPermissionRequest, allowed: readonly ToolKind[]) {
  const isAllowed = allowed.some((kind) => kind === (toolCall.kind ?? "other"))
  const wanted = isAllowed ? ["allow_once"] : ["reject_once", "reject_always"]
  const [option] = wanted.flatMap((kind) => options.find((one) => one.kind === kind) ?? [])
  return option ? { outcome: "selected" as const, optionId: option.optionId } : { outcome: "cancelled" as const }
}

const finishReasons: Readonly<Record<string, FinishReason>> = {
  end_turn: "stop",
  max_tokens: "length",
  max_turn_requests: "length",
  refusal: "refusal",
}
