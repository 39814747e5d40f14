import type { Prompt } from "../../api/squad.ts"

export type PromptStatus = Prompt["status"]

export function isOpen({ status }: Pick<Prompt, "status">): boolean {
  return status === "pending" || status === "collecting"
}
