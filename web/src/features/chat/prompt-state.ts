import type { Prompt } from "../../api/squad.ts"

export type PromptStatus = Prompt["status"]

export function isPromptOpen({ status }: Pick<Prompt, "status">): boolean {
  return status === "pending" || status === "collecting"
}
