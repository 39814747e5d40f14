import { useEffect, useLayoutEffect, useRef, useState } from "react"
import type { ChatMessage } from "../../api/squad.ts"

const nearPx = 160

export function scrollToBottom(): void {
  scrollTo({ top: document.documentElement.scrollHeight })
}

/** Keeps whoever reads the newest message there. Who reads further up stays, and is told how many have come since. */
export function useStickToBottom(messages: readonly ChatMessage[]): { readonly unseen: number } {
  const newest = messages.at(-1)?.seq ?? 0
  const latest = useRef(newest)
  latest.current = newest
  /** The newest message when the reader left the end. */
  const [leftAt, setLeftAt] = useState<number>()

  useEffect(() => {
    const onScroll = () => {
      const { scrollHeight, clientHeight } = document.documentElement
      const isNear = scrollHeight - clientHeight - scrollY < nearPx
      setLeftAt((before) => (isNear ? undefined : (before ?? latest.current)))
    }
    addEventListener("scroll", onScroll, { passive: true })
    return () => removeEventListener("scroll", onScroll)
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new message moves the page, not the way back to it
  useLayoutEffect(() => {
    if (leftAt === undefined && newest > 0) scrollToBottom()
  }, [newest])

  return { unseen: leftAt === undefined ? 0 : messages.filter(({ seq }) => seq > leftAt).length }
}
