import { createContext, useContext, useMemo, useSyncExternalStore } from "react"
import { applyPublic } from "../../../../../src/core/public/apply-public.ts"
import type { PublicEvent } from "../../../../../src/core/public/types.ts"
import { type DiscussionView, emptyView, type SeatAtTable } from "../../../../../src/core/public/view.ts"

/** Update interval of hidden tabs, which get no animation frames. */
const hiddenFlushMs = 250

/** Batches events so that the view changes at most once per frame. */
export class ViewStore {
  #view: DiscussionView = emptyView
  #isCaughtUp = false
  #queue: PublicEvent[] = []
  #frame: number | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #listeners = new Set<() => void>()
  /** All events except chunks of live text. */
  readonly #log: PublicEvent[] = []
  #replayed: { readonly place: number; readonly view: DiscussionView } | undefined

  get view(): DiscussionView {
    return this.#replayed?.view ?? this.#view
  }

  /** Number of events that can be replayed. */
  get length(): number {
    return this.#log.length
  }

  /** Replay position; undefined when live. */
  get place(): number | undefined {
    return this.#replayed?.place
  }

  /** Shows the state after that many events, or live if undefined. New events are still collected. */
  readonly replay = (place: number | undefined): void => {
    const known = this.#replayed && place !== undefined && this.#replayed.place <= place ? this.#replayed : undefined
    this.#replayed =
      place === undefined
        ? undefined
        : { place, view: applyPublic(known?.view ?? emptyView, this.#log.slice(known?.place ?? 0, place)) }
    this.#notify()
  }

  /** Whether the history is loaded, so that later events are news. */
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

/** Selects a part of the view; the component renders again only when that part changes. */
export function useView<Part>(select: (view: DiscussionView) => Part): Part {
  const store = useContext(ViewContext)
  return useSyncExternalStore(store.subscribe, () => select(store.view))
}

export function useIsCaughtUp(): boolean {
  const store = useContext(ViewContext)
  return useSyncExternalStore(store.subscribe, () => store.isCaughtUp)
}

/** Replay position and number of events; no position when live. */
export function useReplay() {
  const store = useContext(ViewContext)
  const place = useSyncExternalStore(store.subscribe, () => store.place)
  const length = useSyncExternalStore(store.subscribe, () => store.length)
  return { place, length, replay: store.replay }
}

/** All past and present seats by id. Unknown ids are shown unchanged. */
export function useSeats(): (id: string) => SeatAtTable {
  const seats = useView((view) => view.seats)
  return useMemo(() => {
    const byId = new Map(seats.map((seat) => [seat.id, seat]))
    return (id) => byId.get(id) ?? { id, name: id, kind: "model", role: "", place: 0 }
  }, [seats])
}
