import { createContext, useEffect, useMemo, useRef, useState } from "react"
import { isOver } from "../../../../../src/core/public/view.ts"
import { useIsCaughtUp, useView } from "../view/view-store.ts"

export interface AutoScroll {
  /** Whether the page follows the newest words. */
  readonly isOn: boolean
  follow(): void
  release(): void
}

export const AutoScrollContext = createContext<AutoScroll>({ isOn: false, follow() {}, release() {} })

/** Distance from the end, in pixels, that still counts as the end. */
const endThresholdPx = 48
const scrollUpKeys = new Set(["ArrowUp", "PageUp", "Home"])

/**
 * Follows the live text once the page has caught up, until the reader scrolls up; resumes when they return to the
 * end. Only the reader's own scrolling counts, not the page's scrolling or growth.
 */
export function useAutoScroll(): AutoScroll {
  const [isOn, setOn] = useState(false)
  const isLive = useView((view) => !isOver(view.status))
  const isCaughtUp = useIsCaughtUp()
  const hasStarted = useRef(false)
  const mayFollow = useRef(false)
  mayFollow.current = isCaughtUp && isLive

  useEffect(() => {
    if (!isCaughtUp || hasStarted.current) return
    hasStarted.current = true
    if (isLive && location.hash === "") setOn(true)
  }, [isCaughtUp, isLive])

  useEffect(() => {
    let [y, touchY, isDragged] = [scrollY, 0, false]
    const listening = new AbortController()
    const listen = <Type extends keyof WindowEventMap>(type: Type, handler: (event: WindowEventMap[Type]) => void) =>
      addEventListener(type, handler, { passive: true, signal: listening.signal })
    listen("scroll", () => {
      const { scrollHeight, clientHeight } = document.documentElement
      if (isDragged && scrollY < y) setOn(false)
      else if (scrollY > y && scrollHeight - clientHeight - scrollY <= endThresholdPx && mayFollow.current) setOn(true)
      y = scrollY
    })
    listen("wheel", ({ deltaY }) => deltaY < 0 && setOn(false))
    listen("touchstart", ({ touches }) => {
      touchY = touches[0]?.clientY ?? 0
    })
    listen("touchmove", ({ touches }) => (touches[0]?.clientY ?? 0) > touchY + 4 && setOn(false))
    listen("keydown", ({ key, target }) => scrollUpKeys.has(key) && !isFormField(target) && setOn(false))
    // A press outside the content is on the scroll bar.
    listen("mousedown", ({ clientX }) => {
      isDragged = clientX >= document.documentElement.clientWidth
    })
    listen("mousemove", ({ buttons }) => {
      isDragged &&= buttons > 0
    })
    return () => listening.abort()
  }, [])

  return useMemo(() => ({ isOn, follow: () => setOn(true), release: () => setOn(false) }), [isOn])
}

function isFormField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)
}
