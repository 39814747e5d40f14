import { ConclaveError } from "../core/errors.ts"
import { answerAsMember } from "./answer-as-member.ts"
import type { SquadContext, SquadVerb } from "./context.ts"

export interface AnswerAsMembersInput {
  readonly promptId: string
  readonly signal: AbortSignal
  /** Told of a member whose model failed for good: the prompt goes on without it. */
  readonly onFailure: (agentId: string, error: unknown) => void
}

const maxAttempts = 3
const firstWaitMs = 2_000
const maxWaitMs = 30_000

/** All model members who should answer a prompt do, at the same time. Harmless to repeat. */
export const answerAsMembers: SquadVerb<AnswerAsMembersInput, void, keyof SquadContext> = async ({
  context,
  input,
}) => {
  const members = await context.squad.membersFor(input.promptId)
  await Promise.all(members.map(({ agentId }) => answerWithRetry(context, input, agentId)))
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
      await sleep(context, Math.min(error.retryAfterMs ?? wait, maxWaitMs), signal)
    }
  }
}

function sleep({ clock }: SquadContext, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const cancel = clock.after(ms, resolve)
    signal.addEventListener("abort", () => {
      cancel()
      resolve()
    })
  })
}
