import { type KeyboardEvent, type PointerEvent, useRef, useState } from "react"

const steps: Readonly<Record<string, -1 | 1>> = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }

/** Reorders a list by its handles: with mouse, touch or arrow keys. */
export function useSeatOrder(count: number, onMove: (from: number, to: number) => void) {
  const list = useRef<HTMLUListElement>(null)
  const [dragged, setDragged] = useState<number>()
  const move = (from: number, to: number) => {
    if (to < 0 || to >= count || to === from) return
    onMove(from, to)
    setDragged((now) => (now === undefined ? now : to))
  }
  /** Index of the item under the pointer. */
  const placeUnder = ({ clientX, clientY }: PointerEvent) => {
    const item = document.elementFromPoint(clientX, clientY)?.closest("[data-place]")
    return item && list.current?.contains(item) ? Number(item.getAttribute("data-place")) : undefined
  }
  const end = () => setDragged(undefined)
  return {
    list,
    dragged,
    handle: (place: number) => ({
      onPointerDown(event: PointerEvent) {
        event.currentTarget.setPointerCapture(event.pointerId)
        setDragged(place)
      },
      onPointerMove(event: PointerEvent) {
        const over = dragged === undefined ? undefined : placeUnder(event)
        if (dragged !== undefined && over !== undefined) move(dragged, over)
      },
      onPointerUp: end,
      onPointerCancel: end,
      onKeyDown(event: KeyboardEvent) {
        const step = steps[event.key]
        if (step === undefined) return
        event.preventDefault()
        move(place, place + step)
      },
    }),
  }
}
