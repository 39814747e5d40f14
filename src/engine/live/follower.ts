import type { DiscussionEvent, LiveEvent } from "../../core/discussion/event.ts"
import type { Clock } from "../../ports/clock.ts"
import type { DiscussionStore } from "../../ports/discussion-store.ts"
import type { EngineContext } from "../context.ts"
import type { LiveTurns } from "./live-turns.ts"
import type { StreamCursor, TurnOffset } from "./stream-cursor.ts"
import { TurnOffsets, turnChange } from "./turn-offsets.ts"

export interface FollowerOptions {
  readonly discussionId: string
  readonly after?: number
  /** Resume in the middle of these turns: how much of each the watcher had when `after` was the last event. */
  readonly turnOffsets?: readonly TurnOffset[]
  readonly signal?: AbortSignal
  /** Whether to deliver live text now (default: yes). */
  readonly wantsChunks?: () => boolean
}

/** An event, and the position to resume from after it. */
export interface FollowedEvent {
  readonly event: LiveEvent
  readonly cursor: StreamCursor
}

export interface Receiver {
  give(steps: readonly FollowedEvent[] | undefined): void
  fail(error: unknown): void
}

const finalTypes: ReadonlySet<string> = new Set(["discussion_completed", "discussion_error", "discussion_aborted"])
const pageSize = 100
/** Events read again on resume to find the open turns; more are never open at once. */
const pastEvents = 100

export function isFinal(event: LiveEvent): boolean {
  return finalTypes.has(event.type)
}

export interface FollowSource {
  readonly store: Pick<DiscussionStore, "read" | "watch">
  readonly live: Pick<LiveTurns, "over" | "turnsOf" | "watch">
  readonly clock: Pick<Clock, "now">
}

/**
 * A watcher's position in a discussion. It pulls: a slow watcher gets fewer, larger chunks, so it neither buffers text
 * nor slows the discussion down.
 */
export class Follower {
  readonly #source: FollowSource
  readonly #discussionId: string
  readonly #signal: AbortSignal | undefined
  readonly #wantsChunks: () => boolean
  readonly #turnOffsets: TurnOffsets
  readonly #unwatch: readonly (() => void)[]
  #seq: number
  #hasNewEvents = true
  #knowsPast = false
  #hasNewText = false
  #reading = false
  #over = false
  #receiver: Receiver | undefined

  constructor(source: FollowSource, options: FollowerOptions) {
    this.#source = source
    this.#discussionId = options.discussionId
    this.#signal = options.signal
    this.#wantsChunks = options.wantsChunks ?? (() => true)
    this.#turnOffsets = new TurnOffsets(options.turnOffsets)
    this.#seq = options.after ?? 0
    this.#unwatch = [
      source.store.watch(options.discussionId, this.#onAppend),
      source.live.watch(options.discussionId, this.#onText),
    ]
    this.#signal?.addEventListener("abort", this.#onAbort)
  }

  /** Resolves with the next events as soon as there are any; undefined at the end. */
  next(): Promise<readonly FollowedEvent[] | undefined> {
    return new Promise((give, fail) => this.requestNext({ give, fail }))
  }

  /** The same with a callback, called once: saves a promise per delivery, which counts with thousands of watchers. */
  requestNext(receiver: Receiver): void {
    this.#receiver = receiver
    this.#advance()
  }

  /** Releases all resources and ends a pending read. Idempotent. */
  close(): void {
    this.#over = true
    for (const unwatch of this.#unwatch) unwatch()
    this.#signal?.removeEventListener("abort", this.#onAbort)
    this.#deliver(undefined)
  }

  #advance(): void {
    if (!this.#receiver || this.#reading) return
    if (this.#over || this.#signal?.aborted) {
      this.close()
    } else if (this.#hasNewEvents) {
      this.#hasNewEvents = false
      this.#reading = true
      this.#read()
    } else if (this.#hasNewText) {
      const steps: FollowedEvent[] = []
      this.#addLiveText(steps)
      if (steps.length > 0) this.#deliver(steps)
    }
  }

  #read(): void {
    const from = this.#knowsPast ? this.#seq : Math.max(0, this.#seq - pastEvents)
    const limit = pageSize + this.#seq - from
    const onPage = (events: readonly DiscussionEvent[]) => this.#onPage(events, limit)
    this.#source.store.read(this.#discussionId, from, limit).then(onPage, this.#onFailure)
  }

  #onPage(events: readonly DiscussionEvent[], limit: number): void {
    this.#reading = false
    this.#knowsPast = true
    if (this.#over) return
    const steps: FollowedEvent[] = []
    for (const event of events) {
      if (event.seq > this.#seq) this.#addEvent(event, steps)
      else this.#turnOffsets.applyPast(event)
    }
    if (events.length === limit) this.#hasNewEvents = true
    else this.#turnOffsets.markCaughtUp()
    if (!this.#hasNewEvents && !this.#over) this.#addLiveText(steps)
    if (steps.length > 0) this.#deliver(steps)
    else this.#advance()
  }

  readonly #onFailure = (error: unknown) => {
    this.#reading = false
    const receiver = this.#receiver
    this.#receiver = undefined
    this.close()
    receiver?.fail(error)
  }

  #deliver(steps: readonly FollowedEvent[] | undefined): void {
    const receiver = this.#receiver
    this.#receiver = undefined
    receiver?.give(steps)
  }

  #addEvent(event: DiscussionEvent, steps: FollowedEvent[]): void {
    const rest = this.#turnOffsets.applyEvent(event, this.#seq)
    if (rest && this.#wantsChunks()) {
      const { turnId, attempt, offset, chunk } = rest.data
      const place = { turnId, attempt, offset: offset + chunk.length }
      steps.push({ event: rest, cursor: { seq: this.#seq, turnOffsets: [...this.#turnOffsets.openOffsets, place] } })
    }
    this.#seq = event.seq
    const change = turnChange(event)
    const ended = change?.begins ? change.attempt - 1 : change?.attempt
    if (change && ended) this.#source.live.over(this.#discussionId, change.turnId, ended)
    steps.push({ event, cursor: this.#cursor() })
    if (isFinal(event)) this.#over = true
  }

  #addLiveText(steps: FollowedEvent[]): void {
    this.#hasNewText = false
    if (!this.#wantsChunks()) return
    const { live, clock } = this.#source
    for (const turn of live.turnsOf(this.#discussionId)) {
      const chunk = this.#turnOffsets.nextChunk(turn, this.#seq, clock.now())
      if (!chunk) continue
      steps.push({ event: chunk, cursor: this.#cursor() })
      if (chunk.data.offset + chunk.data.chunk.length < turn.text.length) this.#hasNewText = true
    }
  }

  #cursor(): StreamCursor {
    return { seq: this.#seq, turnOffsets: this.#turnOffsets.openOffsets }
  }

  readonly #onAppend = () => {
    this.#hasNewEvents = true
    this.#advance()
  }

  readonly #onText = () => {
    this.#hasNewText = this.#wantsChunks()
    if (this.#hasNewText) this.#advance()
  }

  readonly #onAbort = () => this.#advance()
}

/** All events of a discussion in order, until it ends. */
export async function* follow(context: EngineContext, options: FollowerOptions): AsyncGenerator<LiveEvent, void> {
  const follower = new Follower(context, options)
  try {
    for (;;) {
      const steps = await follower.next()
      if (!steps) return
      for (const { event } of steps) yield event
    }
  } finally {
    follower.close()
  }
}
