import { z } from "zod"
import { read } from "../core/problems.ts"
import type { ChatMessage } from "../ports/squad-store.ts"
import type { SquadVerb } from "./context.ts"
import { limit, outsideId, seq } from "./input.ts"

export const listChatSchema = z.strictObject({
  task_ref: outsideId.optional(),
  discussion_prompt_id: z.string("must be text").optional(),
  before: seq.optional().describe("only messages with a smaller number"),
  after: seq.optional().describe("only messages with a greater number"),
  limit: limit.optional(),
})

export type ListChatInput = z.input<typeof listChatSchema>

/** Messages, newest last: the newest of those asked for, or with `after` the first ones after it. */
export const listChat: SquadVerb<ListChatInput, readonly ChatMessage[]> = ({ context, input }) =>
  context.squad.chat(read(listChatSchema, input))
