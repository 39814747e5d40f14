import { type RefObject, useLayoutEffect, useRef } from "react"

/** Lets older items come in above without moving what is being read: `hold` before they are asked for. */
export function useScrollAnchor(list: RefObject<HTMLElement | null>, oldest: string | undefined): { hold(): void } {
  const held = useRef<{ readonly element: Element; readonly top: number }>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is new above is told by the oldest item
  useLayoutEffect(() => {
    if (held.current === undefined) return
    const { element, top } = held.current
    held.current = undefined
    scrollBy({ top: element.getBoundingClientRect().top - top })
  }, [oldest])
  return {
    hold() {
      const element = list.current?.firstElementChild
      if (element) held.current = { element, top: element.getBoundingClientRect().top }
    },
  }
}
