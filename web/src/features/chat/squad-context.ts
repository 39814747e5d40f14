import { createContext, useContext } from "react"
import type { ChatMessage, SquadPrompt } from "../../api/squad.ts"

interface SquadTools {
  /** Who may be mentioned. */
  readonly names: readonly string[]
  /** Shows at once what the server answered; the stream would bring it a moment later. */
  takeIn(known: { readonly prompt?: SquadPrompt; readonly messages?: readonly ChatMessage[] }): void
  /** Fetches a prompt and all that was said to it. */
  loadThread(id: string): Promise<void>
}

export const SquadToolsContext = createContext<SquadTools>({
  names: [],
  takeIn() {},
  async loadThread() {},
})

export function useSquadTools(): SquadTools {
  return useContext(SquadToolsContext)
}
