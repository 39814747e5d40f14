import type {
  ChatMessage,
  CollectedAnswer,
  PromptStatus,
  PromptWithAnswers,
  SquadPrompt,
} from "../ports/squad-store.ts"

/** A prompt as its asker wants to know it. */
export interface PromptDetail {
  readonly prompt: SquadPrompt
  /** Every answer, also several by one agent. */
  readonly responses: readonly ChatMessage[]
  /** Nothing more will come: go on with what was collected. */
  readonly ready: boolean
  /** How many different agents have answered. */
  readonly responseCount: number
  readonly requiredResponses: number
  readonly collectedContext: readonly CollectedAnswer[]
}

export function isOpen(status: PromptStatus): boolean {
  return status === "pending" || status === "collecting"
}

export function toPromptDetail({ prompt, responses }: PromptWithAnswers): PromptDetail {
  return {
    prompt,
    responses,
    ready: !isOpen(prompt.status),
    responseCount: prompt.collected_context.length,
    requiredResponses: prompt.required_responses,
    collectedContext: prompt.collected_context,
  }
}
