import type { StreamEvent } from "../../../api/sse-parser.ts"
import { applyEvents } from "./apply-events.ts"
import { type DiscussionView, emptyView, isOver } from "./discussion-view.ts"
import { asWireEvent, type WireEvent } from "./wire-event.ts"

/** A tab that is not looked at gets no frames; it is kept up to date all the same. */
const hiddenMs = 250
/** What happened longer ago than this is history that is being read, not news. */
const recentMs = 5_000
const quietMs = 300

/** Holds the view between frames: however many events come, it changes at most once a frame. */
export class ViewStore {
  #view: DiscussionView = emptyView
  #isCaughtUp = false
  #waiting: WireEvent[] = []
  #frame: number | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #quiet: ReturnType<typeof setTimeout> | undefined
  readonly #listeners = new Set<() => void>()

  get view(): DiscussionView {
    return this.#view
  }

  /** Whether what happened before the page was opened has been read. */
  get isCaughtUp(): boolean {
    return this.#isCaughtUp
  }

  readonly take = (events: readonly StreamEvent[]): void => {
    for (const event of events) this.#waiting.push(asWireEvent(event))
    if (this.#frame !== undefined) return
    this.#frame = requestAnimationFrame(this.#flush)
    this.#timer = setTimeout(this.#flush, hiddenMs)
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly #flush = (): void => {
    cancelAnimationFrame(this.#frame!)
    clearTimeout(this.#timer)
    this.#frame = undefined
    const events = this.#waiting
    this.#waiting = []
    this.#view = applyEvents(this.#view, events)
    if (!this.#isCaughtUp) this.#notice(events.at(-1)!)
    this.#tell()
  }

  #notice({ data }: WireEvent): void {
    clearTimeout(this.#quiet)
    if (isOver(this.#view.status) || Date.parse(data.timestamp) > Date.now() - recentMs) this.#isCaughtUp = true
    else {
      this.#quiet = setTimeout(() => {
        this.#isCaughtUp = true
        this.#tell()
      }, quietMs)
    }
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}
