import type { SquadVerb } from "./context.ts"
import { type PromptDetail, toPromptDetail } from "./prompt-detail.ts"

export interface GetPromptInput {
  readonly promptId: string
}

export const getPrompt: SquadVerb<GetPromptInput, PromptDetail> = async ({ context, input }) =>
  toPromptDetail(await context.squad.get(input.promptId))
