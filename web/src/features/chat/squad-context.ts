import { createContext, useContext } from "react"
import type { ChatMessage, SquadPrompt } from "../../api/squad.ts"

interface SquadTools {
  /** Names that can be mentioned. */
  readonly names: readonly string[]
  /** Applies the server's response at once instead of waiting for the stream. */
  takeIn(known: { readonly prompt?: SquadPrompt; readonly messages?: readonly ChatMessage[] }): void
  /** Fetches a prompt with its thread. */
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
