import { z } from "zod"
import { parse } from "../core/validation.ts"
import type { SquadPrompt } from "../ports/squad-store.ts"
import type { SquadVerb } from "./context.ts"
import { promptClosedError } from "./prompt-closed-error.ts"

export const closePromptSchema = z.strictObject({
  action: z.enum(["resolve", "cancel"], 'must be "resolve" or "cancel"'),
})

export type ClosePromptInput = z.input<typeof closePromptSchema> & { readonly promptId: string }

/** Closes a prompt by hand, with what was collected so far. Harmless where it is closed in that way already. */
export const closePrompt: SquadVerb<ClosePromptInput, SquadPrompt> = async ({ context, input }) => {
  const { promptId, ...given } = input
  const status = parse(closePromptSchema, given).action === "resolve" ? "resolved" : "cancelled"
  const prompt = await context.squad.close(promptId, status)
  if (prompt.status !== status) throw promptClosedError(prompt)
  return prompt
}
