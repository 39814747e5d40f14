import { ConclaveError } from "../core/errors.ts"
import { answerAsMember } from "./answer-as-member.ts"
import type { SquadContext, SquadVerb } from "./context.ts"

export interface AnswerAsMembersInput {
  readonly promptId: string
  readonly signal: AbortSignal
  /** Told of a member whose model failed for good: the prompt goes on without it. */
  readonly onFailure: (agentId: string, error: unknown) => void
}

const mostTries = 3
const firstWaitMs = 2_000
const longestWaitMs = 30_000

/** All model members who should answer a prompt do, at the same time. Harmless to repeat. */
export const answerAsMembers: SquadVerb<AnswerAsMembersInput, void, keyof SquadContext> = async ({
  context,
  input,
}) => {
  const members = await context.squad.membersFor(input.promptId)
  await Promise.all(members.map(({ agentId }) => answer(context, input, agentId)))
}

async function answer(context: SquadContext, input: AnswerAsMembersInput, agentId: string): Promise<void> {
  const { promptId, signal, onFailure } = input
  for (let tries = 1, wait = firstWaitMs; ; tries++, wait *= 2) {
    try {
      await answerAsMember({ context, input: { promptId, agentId, signal } })
      return
    } catch (error) {
      signal.throwIfAborted()
      const isPassing = error instanceof ConclaveError && error.recoverable
      if (isPassing && error.code === "DATABASE_UNAVAILABLE") throw error
      if (!isPassing || tries === mostTries) return onFailure(agentId, error)
      await pause(context, Math.min(error.retryAfterMs ?? wait, longestWaitMs), signal)
    }
  }
}

function pause({ clock }: SquadContext, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const cancel = clock.after(ms, resolve)
    signal.addEventListener("abort", () => {
      cancel()
      resolve()
    })
  })
}
