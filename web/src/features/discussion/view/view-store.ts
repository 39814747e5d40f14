import { createContext, useContext, useMemo, useSyncExternalStore } from "react"
import { applyPublic } from "../../../../../src/core/public/apply-public.ts"
import type { PublicEvent } from "../../../../../src/core/public/types.ts"
import { type DiscussionView, emptyView, type SeatAtTable } from "../../../../../src/core/public/view.ts"

/** A hidden tab gets no animation frames; its view is kept up to date all the same. */
const hiddenFlushMs = 250

/** Holds the view between frames: however many events come, it changes at most once a frame. */
export class ViewStore {
  #view: DiscussionView = emptyView
  #isCaughtUp = false
  #queue: PublicEvent[] = []
  #frame: number | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #listeners = new Set<() => void>()
  /** All that happened, without the chunks of live text. */
  readonly #log: PublicEvent[] = []
  #replayed: { readonly place: number; readonly view: DiscussionView } | undefined

  get view(): DiscussionView {
    return this.#replayed?.view ?? this.#view
  }

  /** How many events there are to replay. */
  get length(): number {
    return this.#log.length
  }

  /** Up to which event it is replayed; undefined where it is shown as it is now. */
  get place(): number | undefined {
    return this.#replayed?.place
  }

  /** Shows it as it was after so many events; without, as it is now. What happens meanwhile is kept. */
  readonly replay = (place: number | undefined): void => {
    const known = this.#replayed && place !== undefined && this.#replayed.place <= place ? this.#replayed : undefined
    this.#replayed =
      place === undefined
        ? undefined
        : { place, view: applyPublic(known?.view ?? emptyView, this.#log.slice(known?.place ?? 0, place)) }
    this.#notify()
  }

  /** Whether what happened before the page was opened has been read: all that follows is news. */
  get isCaughtUp(): boolean {
    return this.#isCaughtUp
  }

  readonly enqueue = (events: readonly PublicEvent[]): void => {
    this.#queue.push(...events)
    if (this.#frame !== undefined) return
    this.#frame = requestAnimationFrame(this.#flush)
    this.#timer = setTimeout(this.#flush, hiddenFlushMs)
  }

  readonly catchUp = (): void => {
    this.#flush()
    this.#isCaughtUp = true
    this.#notify()
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly #flush = (): void => {
    if (this.#frame === undefined) return
    cancelAnimationFrame(this.#frame)
    clearTimeout(this.#timer)
    this.#frame = undefined
    const events = this.#queue
    this.#queue = []
    this.#log.push(...events.filter(({ type }) => type !== "turn_chunk"))
    this.#view = applyPublic(this.#view, events)
    this.#notify()
  }

  #notify(): void {
    for (const listener of this.#listeners) listener()
  }
}

export const ViewContext = createContext(new ViewStore())

/** A part of the discussion in view; whoever uses it is rendered again when that part changes, and only then. */
export function useView<Part>(select: (view: DiscussionView) => Part): Part {
  const store = useContext(ViewContext)
  return useSyncExternalStore(store.subscribe, () => select(store.view))
}

export function useIsCaughtUp(): boolean {
  const store = useContext(ViewContext)
  return useSyncExternalStore(store.subscribe, () => store.isCaughtUp)
}

/** How far it is replayed, of how many events; no place where it is shown as it is now. */
export function useReplay() {
  const store = useContext(ViewContext)
  const place = useSyncExternalStore(store.subscribe, () => store.place)
  const length = useSyncExternalStore(store.subscribe, () => store.length)
  return { place, length, replay: store.replay }
}

/** All who ever sat here, by id. An id that nobody has is shown as it is. */
export function useSeats(): (id: string) => SeatAtTable {
  const seats = useView((view) => view.seats)
  return useMemo(() => {
    const byId = new Map(seats.map((seat) => [seat.id, seat]))
    return (id) => byId.get(id) ?? { id, name: id, kind: "model", role: "", place: 0 }
  }, [seats])
}
