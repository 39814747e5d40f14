import type { StreamEvent } from "../../../api/sse-parser.ts"
import { applyEvents } from "./apply-events.ts"
import { type DiscussionView, emptyView } from "./discussion-view.ts"
import { asWireEvent, type WireEvent } from "./wire-event.ts"

/** A tab that is not looked at gets no frames; it is kept up to date all the same. */
const hiddenMs = 250

/** Holds the view between frames: however many events come, it changes at most once a frame. */
export class ViewStore {
  #view: DiscussionView = emptyView
  #isCaughtUp = false
  #waiting: WireEvent[] = []
  #frame: number | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #listeners = new Set<() => void>()

  get view(): DiscussionView {
    return this.#view
  }

  /** Whether what happened before the page was opened has been read: all that follows is news. */
  get isCaughtUp(): boolean {
    return this.#isCaughtUp
  }

  readonly take = (events: readonly StreamEvent[]): void => {
    for (const event of events) this.#waiting.push(asWireEvent(event))
    if (this.#frame !== undefined) return
    this.#frame = requestAnimationFrame(this.#flush)
    this.#timer = setTimeout(this.#flush, hiddenMs)
  }

  readonly catchUp = (): void => {
    this.#flush()
    this.#isCaughtUp = true
    this.#tell()
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
    const events = this.#waiting
    this.#waiting = []
    this.#view = applyEvents(this.#view, events)
    this.#tell()
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}
