import { type RefCallback, useCallback, useState } from "react"

/** While it is hidden it has no width at all. */
const minWidth = 200

/** How wide an element is, so that what is drawn in it keeps its letters readable on every screen. */
export function useWidth(): readonly [RefCallback<HTMLElement>, number] {
  const [width, setWidth] = useState(640)
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return
    const watcher = new ResizeObserver(([entry]) => setWidth(Math.max(minWidth, Math.round(entry!.contentRect.width))))
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [])
  return [ref, width]
}
