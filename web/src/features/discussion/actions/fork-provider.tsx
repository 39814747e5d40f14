import { createContext, type ReactNode, useCallback, useState } from "react"
import { ForkDialog } from "./fork-dialog.tsx"

/** Opens the dialog for a fork from a turn; from the last one where none is named. */
export const ForkContext = createContext<(turn: string | undefined) => void>(() => {})

export function ForkProvider({ id, children }: { readonly id: string; readonly children: ReactNode }) {
  const [asked, setAsked] = useState<{ readonly turn: string | undefined }>()
  const open = useCallback((turn: string | undefined) => setAsked({ turn }), [])
  return (
    <ForkContext value={open}>
      {children}
      <ForkDialog id={id} isOpen={asked !== undefined} turn={asked?.turn} onClose={() => setAsked(undefined)} />
    </ForkContext>
  )
}
