import { type ReactNode, useCallback, useState } from "react"
import { LazyForkDialog } from "../lazy-parts.tsx"
import { ForkContext } from "./use-discussion-action.ts"

export function ForkProvider({ id, children }: { readonly id: string; readonly children: ReactNode }) {
  const [asked, setAsked] = useState<{ readonly turn: string | undefined }>()
  const open = useCallback((turn: string | undefined) => setAsked({ turn }), [])
  return (
    <ForkContext value={open}>
      {children}
      <LazyForkDialog id={id} isOpen={asked !== undefined} turn={asked?.turn} onClose={() => setAsked(undefined)} />
    </ForkContext>
  )
}
