import { baseSettings } from "../core/discussion/settings.ts"
import type { TokenUsage } from "../core/discussion/usage.ts"
import { ConclaveError } from "../core/errors.ts"
import { squadQuestion } from "../core/prompting/squad-question.ts"
import { cleanText } from "../core/text.ts"
import { askModel } from "../engine/calls/ask-model.ts"
import { callLimits } from "../engine/calls/call-limit.ts"
import { sleep } from "../ports/clock.ts"
import type { ModelCall } from "../ports/model.ts"
import type { ChatMessage, SquadMember, SquadPrompt } from "../ports/squad-store.ts"
import type { SquadContext, SquadVerb } from "./context.ts"
import { maxMessageLength } from "./input.ts"

interface AnswerAsMemberInput {
  readonly promptId: string
  readonly agentId: string
  readonly signal?: AbortSignal
}

/** `answered: false`: the prompt is closed, or this member has already answered it. */
type MemberAnswer =
  | { readonly answered: true; readonly chat: ChatMessage; readonly prompt: SquadPrompt; readonly usage: TokenUsage }
  | { readonly answered: false; readonly usage?: TokenUsage }

/** Answers a prompt as a model member, at most once. Throws if the model fails; the caller may retry. */
export const answerAsMember: SquadVerb<AnswerAsMemberInput, MemberAnswer, keyof SquadContext> = async (request) => {
  const { context, input } = request
  const { promptId, agentId, signal } = input
  const member = (await context.squad.membersFor(promptId)).find((one) => one.agentId === agentId)
  if (!member) return { answered: false }
  const { prompt } = await context.squad.get(promptId)
  const { text, usage, modelId } = await askMember(context, member, prompt, signal)
  const result = await context.squad.answer(promptId, {
    agent_name: member.name,
    // The collected context does not name models, so the text itself must say that it is simulated.
    message: modelId.startsWith("rehearsal/") ? `[rehearsal] ${text}` : text,
    is_human: false,
    idempotency_key: `member:${agentId}`,
    model_id: modelId,
  })
  if (result.kind !== "stored") return { answered: false, usage }
  return { answered: true, chat: result.chat, prompt: result.prompt, usage }
}

interface AnswerAsMembersInput {
  readonly promptId: string
  readonly signal: AbortSignal
  /** Called for a member whose model failed for good; the prompt continues without it. */
  readonly onFailure: (agentId: string, error: unknown) => void
}

const maxAttempts = 3
const firstWaitMs = 2_000
const maxWaitMs = 30_000

/** Answers a prompt as all of its model members, concurrently. Idempotent. */
export const answerAsMembers: SquadVerb<AnswerAsMembersInput, void, keyof SquadContext> = async (request) => {
  const members = await request.context.squad.membersFor(request.input.promptId)
  await Promise.all(members.map(({ agentId }) => answerWithRetry(request.context, request.input, agentId)))
}

async function answerWithRetry(context: SquadContext, input: AnswerAsMembersInput, agentId: string): Promise<void> {
  const { promptId, signal, onFailure } = input
  for (let tries = 1, wait = firstWaitMs; ; tries++, wait *= 2) {
    try {
      await answerAsMember({ context, input: { promptId, agentId, signal } })
      return
    } catch (error) {
      signal.throwIfAborted()
      const isTransient = error instanceof ConclaveError && error.recoverable
      if (isTransient && error.code === "DATABASE_UNAVAILABLE") throw error
      if (!isTransient || tries === maxAttempts) return onFailure(agentId, error)
      await sleep(context.clock, Math.min(error.retryAfterMs ?? wait, maxWaitMs), signal)
    }
  }
}

/** Asks a member's model once, with the time limits of a turn. Throws if there is no usable answer. */
async function askMember(context: SquadContext, member: SquadMember, prompt: SquadPrompt, signal?: AbortSignal) {
  const { model } = member.modelConfig
  const modelCall = buildMemberCall(member, prompt)
  const { models, clock } = context
  const reply = await askModel({
    models,
    clock,
    modelId: model,
    prepare: () => ({ modelCall, stopTexts: modelCall.stop }),
    limits: callLimits(baseSettings),
    signal: signal ?? new AbortController().signal,
  })
  if (!reply) throw new ConclaveError("ABORTED", "the answer was aborted")
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
  const { temperature, maxTokens, stop, model, effort, providerOptions } = modelConfig
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
    ...(effort !== undefined && { effort }),
    ...(providerOptions && { providerOptions }),
  }
}
