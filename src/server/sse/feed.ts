import type { Clock } from "../../ports/clock.ts"

/** Receives the next items; `undefined` ends the feed. */
interface Receiver<Item> {
  give(items: readonly Item[] | undefined): void
  fail(error: unknown): void
}

/** The source of a feed. More items are requested only after all previous ones are written. */
export interface FeedSource<Item> {
  requestNext(receiver: Receiver<Item>): void
  close(): void
}

export interface FeedReader {
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal
  /** Closes the connection of a stalled reader. */
  readonly cut?: (() => void) | undefined
  /** Called if the reader disconnects or is cut off before the end. */
  readonly onDisconnect?: () => void
  readonly onEnd?: () => void
}

export interface FeedOptions<Item> extends FeedReader {
  /** Called on the first read, so that a body that is never read, as for HEAD, costs nothing. */
  readonly open: () => FeedSource<Item>
  readonly first?: Uint8Array | undefined
  /** Encodes as many items as fit into one write; `last` ends the feed. */
  readonly encode: (items: readonly Item[]) => {
    readonly bytes: Uint8Array
    readonly count: number
    readonly last?: boolean
  }
  readonly streams: OpenStreams
  readonly clock: Pick<Clock, "now">
  readonly onError: (error: unknown) => void
}

/** With ticks a second apart, keep-alive comments are at most 15 s apart. */
const keepAliveMs = 13_500
/** A reader that reads nothing for this long is cut off; its client reconnects and resumes. */
const stallTimeoutMs = 58_000
const encoder = new TextEncoder()
const retryPreamble = encoder.encode("retry: 500\n\n")
const keepAliveComment = encoder.encode(": keep-alive\n\n")

const streamHeaders = {
  "content-type": "text/event-stream; charset=utf-8",
  // no-transform: a compressing proxy would buffer the text.
  "cache-control": "no-store, no-transform",
  "x-accel-buffering": "no",
}

/** A text/event-stream response. The reader pulls, so a slow one gets fewer and larger writes. */
export function feedResponse<Item>(options: FeedOptions<Item>): Response {
  const body = new ReadableStream<Uint8Array>(new Feed(options), { highWaterMark: 0 })
  return new Response(body, { headers: streamHeaders })
}

class Feed<Item> implements Receiver<Item> {
  readonly #options: FeedOptions<Item>
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined
  #source: FeedSource<Item> | undefined
  #unregister = () => {}
  #items: readonly Item[] = []
  #wanted = false
  /** Whether a request to the source is pending. */
  #isPending = false
  #ended = false
  #wroteAt = 0

  constructor(options: FeedOptions<Item>) {
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
    if (this.#source) this.#pump()
    else this.#open()
  }

  cancel(): void {
    this.#disconnected()
  }

  give(items: readonly Item[] | undefined): void {
    this.#isPending = false
    if (this.#ended) return
    if (!items) {
      this.#close()
      return
    }
    this.#items = items
    // A keep-alive comment may have been written meanwhile, and not been read yet.
    if (this.#wanted) this.#deliver()
  }

  fail(error: unknown): void {
    if (!this.#ended) this.#close()
    this.#options.onError(error)
  }

  tick(now: number): void {
    // The clock may have been set back.
    this.#wroteAt = Math.min(now, this.#wroteAt)
    const quietMs = now - this.#wroteAt
    if (this.#wanted && quietMs >= keepAliveMs) this.#write(keepAliveComment)
    else if (!this.#wanted && quietMs >= stallTimeoutMs) this.#cut()
  }

  #open(): void {
    this.#source = this.#options.open()
    this.#unregister = this.#options.streams.add(this)
    this.#write(retryPreamble)
    if (this.#options.first) this.#write(this.#options.first)
  }

  #pump(): void {
    if (this.#items.length > 0) this.#deliver()
    else if (!this.#isPending) {
      this.#isPending = true
      this.#source!.requestNext(this)
    }
  }

  #deliver(): void {
    const { bytes, count, last } = this.#options.encode(this.#items)
    this.#items = count === this.#items.length ? [] : this.#items.slice(count)
    this.#write(bytes)
    if (last) this.#close()
  }

  #write(bytes: Uint8Array): void {
    this.#wanted = false
    // Events without an equivalent in this protocol write nothing and must not delay the keep-alive.
    if (bytes.length > 0) this.#wroteAt = this.#options.clock.now()
    this.#controller!.enqueue(bytes)
  }

  #close(): void {
    this.#end()
    this.#controller!.close()
  }

  #cut(): void {
    const { cut } = this.#options
    this.#disconnected()
    if (cut) cut()
    else this.#controller!.error(new Error("the reader read nothing for a minute"))
  }

  readonly #disconnected = () => {
    if (this.#ended) return
    this.#end()
    this.#options.onDisconnect?.()
  }

  #end(): void {
    this.#ended = true
    this.#items = []
    this.#source?.close()
    this.#unregister()
    this.#options.signal.removeEventListener("abort", this.#disconnected)
    this.#options.onEnd?.()
  }
}

interface TickingStream {
  /** Called about once a second while the stream is open. */
  tick(now: number): void
}

const tickMs = 1_000

/** All open streams. They share one timer, since a timer per stream and write would be expensive. */
export class OpenStreams {
  readonly #clock: Clock
  readonly #streams = new Set<TickingStream>()
  #stop: (() => void) | undefined

  constructor(clock: Clock) {
    this.#clock = clock
  }

  get size(): number {
    return this.#streams.size
  }

  /** Adds a stream; the returned function removes it. */
  add(stream: TickingStream): () => void {
    this.#streams.add(stream)
    this.#stop ??= this.#clock.after(tickMs, this.#tick)
    return () => {
      this.#streams.delete(stream)
      if (this.#streams.size > 0) return
      this.#stop?.()
      this.#stop = undefined
    }
  }

  readonly #tick = () => {
    this.#stop = this.#clock.after(tickMs, this.#tick)
    const now = this.#clock.now()
    for (const stream of [...this.#streams]) stream.tick(now)
  }
}
