import { useEffect, useLayoutEffect, useRef } from "react"

/** How near to the end counts as reading along. */
const near = 160

/**
 * Keeps the end of a page that grows in sight of those who were there; whoever scrolled up is left where they read.
 * Gives what brings one there.
 */
export function useStickToEnd(grown: unknown): () => void {
  const isAtEnd = useRef(false)
  useEffect(() => {
    const look = () => {
      isAtEnd.current = isNearEnd()
    }
    addEventListener("scroll", look, { passive: true })
    return () => removeEventListener("scroll", look)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is what grew that matters
  useLayoutEffect(() => {
    if (isAtEnd.current) goToEnd()
    else isAtEnd.current = isNearEnd()
  }, [grown])
  return () => {
    isAtEnd.current = true
    goToEnd()
  }
}

function isNearEnd(): boolean {
  const { scrollHeight, clientHeight, scrollTop } = document.documentElement
  return scrollHeight - clientHeight - scrollTop < near
}

function goToEnd(): void {
  document.documentElement.scrollTop = document.documentElement.scrollHeight
}
