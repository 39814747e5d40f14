import { type RefCallback, useCallback, useState } from "react"

/** How wide an element is, so that what is drawn in it keeps its letters readable on every screen. */
export function useWidth(): readonly [RefCallback<HTMLElement>, number] {
  const [width, setWidth] = useState(640)
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return
    const watcher = new ResizeObserver(([entry]) => setWidth(Math.round(entry!.contentRect.width)))
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [])
  return [ref, width]
}
