import { createContext, useEffect, useMemo, useRef, useState } from "react"
import { isOver } from "../view/discussion-view.ts"
import { useIsCaughtUp, useView } from "../view/use-view.ts"

export interface Following {
  /** Whether the newest words are kept in sight. */
  readonly isOn: boolean
  follow(): void
  release(): void
}

export const FollowContext = createContext<Following>({ isOn: false, follow() {}, release() {} })

/** So near to the end counts as at the end. */
const nearPx = 48
const upKeys = new Set(["ArrowUp", "PageUp", "Home"])

/**
 * Follows what is being said from when the page has caught up, until its reader goes back; again when they return to the
 * end. Only what a reader does counts: the page's own scrolling and growing does not.
 */
export function useFollowing(): Following {
  const [isOn, setOn] = useState(false)
  const isLive = useView((view) => !isOver(view.status))
  const isCaughtUp = useIsCaughtUp()
  const hasBegun = useRef(false)

  useEffect(() => {
    if (!isCaughtUp || hasBegun.current) return
    hasBegun.current = true
    if (isLive && location.hash === "") setOn(true)
  }, [isCaughtUp, isLive])

  useEffect(() => {
    let before = { y: scrollY, height: document.documentElement.scrollHeight }
    let touchY = 0
    const onScroll = () => {
      const { scrollHeight, clientHeight } = document.documentElement
      const isSteady = scrollHeight === before.height
      if (isSteady && scrollY < before.y - 2) setOn(false)
      else if (scrollY > before.y && scrollHeight - clientHeight - scrollY <= nearPx && hasBegun.current) setOn(true)
      before = { y: scrollY, height: scrollHeight }
    }
    const onWheel = ({ deltaY }: WheelEvent) => deltaY < 0 && setOn(false)
    const onTouchStart = ({ touches }: TouchEvent) => {
      touchY = touches[0]?.clientY ?? 0
    }
    const onTouchMove = ({ touches }: TouchEvent) => (touches[0]?.clientY ?? 0) > touchY + 4 && setOn(false)
    const onKey = ({ key, target }: KeyboardEvent) => {
      if (upKeys.has(key) && !isTyped(target)) setOn(false)
    }
    addEventListener("scroll", onScroll, { passive: true })
    addEventListener("wheel", onWheel, { passive: true })
    addEventListener("touchstart", onTouchStart, { passive: true })
    addEventListener("touchmove", onTouchMove, { passive: true })
    addEventListener("keydown", onKey)
    return () => {
      removeEventListener("scroll", onScroll)
      removeEventListener("wheel", onWheel)
      removeEventListener("touchstart", onTouchStart)
      removeEventListener("touchmove", onTouchMove)
      removeEventListener("keydown", onKey)
    }
  }, [])

  return useMemo(() => ({ isOn, follow: () => setOn(true), release: () => setOn(false) }), [isOn])
}

function isTyped(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)
}
