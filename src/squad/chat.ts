import { z } from "zod"
import { parse } from "../core/validation.ts"
import type { ChatEvent, ChatMessage } from "../ports/squad-store.ts"
import { Changes, type SquadContext, type SquadCreation } from "./context.ts"
import { agentNameSchema, externalIdSchema, messageSchema } from "./input.ts"

export const postMessageSchema = z.strictObject({
  agent_name: agentNameSchema,
  message: messageSchema,
  is_human: z.boolean("must be true or false").default(false),
  task_ref: externalIdSchema.nullish(),
  discussion_prompt_id: z.string("must be text").nullish().describe("the prompt whose thread this belongs to"),
})

type PostMessageInput = z.input<typeof postMessageSchema>

export const postMessage: SquadCreation<PostMessageInput, ChatMessage> = async ({ context, input }) => {
  const { task_ref, discussion_prompt_id, ...rest } = parse(postMessageSchema, input)
  const references = { task_ref: task_ref ?? null, discussion_prompt_id: discussion_prompt_id ?? null }
  return context.squad.postMessage({ ...rest, ...references, message_type: "message" }, context.answerFor)
}

const pageSize = 200
/** Fallback for change notifications lost while the database was unreachable. */
const pollIntervalMs = 15_000

interface FollowChatInput {
  /** Number of the last event seen (default: only new events). */
  readonly after?: number
  readonly signal?: AbortSignal
}

/**
 * All messages and prompt changes, in order, until the signal is aborted. Numbers follow the order of commits, so
 * resuming after the last one misses nothing. The reader pulls, so a slow one uses no memory.
 */
export async function* followChat(request: {
  readonly context: Pick<SquadContext, "squad" | "clock">
  readonly input: FollowChatInput
}): AsyncGenerator<ChatEvent, void> {
  const { squad, clock } = request.context
  const { signal } = request.input
  const changes = new Changes((onChange) => squad.watchChat(onChange), clock, signal)
  try {
    let seq = request.input.after ?? (await squad.lastSeq())
    while (!signal?.aborted) {
      changes.markSeen()
      const events = await squad.events(seq, pageSize)
      for (const event of events) {
        if (signal?.aborted) return
        seq = event.seq
        yield event
      }
      if (events.length < pageSize) await changes.wait(pollIntervalMs)
    }
  } finally {
    changes.close()
  }
}
