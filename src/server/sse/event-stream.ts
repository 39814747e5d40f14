import { type FollowedEvent, Follower, type FollowSource, type Receiver } from "../../engine/live/follower.ts"
import type { StreamCursor } from "../../engine/live/stream-cursor.ts"
import type { OpenStreams } from "./open-streams.ts"
import type { StepEncoder } from "./step-encoder.ts"

export interface EventStreamOptions {
  readonly source: FollowSource
  readonly discussionId: string
  readonly place: StreamCursor
  readonly streams: OpenStreams
  readonly encoder: StepEncoder
  /** Aborts when the client is gone. */
  readonly signal: AbortSignal
  /** Closes the connection under a reader that has stopped reading. */
  readonly cut?: (() => void) | undefined
  /** The reader went away, or was cut, before the end. */
  readonly onDisconnect?: () => void
  /** It is over, however it ended. */
  readonly onEnd?: () => void
  readonly onError: (error: unknown) => void
}

/** Comments are at most 15 s apart; the ticks that they wait for are a second apart. */
export const keepAliveMs = 13_500
/** A reader that takes nothing for so long is let go; it comes back for the rest by itself. */
export const stallTimeoutMs = 58_000
export const retryPreamble = new TextEncoder().encode("retry: 500\n\n")
export const keepAliveComment = new TextEncoder().encode(": keep-alive\n\n")

/** A discussion as text/event-stream. The reader pulls, so one that is slow gets less often what has gathered by then. */
export function eventStream(options: EventStreamOptions): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(new EventFeed(options), { highWaterMark: 0 })
}

class EventFeed implements Receiver {
  readonly #options: EventStreamOptions
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined
  #follower: Follower | undefined
  #unregister = () => {}
  #steps: readonly FollowedEvent[] = []
  #wanted = false
  /** Whether the follower has been asked and has yet to answer. */
  #isPending = false
  #ended = false
  #wroteAt = 0

  constructor(options: EventStreamOptions) {
    this.#options = options
    options.signal.addEventListener("abort", this.#disconnected)
    if (options.signal.aborted) this.#disconnected()
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
    this.#disconnected()
  }

  /** Opened with the first pull: a response whose body nobody reads, as to HEAD, costs nothing. */
  #open(): void {
    const { source, discussionId, place, streams } = this.#options
    this.#follower = new Follower(source, { discussionId, after: place.seq, turnOffsets: place.turnOffsets })
    this.#unregister = streams.add(this)
    this.#write(retryPreamble)
  }

  #pump(): void {
    if (this.#steps.length > 0) this.#deliver()
    else if (!this.#isPending) {
      this.#isPending = true
      this.#follower!.requestNext(this)
    }
  }

  give(steps: readonly FollowedEvent[] | undefined): void {
    this.#isPending = false
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
    this.#options.onError(error)
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
    if (this.#wanted && quietMs >= keepAliveMs) this.#write(keepAliveComment)
    else if (!this.#wanted && quietMs >= stallTimeoutMs) this.#cut()
  }

  #cut(): void {
    const { cut } = this.#options
    this.#disconnected()
    if (cut) cut()
    else this.#controller!.error(new Error("the reader took nothing for a minute"))
  }

  readonly #disconnected = () => {
    if (this.#ended) return
    this.#end()
    this.#options.onDisconnect?.()
  }

  #end(): void {
    this.#ended = true
    this.#steps = []
    this.#follower?.close()
    this.#unregister()
    this.#options.signal.removeEventListener("abort", this.#disconnected)
    this.#options.onEnd?.()
  }
}
