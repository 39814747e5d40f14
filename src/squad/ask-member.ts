import { baseSettings } from "../core/discussion/settings.ts"
import type { TokenUsage } from "../core/discussion/usage.ts"
import { ConclaveError } from "../core/errors.ts"
import { estimateUsage } from "../core/prompting/estimate-usage.ts"
import { squadQuestion } from "../core/prompting/squad-question.ts"
import { StopSequenceFilter } from "../core/speaking/stop-sequences.ts"
import { cleanText, TextCleaner } from "../core/text.ts"
import type { Model, ModelCall, ModelPart } from "../ports/model.ts"
import type { SquadMember, SquadPrompt } from "../ports/squad-store.ts"
import type { SquadContext } from "./context.ts"
import { maxMessageLength } from "./input.ts"

interface AskMemberInput {
  readonly context: Pick<SquadContext, "models" | "clock">
  readonly member: SquadMember
  readonly prompt: SquadPrompt
  readonly signal: AbortSignal | undefined
}

interface MemberReply {
  readonly text: string
  readonly usage: TokenUsage
  readonly modelId: string
}

/** Asks a member's model once, within the time that a turn has. */
export async function askMember({ context, member, prompt, signal }: AskMemberInput): Promise<MemberReply> {
  const model = context.models.find(member.modelConfig.model)
  const controller = new AbortController()
  const abort = () => controller.abort(new ConclaveError("ABORTED", "the answer was called off"))
  if (signal?.aborted) abort()
  signal?.addEventListener("abort", abort)
  const { turnTimeoutMs } = baseSettings
  const cancel = context.clock.after(turnTimeoutMs, () => {
    const message = `${model.id} gave no full answer within ${turnTimeoutMs / 1_000} s`
    controller.abort(new ConclaveError("TURN_TIMEOUT", message, { recoverable: true }))
  })
  try {
    return await readUntilAborted(model, buildMemberCall(member, prompt), controller.signal)
  } finally {
    cancel()
    signal?.removeEventListener("abort", abort)
  }
}

function buildMemberCall({ agentId, name, systemPrompt, modelConfig }: SquadMember, prompt: SquadPrompt): ModelCall {
  const { temperature, maxTokens, stop, model } = modelConfig
  const asked = squadQuestion({
    promptId: prompt.id,
    asker: prompt.requester_agent,
    question: prompt.prompt_message,
    answers: prompt.collected_context,
    seat: { id: agentId, name, kind: "model", role: "specialist", model, persona: systemPrompt },
  })
  return {
    ...asked,
    temperature: temperature ?? baseSettings.temperature,
    maxTokens: maxTokens ?? baseSettings.maxTokens,
    stop: stop ?? baseSettings.stop,
    seed: asked.view.seed,
  }
}

/** A model that ignores the signal is left behind, not waited for. */
async function readUntilAborted(model: Model, question: ModelCall, signal: AbortSignal): Promise<MemberReply> {
  const aborted = new Promise<never>((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    else signal.addEventListener("abort", () => reject(signal.reason), { once: true })
  })
  const heard = readStream(model, question, signal)
  heard.catch(() => {})
  return await Promise.race([aborted, heard])
}

async function readStream(model: Model, question: ModelCall, signal: AbortSignal): Promise<MemberReply> {
  const cleaner = new TextCleaner()
  const cutter = new StopSequenceFilter(question.stop)
  let text = ""
  let finish: Extract<ModelPart, { type: "finish" }> | undefined
  for await (const part of model.stream(question, signal)) {
    if (part.type === "text") text += cutter.push(cleaner.push(part.text))
    else if (part.type === "finish") finish = part
    if (finish || cutter.stopped) break
  }
  text = `${text}${cutter.push(cleaner.flush())}${cutter.flush()}`.trim()
  if (!finish && !cutter.stopped) {
    throw new ConclaveError("PROVIDER_ERROR", `${model.id} broke off before the end of its answer`, {
      recoverable: true,
    })
  }
  if (text === "") throw new ConclaveError("TURN_FAILED", `${model.id} gave an empty answer`, { recoverable: true })
  const usage = finish?.usage ?? estimateUsage(question.prompt, text)
  return { text: cleanText(text.slice(0, maxMessageLength)), usage, modelId: model.id }
}
