import { setTimeout } from "node:timers/promises"
import { ConclaveError } from "../../core/errors.ts"
import { estimateUsage, promptText } from "../../core/prompting/seat-view.ts"
import { cleanText, excerpt } from "../../core/text.ts"
import type { ModelCall, ModelPart } from "../../ports/model.ts"
import { type AgentAddress, AgentClient } from "./agent-client.ts"
import { type AgentTask, type AgentUpdate, stateOf, textOf } from "./read-update.ts"

/** A longer answer is a runaway. */
const maxAnswerLength = 4 * 1_024 * 1_024
/** Poll interval for agents without streaming. */
const pollIntervalMs = 1_000

/** Calls an A2A agent. Each answer is a separate task, cancelled with the turn. */
export async function* askAgent(agent: AgentAddress, call: ModelCall, signal: AbortSignal): AsyncGenerator<ModelPart> {
  const { id } = agent
  const answer = new AgentAnswer()
  let client: AgentClient | undefined
  try {
    signal.throwIfAborted()
    client = await AgentClient.open(agent, signal)
    for await (const update of client.ask(promptText(call.prompt))) {
      yield* answer.read(update)
      if (answer.isOver) break
    }
    while (!answer.isOver && answer.taskId !== undefined) {
      await setTimeout(pollIntervalMs, undefined, { signal })
      yield* answer.read(await client.getTask(answer.taskId))
    }
    if (!answer.isOver)
      throw new ConclaveError(
        "PROVIDER_ERROR",
        `${id} ended its answer without a final state; the connection was probably cut`,
        { recoverable: true },
      )
    yield* answer.finish(id)
    yield { type: "finish", reason: "stop", usage: estimateUsage(call.prompt, answer.text) }
  } catch (error) {
    if (signal.aborted) throw new ConclaveError("ABORTED", `the call to ${id} was cancelled`)
    throw error instanceof ConclaveError ? error : agentError(id, error)
  } finally {
    // The caller no longer needs an unfinished task.
    if (client && answer.taskId !== undefined && !answer.isOver) client.cancelTask(answer.taskId).catch(() => {})
  }
}

/** Assembles an answer: artifacts and messages are its text, status messages its reasoning. */
class AgentAnswer {
  text = ""
  taskId: string | undefined
  isOver = false
  #state = "working"
  #lastWords = ""
  readonly #artifacts = new Map<string, string>()
  #length = 0

  #count(text: string): void {
    this.#length += text.length
    if (this.#length > maxAnswerLength) throw new Error(`the answer exceeds ${maxAnswerLength} characters`)
  }

  *read(update: AgentUpdate): Generator<ModelPart> {
    if ("message" in update) {
      this.#state = "completed"
      this.isOver = true
      yield* this.#say(textOf(update.message))
    } else if ("artifactUpdate" in update) {
      const { taskId, artifact, append = false } = update.artifactUpdate
      this.taskId = taskId
      yield* this.#addArtifact(artifact.artifactId, textOf(artifact), append)
    } else {
      const task = "task" in update ? update.task : undefined
      const { status } = "task" in update ? update.task : update.statusUpdate
      this.taskId = "task" in update ? update.task.id : update.statusUpdate.taskId
      for (const { artifactId, ...artifact } of task?.artifacts ?? [])
        yield* this.#addArtifact(artifactId, textOf(artifact), false)
      yield* this.#changeState(status)
    }
  }

  /** The final status message is the answer if there is no other text. Throws unless the task completed. */
  *finish(id: string): Generator<ModelPart> {
    const said = excerpt(cleanText(this.#lastWords), 300)
    if (this.#state === "completed") {
      if (this.text === "") yield* this.#say(this.#lastWords)
      return
    }
    const words = said === "" ? "" : `: ${said}`
    const isAsking = /^(input|auth)-required$/.test(this.#state)
    const message = isAsking
      ? `${id} asks for more input, which a seat cannot give${words}`
      : `${id} ended the task as ${this.#state}${words}`
    throw new ConclaveError("PROVIDER_ERROR", message)
  }

  *#changeState({ state, message }: AgentTask["status"]): Generator<ModelPart> {
    this.#state = stateOf(state)
    this.isOver = !/^(submitted|working|unspecified)$/.test(this.#state)
    const words = textOf(message)
    if (words === "") return
    if (this.isOver) this.#lastWords = words
    else {
      this.#count(words)
      yield { type: "reasoning", text: `${words}\n\n` }
    }
  }

  *#addArtifact(artifactId: string, text: string, append: boolean): Generator<ModelPart> {
    const before = this.#artifacts.get(artifactId) ?? ""
    this.#artifacts.set(artifactId, append ? before + text : text)
    if (append) yield* this.#say(text)
    // A repeated task contains the text received before.
    else if (text.startsWith(before)) yield* this.#say(text.slice(before.length), before === "")
    else yield* this.#say(text, true)
  }

  *#say(text: string, isNew = false): Generator<ModelPart> {
    if (text === "") return
    const said = isNew && this.text !== "" ? `\n\n${text}` : text
    this.#count(said)
    this.text += said
    yield { type: "text", text: said }
  }
}

function agentError(id: string, error: unknown): ConclaveError {
  const isNetwork = error instanceof TypeError && /fetch failed|terminated/.test(error.message)
  const message = isNetwork
    ? "the agent cannot be reached; check its address"
    : error instanceof Error
      ? error.message
      : String(error)
  return new ConclaveError("PROVIDER_ERROR", `${id}: ${message}`, { recoverable: isNetwork })
}
