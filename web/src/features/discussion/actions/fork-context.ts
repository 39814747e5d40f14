import { createContext } from "react"

/** Opens the dialog for a fork from a turn; from the last one where none is named. */
export const ForkContext = createContext<(turn: string | undefined) => void>(() => {})
