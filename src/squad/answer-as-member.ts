import type { TokenUsage } from "../core/discussion/usage.ts"
import type { ChatMessage, SquadPrompt } from "../ports/squad-store.ts"
import { askMember } from "./ask-member.ts"
import type { SquadVerb } from "./context.ts"

export interface AnswerAsMemberInput {
  readonly promptId: string
  readonly agentId: string
  readonly signal?: AbortSignal
}

/** `answered: false`: there was nothing to do, since the prompt is closed or this member has answered it. */
export type MemberAnswer =
  | { readonly answered: true; readonly chat: ChatMessage; readonly prompt: SquadPrompt; readonly usage: TokenUsage }
  | { readonly answered: false; readonly usage?: TokenUsage }

/** A model member answers a prompt, once however often this is called. Throws where its model fails; try again then. */
export const answerAsMember: SquadVerb<AnswerAsMemberInput, MemberAnswer, "squad" | "models" | "clock"> = async ({
  context,
  input,
}) => {
  const { promptId, agentId, signal } = input
  const member = (await context.squad.membersFor(promptId)).find((one) => one.agentId === agentId)
  if (!member) return { answered: false }
  const { prompt } = await context.squad.get(promptId)
  const { text, usage, modelId } = await askMember({ context, member, prompt, signal })
  const result = await context.squad.answer(promptId, {
    agent_name: member.name,
    // Whoever reads the collected context sees no model's name, so the words themselves say that nobody meant them.
    message: modelId.startsWith("rehearsal/") ? `[rehearsal] ${text}` : text,
    is_human: false,
    idempotency_key: `member:${agentId}`,
    model_id: modelId,
  })
  if (result.kind !== "stored") return { answered: false, usage }
  return { answered: true, chat: result.chat, prompt: result.prompt, usage }
}
