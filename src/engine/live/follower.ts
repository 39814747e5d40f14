import type { DiscussionEvent, LiveEvent } from "../../core/discussion/event.ts"
import type { Clock } from "../../ports/clock.ts"
import type { DiscussionStore } from "../../ports/discussion-store.ts"
import { HeardTurns } from "./heard-turns.ts"
import type { LiveTurns } from "./live-turns.ts"
import type { HeardTurn, Place } from "./place.ts"

export interface FollowOptions {
  readonly discussionId: string
  /** Begin after this event. */
  readonly after?: number
  /** Begin in the middle of these turns, which had been heard so far when `after` was the last event. */
  readonly heard?: readonly HeardTurn[]
  readonly signal?: AbortSignal
  /** Whether the words of turns being spoken are wanted now; they are unless this says no. */
  readonly wantsWords?: () => boolean
}

/** An event, and where the watcher stands once it has got it. */
export interface Step {
  readonly event: LiveEvent
  readonly place: Place
}

/** Somebody who waits for what comes next. */
export interface Wanted {
  give(steps: readonly Step[] | undefined): void
  fail(error: unknown): void
}

const finalTypes: ReadonlySet<string> = new Set(["discussion_completed", "discussion_error", "discussion_aborted"])
const pageSize = 100

/** Whether nothing can follow this event. */
export function isFinal(event: LiveEvent): boolean {
  return finalTypes.has(event.type)
}

/** The attempt at a turn that is over with this event, and with it all before. */
function endedAttempt(event: DiscussionEvent): { readonly turnId: string; readonly attempt: number } | undefined {
  switch (event.type) {
    case "turn_completed":
    case "turn_passed":
      return { turnId: event.data.turn.id, attempt: event.data.turn.attempt }
    case "turn_retried":
      return { turnId: event.data.turnId, attempt: event.data.attempt - 1 }
    case "turn_skipped":
      return { turnId: event.data.turnId, attempt: Number.POSITIVE_INFINITY }
    default:
      return undefined
  }
}

/** What following needs: where events are read, where words are heard, and the time. */
export interface Source {
  readonly store: Pick<DiscussionStore, "read" | "watch">
  readonly live: Pick<LiveTurns, "over" | "under" | "watch">
  readonly clock: Pick<Clock, "now">
}

/**
 * A watcher's place in a discussion. It pulls: while it is slow, words gather in the turn itself and come as larger
 * chunks, so that no watcher costs memory or holds up the discussion.
 */
export class Follower {
  readonly #source: Source
  readonly #discussionId: string
  readonly #signal: AbortSignal | undefined
  readonly #wantsWords: () => boolean
  readonly #heard: HeardTurns
  readonly #unwatch: readonly (() => void)[]
  #seq: number
  #written = true
  #said = false
  #reading = false
  #over = false
  #wanted: Wanted | undefined

  constructor(source: Source, options: FollowOptions) {
    this.#source = source
    this.#discussionId = options.discussionId
    this.#signal = options.signal
    this.#wantsWords = options.wantsWords ?? (() => true)
    this.#heard = new HeardTurns(options.heard)
    this.#seq = options.after ?? 0
    this.#unwatch = [
      source.store.watch(options.discussionId, this.#onAppend),
      source.live.watch(options.discussionId, this.#onWords),
    ]
    this.#signal?.addEventListener("abort", this.#onAbort)
  }

  /** What is new, as soon as anything is; undefined when nothing more can come. */
  next(): Promise<readonly Step[] | undefined> {
    return new Promise((give, fail) => this.take({ give, fail }))
  }

  /** The same by callback, once: with thousands of watchers each promise on the way counts. */
  take(wanted: Wanted): void {
    this.#wanted = wanted
    this.#work()
  }

  /** Lets go of everything; whoever waits is told that nothing comes. Harmless to repeat. */
  close(): void {
    this.#over = true
    for (const unwatch of this.#unwatch) unwatch()
    this.#signal?.removeEventListener("abort", this.#onAbort)
    this.#give(undefined)
  }

  #work(): void {
    if (!this.#wanted || this.#reading) return
    if (this.#over || this.#signal?.aborted) {
      this.close()
    } else if (this.#written) {
      this.#written = false
      this.#reading = true
      this.#source.store.read(this.#discussionId, this.#seq, pageSize).then(this.#onPage, this.#onFailure)
    } else if (this.#said) {
      const steps: Step[] = []
      this.#listen(steps)
      if (steps.length > 0) this.#give(steps)
    }
  }

  readonly #onPage = (events: readonly DiscussionEvent[]) => {
    this.#reading = false
    if (this.#over) return
    const steps: Step[] = []
    for (const event of events) this.#take(event, steps)
    if (events.length === pageSize) this.#written = true
    else this.#heard.caughtUp()
    if (!this.#written && !this.#over) this.#listen(steps)
    if (steps.length > 0) this.#give(steps)
    else this.#work()
  }

  readonly #onFailure = (error: unknown) => {
    this.#reading = false
    const wanted = this.#wanted
    this.#wanted = undefined
    this.close()
    wanted?.fail(error)
  }

  #give(steps: readonly Step[] | undefined): void {
    const wanted = this.#wanted
    this.#wanted = undefined
    wanted?.give(steps)
  }

  #take(event: DiscussionEvent, steps: Step[]): void {
    const rest = this.#heard.note(event, this.#seq)
    if (rest && this.#wantsWords()) {
      const { turnId, attempt, offset, chunk } = rest.data
      const place = { turnId, attempt, offset: offset + chunk.length }
      steps.push({ event: rest, place: { seq: this.#seq, heard: [...this.#heard.places, place] } })
    }
    this.#seq = event.seq
    const ended = endedAttempt(event)
    if (ended) this.#source.live.over(this.#discussionId, ended.turnId, ended.attempt)
    steps.push({ event, place: this.#place() })
    if (isFinal(event)) this.#over = true
  }

  #listen(steps: Step[]): void {
    this.#said = false
    if (!this.#wantsWords()) return
    const { live, clock } = this.#source
    for (const turn of live.under(this.#discussionId)) {
      const chunk = this.#heard.more(turn, this.#seq, clock.now())
      if (!chunk) continue
      steps.push({ event: chunk, place: this.#place() })
      if (chunk.data.offset + chunk.data.chunk.length < turn.text.length) this.#said = true
    }
  }

  #place(): Place {
    return { seq: this.#seq, heard: this.#heard.places }
  }

  readonly #onAppend = () => {
    this.#written = true
    this.#work()
  }

  readonly #onWords = () => {
    this.#said = this.#wantsWords()
    if (this.#said) this.#work()
  }

  readonly #onAbort = () => this.#work()
}
