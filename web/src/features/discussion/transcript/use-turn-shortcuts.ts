import { type KeyboardEvent, type RefObject, useRef, useState } from "react"
import type { Item } from "../../../../../src/core/public/view.ts"

interface TurnShortcutsOptions {
  readonly items: readonly Item[]
  readonly list: RefObject<HTMLElement | null>
  readonly goTo: (index: number) => void
  readonly follow: () => void
}

const isNavigable = ({ kind }: Item) =>
  kind === "turn" || kind === "ballot" || kind === "interjection" || kind === "end"

/** j and k move between turns while the focus is in the transcript. */
export function useTurnShortcuts({ items, list, goTo, follow }: TurnShortcutsOptions) {
  const [current, setCurrent] = useState<string>()
  const [isHelpOpen, setHelpOpen] = useState(false)
  const frame = useRef(0)

  const focus = (key: string, tries = 120) => {
    const row = list.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`)
    if (row) row.focus({ preventScroll: true })
    else if (tries > 0) frame.current = requestAnimationFrame(() => focus(key, tries - 1))
  }
  const stepTo = (index: number) => {
    const item = items[index]
    if (!item) return
    cancelAnimationFrame(frame.current)
    setCurrent(item.key)
    goTo(index)
    focus(item.key)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, target, ctrlKey, metaKey, altKey } = event
    if (
      ctrlKey ||
      metaKey ||
      altKey ||
      !(target instanceof HTMLElement) ||
      /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)
    )
      return
    const focused = target.closest<HTMLElement>("[data-key]")?.dataset.key
    if (focused === undefined) return
    const here = items.findIndex((item) => item.key === focused)
    const next = () => {
      switch (key) {
        case "j":
          return items.findIndex((item, index) => index > here && isNavigable(item))
        case "k":
          return items.findLastIndex((item, index) => index < here && isNavigable(item))
        case "Home":
          return items.findIndex(isNavigable)
        case "End":
          return items.findLastIndex(isNavigable)
        default:
          return undefined
      }
    }
    const index = next()
    if (index !== undefined) stepTo(index)
    else if (key === "?") setHelpOpen(true)
    else return
    if (key === "End") follow()
    event.preventDefault()
  }
  return { current, setCurrent, onKeyDown, isHelpOpen, closeHelp: () => setHelpOpen(false) }
}
