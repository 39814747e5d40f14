import { baseSettings } from "../core/discussion/settings.ts"
import type { TokenUsage } from "../core/discussion/usage.ts"
import { ConclaveError } from "../core/errors.ts"
import { squadQuestion } from "../core/prompting/squad-question.ts"
import { cleanText } from "../core/text.ts"
import { askModel } from "../engine/calls/ask-model.ts"
import { callLimits } from "../engine/calls/call-limit.ts"
import type { ModelCall } from "../ports/model.ts"
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

/** Asks a member's model once, within the limits that a turn has. Throws where nothing came of it. */
export async function askMember({ context, member, prompt, signal }: AskMemberInput): Promise<MemberReply> {
  const { model } = member.modelConfig
  const modelCall = buildMemberCall(member, prompt)
  const reply = await askModel({
    models: context.models,
    clock: context.clock,
    modelId: model,
    prepare: () => ({ modelCall, stopTexts: modelCall.stop }),
    limits: callLimits(baseSettings),
    signal: signal ?? new AbortController().signal,
  })
  if (!reply) throw new ConclaveError("ABORTED", "the answer was called off")
  if (reply.kind === "failed") {
    const { code, message, ...detail } = reply.error
    const named = message.includes(model) ? message : `${model}: ${message}`
    throw new ConclaveError(code, named, { ...detail, retryAfterMs: reply.retryAfterMs })
  }
  const text = reply.text.trim()
  if (text === "") throw new ConclaveError("TURN_FAILED", `${model} gave an empty answer`, { recoverable: true })
  return { text: cleanText(text.slice(0, maxMessageLength)), usage: reply.usage, modelId: reply.modelId ?? model }
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
  }
}
