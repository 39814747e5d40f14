import { z } from "zod"
import { read } from "../core/problems.ts"
import type { SquadPrompt } from "../ports/squad-store.ts"
import { closedPrompt } from "./closed-prompt.ts"
import type { SquadVerb } from "./context.ts"

export const closePromptSchema = z.strictObject({
  action: z.enum(["resolve", "cancel"], 'must be "resolve" or "cancel"'),
})

export type ClosePromptInput = z.input<typeof closePromptSchema> & { readonly promptId: string }

/** Closes a prompt by hand, with what was collected so far. Harmless where it is closed in that way already. */
export const closePrompt: SquadVerb<ClosePromptInput, SquadPrompt> = async ({ context, input }) => {
  const { promptId, ...given } = input
  const status = read(closePromptSchema, given).action === "resolve" ? "resolved" : "cancelled"
  const prompt = await context.squad.close(promptId, status)
  if (prompt.status !== status) throw closedPrompt(prompt)
  return prompt
}
