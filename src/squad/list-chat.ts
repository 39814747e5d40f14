import { z } from "zod"
import { parse } from "../core/validation.ts"
import type { ChatMessage } from "../ports/squad-store.ts"
import type { SquadVerb } from "./context.ts"
import { externalIdSchema, limitSchema, seqSchema } from "./input.ts"

export const listChatSchema = z.strictObject({
  task_ref: externalIdSchema.optional(),
  discussion_prompt_id: z.string("must be text").optional(),
  before: seqSchema.optional().describe("only messages with a smaller number"),
  after: seqSchema.optional().describe("only messages with a greater number"),
  limit: limitSchema.optional(),
})

export type ListChatInput = z.input<typeof listChatSchema>

/** Messages, newest last: the newest of those asked for, or with `after` the first ones after it. */
export const listChat: SquadVerb<ListChatInput, readonly ChatMessage[]> = ({ context, input }) =>
  context.squad.chat(parse(listChatSchema, input))
