import type { TokenUsage } from "../core/discussion/usage.ts"
import { ConclaveError } from "../core/errors.ts"
import { baseSettings } from "../core/formats/settings.ts"
import { estimateUsage } from "../core/prompting/estimate-usage.ts"
import { squadQuestion } from "../core/prompting/squad-question.ts"
import { StopCutter } from "../core/speaking/stop-sequences.ts"
import { cleanText, TextCleaner } from "../core/text.ts"
import type { Model, ModelCall, ModelPart } from "../ports/model.ts"
import type { SquadMember, SquadPrompt } from "../ports/squad-store.ts"
import type { SquadContext } from "./context.ts"
import { longestMessage } from "./input.ts"

interface Asking {
  readonly context: Pick<SquadContext, "models" | "clock">
  readonly member: SquadMember
  readonly prompt: SquadPrompt
  readonly signal: AbortSignal | undefined
}

interface Said {
  readonly text: string
  readonly usage: TokenUsage
  readonly modelId: string
}

/** Asks a member's model once, within the time that a turn has. */
export async function askMember({ context, member, prompt, signal }: Asking): Promise<Said> {
  const model = context.models.find(member.modelConfig.model)
  const controller = new AbortController()
  const callOff = () => controller.abort(new ConclaveError("ABORTED", "the answer was called off"))
  if (signal?.aborted) callOff()
  signal?.addEventListener("abort", callOff)
  const { turnTimeoutMs } = baseSettings
  const cancel = context.clock.after(turnTimeoutMs, () => {
    const message = `${model.id} gave no full answer within ${turnTimeoutMs / 1_000} s`
    controller.abort(new ConclaveError("TURN_TIMEOUT", message, { recoverable: true }))
  })
  try {
    return await listen(model, questionFor(member, prompt), controller.signal)
  } finally {
    cancel()
    signal?.removeEventListener("abort", callOff)
  }
}

function questionFor({ agentId, name, systemPrompt, modelConfig }: SquadMember, prompt: SquadPrompt): ModelCall {
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
  }
}

/** A model that ignores the signal is left behind, not waited for. */
async function listen(model: Model, question: ModelCall, signal: AbortSignal): Promise<Said> {
  const aborted = new Promise<never>((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    else signal.addEventListener("abort", () => reject(signal.reason), { once: true })
  })
  const heard = hear(model, question, signal)
  heard.catch(() => {})
  return await Promise.race([aborted, heard])
}

async function hear(model: Model, question: ModelCall, signal: AbortSignal): Promise<Said> {
  const cleaner = new TextCleaner()
  const cutter = new StopCutter(question.stop)
  let text = ""
  let finish: Extract<ModelPart, { type: "finish" }> | undefined
  for await (const part of model.stream(question, signal)) {
    if (part.type === "text") text += cutter.push(cleaner.push(part.text))
    else if (part.type === "finish") finish = part
    if (finish || cutter.stopped) break
  }
  text = `${text}${cutter.push(cleaner.end())}${cutter.end()}`.trim()
  if (!finish && !cutter.stopped) {
    throw new ConclaveError("PROVIDER_ERROR", `${model.id} broke off before the end of its answer`, {
      recoverable: true,
    })
  }
  if (text === "") throw new ConclaveError("TURN_FAILED", `${model.id} gave an empty answer`, { recoverable: true })
  const usage = finish?.usage ?? estimateUsage(question.prompt, text)
  return { text: cleanText(text.slice(0, longestMessage)), usage, modelId: model.id }
}
