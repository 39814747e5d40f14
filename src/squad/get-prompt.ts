import type { SquadVerb } from "./context.ts"
import { detailOf, type PromptDetail } from "./prompt-detail.ts"

export interface GetPromptInput {
  readonly promptId: string
}

export const getPrompt: SquadVerb<GetPromptInput, PromptDetail> = async ({ context, input }) =>
  detailOf(await context.squad.get(input.promptId))
