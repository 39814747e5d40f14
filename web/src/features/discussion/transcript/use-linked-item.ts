import { useRouterState } from "@tanstack/react-router"
import { useEffect, useRef } from "react"
import type { Item } from "../../../../../src/core/public/view.ts"

/** The row that the address names, like `#t12`; goes there once it is known, and again when the address changes. */
export function useLinkedItem(items: readonly Item[], goTo: (index: number) => void): string | undefined {
  const hash = useRouterState({ select: ({ location }) => location.hash })
  const visitedHash = useRef("")
  const index = hash === "" ? -1 : items.findIndex(({ key }) => key === hash)
  useEffect(() => {
    if (index < 0 || visitedHash.current === hash) return
    visitedHash.current = hash
    goTo(index)
  })
  return index < 0 ? undefined : hash
}
