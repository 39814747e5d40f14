import { useEffect, useLayoutEffect, useRef } from "react"

/** How near to the end counts as reading along. */
const nearPx = 160

/**
 * Keeps the end of a page that grows in sight of those who were there; whoever scrolled up is left where they read.
 * Gives what brings one there.
 */
export function useStickToEnd(grown: unknown): () => void {
  const isAtEnd = useRef(false)
  useEffect(() => {
    const updateIsAtEnd = () => {
      isAtEnd.current = isNearEnd()
    }
    addEventListener("scroll", updateIsAtEnd, { passive: true })
    return () => removeEventListener("scroll", updateIsAtEnd)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is what grew that matters
  useLayoutEffect(() => {
    if (isAtEnd.current) scrollToEnd()
    else isAtEnd.current = isNearEnd()
  }, [grown])
  return () => {
    isAtEnd.current = true
    scrollToEnd()
  }
}

function isNearEnd(): boolean {
  const { scrollHeight, clientHeight, scrollTop } = document.documentElement
  return scrollHeight - clientHeight - scrollTop < nearPx
}

function scrollToEnd(): void {
  document.documentElement.scrollTop = document.documentElement.scrollHeight
}
