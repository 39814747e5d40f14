import { createContext, useContext, useSyncExternalStore } from "react"
import type { DiscussionView } from "../../../../../src/core/public/view.ts"
import { ViewStore } from "./view-store.ts"

export const ViewContext = createContext(new ViewStore())

/** A part of the discussion that is looked at; whoever uses it is rendered again when that part changes, and only then. */
export function useView<Part>(select: (view: DiscussionView) => Part): Part {
  const store = useContext(ViewContext)
  return useSyncExternalStore(store.subscribe, () => select(store.view))
}

export function useIsCaughtUp(): boolean {
  const store = useContext(ViewContext)
  return useSyncExternalStore(store.subscribe, () => store.isCaughtUp)
}
