import { Follower, type Source, type Step, type Wanted } from "../../engine/live/follower.ts"
import type { Place } from "../../engine/live/place.ts"
import type { OpenStreams } from "./open-streams.ts"
import type { StepEncoder } from "./step-encoder.ts"

export interface EventStreamOptions {
  readonly source: Source
  readonly discussionId: string
  readonly place: Place
  readonly streams: OpenStreams
  readonly encoder: StepEncoder
  /** Aborts when the client is gone. */
  readonly signal: AbortSignal
  /** Closes the connection under a reader that has stopped reading. */
  readonly cut?: (() => void) | undefined
  /** The reader went away, or was cut, before the end. */
  readonly onGone?: () => void
  /** It is over, however it ended. */
  readonly onEnd?: () => void
  readonly onFault: (error: unknown) => void
}

/** Comments are at most 15 s apart; the ticks that they wait for are a second apart. */
export const keepAliveMs = 13_500
/** A reader that takes nothing for so long is let go; it comes back for the rest by itself. */
export const stalledMs = 58_000
export const greeting = new TextEncoder().encode("retry: 500\n\n")
export const keepAlive = new TextEncoder().encode(": keep-alive\n\n")

/** A discussion as text/event-stream. The reader pulls, so one that is slow gets less often what has gathered by then. */
export function eventStream(options: EventStreamOptions): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(new EventFeed(options), { highWaterMark: 0 })
}

class EventFeed implements Wanted {
  readonly #options: EventStreamOptions
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined
  #follower: Follower | undefined
  #forget = () => {}
  #steps: readonly Step[] = []
  #wanted = false
  /** Whether the follower has been asked and has yet to answer. */
  #asked = false
  #ended = false
  #wroteAt = 0

  constructor(options: EventStreamOptions) {
    this.#options = options
    options.signal.addEventListener("abort", this.#gone)
    if (options.signal.aborted) this.#gone()
  }

  pull(controller: ReadableStreamDefaultController<Uint8Array>): void {
    if (this.#ended) {
      controller.close()
      return
    }
    this.#controller = controller
    this.#wanted = true
    if (!this.#follower) this.#open()
    if (this.#wanted) this.#pump()
  }

  cancel(): void {
    this.#gone()
  }

  /** Opened with the first pull: a response whose body nobody reads, as to HEAD, costs nothing. */
  #open(): void {
    const { source, discussionId, place, streams } = this.#options
    this.#follower = new Follower(source, { discussionId, after: place.seq, heard: place.heard })
    this.#forget = streams.add(this)
    this.#write(greeting)
  }

  #pump(): void {
    if (this.#steps.length > 0) this.#deliver()
    else if (!this.#asked) {
      this.#asked = true
      this.#follower!.take(this)
    }
  }

  give(steps: readonly Step[] | undefined): void {
    this.#asked = false
    if (this.#ended) return
    if (!steps) {
      this.#close()
      return
    }
    this.#steps = steps
    // A comment may have been written in the meantime, and the reader not be back from it yet.
    if (this.#wanted) this.#deliver()
  }

  fail(error: unknown): void {
    if (!this.#ended) this.#close()
    this.#options.onFault(error)
  }

  #close(): void {
    this.#end()
    this.#controller!.close()
  }

  #deliver(): void {
    const { encoder, discussionId } = this.#options
    const { bytes, count } = encoder.encode(discussionId, this.#steps)
    this.#steps = count === this.#steps.length ? [] : this.#steps.slice(count)
    this.#write(bytes)
  }

  #write(bytes: Uint8Array): void {
    this.#wanted = false
    this.#wroteAt = this.#options.source.clock.now()
    this.#controller!.enqueue(bytes)
  }

  tick(now: number): void {
    const quietMs = now - this.#wroteAt
    if (this.#wanted && quietMs >= keepAliveMs) this.#write(keepAlive)
    else if (!this.#wanted && quietMs >= stalledMs) this.#cut()
  }

  #cut(): void {
    const { cut } = this.#options
    this.#gone()
    if (cut) cut()
    else this.#controller!.error(new Error("the reader took nothing for a minute"))
  }

  readonly #gone = () => {
    if (this.#ended) return
    this.#end()
    this.#options.onGone?.()
  }

  #end(): void {
    this.#ended = true
    this.#steps = []
    this.#follower?.close()
    this.#forget()
    this.#options.signal.removeEventListener("abort", this.#gone)
    this.#options.onEnd?.()
  }
}
