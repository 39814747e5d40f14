import { applyPublic } from "../../../../../src/core/public/apply-public.ts"
import type { PublicEvent } from "../../../../../src/core/public/types.ts"
import { type DiscussionView, emptyView } from "../../../../../src/core/public/view.ts"

/** A tab that is not looked at gets no frames; it is kept up to date all the same. */
const hiddenFlushMs = 250

/** Holds the view between frames: however many events come, it changes at most once a frame. */
export class ViewStore {
  #view: DiscussionView = emptyView
  #isCaughtUp = false
  #queue: PublicEvent[] = []
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
    this.#view = applyPublic(this.#view, events)
    this.#notify()
  }

  #notify(): void {
    for (const listener of this.#listeners) listener()
  }
}
