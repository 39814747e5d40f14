import { createParser, type EventSourceMessage } from "eventsource-parser"
import { ApiError } from "./api-error.ts"

/** `ended`: the stream is complete. `refused`: the server rejected the request, so there is no retry. */
export type StreamState = "connecting" | "live" | "reconnecting" | "ended" | "refused"

export interface FollowStreamOptions {
  /** Opens the stream after event `lastId`. Throws an ApiError if the server rejects the request. */
  readonly open: (lastId: string | undefined, signal: AbortSignal) => Promise<Response>
  /** Id of the last event already received; the stream continues after it. */
  readonly after?: string | undefined
  readonly signal?: AbortSignal | undefined
  readonly onState?: ((state: StreamState) => void) | undefined
  /** Maximum number of consecutive reconnects of a broken stream (default: unlimited). */
  readonly retries?: number | undefined
  /** Waits before a reconnect; returns early on abort. */
  readonly wait?: ((milliseconds: number, signal: AbortSignal) => Promise<void>) | undefined
}

/** The server sends a keep-alive at least every 15 s, so a connection silent for longer is dead. */
const idleTimeoutMs = 40_000
const minDelayMs = 500
const maxDelayMs = 10_000

/**
 * Messages of an event stream, in batches of one read, in order and each once; reconnects when the connection is lost.
 * Ends with the stream or on abort; throws if the server rejects the request.
 */
export async function* followStream(options: FollowStreamOptions): AsyncGenerator<readonly EventSourceMessage[], void> {
  const { signal = new AbortController().signal, retries = Number.POSITIVE_INFINITY, wait: delay = wait } = options
  const onState = options.onState ?? (() => {})
  const seen = new EventDeduplicator(options.after)
  let failures = 0
  onState("connecting")
  while (!signal.aborted) {
    const connection = new Connection(signal)
    try {
      const response = await options.open(seen.lastId, connection.signal)
      if (response.status === 204) return onState("ended")
      onState("live")
      for await (const messages of connection.read(response)) {
        failures = 0
        const unseen = messages.filter(({ id }) => seen.isNew(id))
        if (unseen.length > 0 && !signal.aborted) yield unseen
      }
    } catch (error) {
      if (signal.aborted) return
      const isFinal = error instanceof ApiError && !error.isTransient
      if (isFinal) onState("refused")
      if (isFinal || failures >= retries) throw error
    } finally {
      connection.close()
    }
    if (signal.aborted) return
    onState("reconnecting")
    await delay(retryDelayMs(failures++), signal)
  }
}

/** One connection: closed on abort and after the idle timeout. */
class Connection {
  readonly #controller = new AbortController()
  readonly #parent: AbortSignal
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(parent: AbortSignal) {
    this.#parent = parent
    parent.addEventListener("abort", this.close)
    this.#restartIdleTimer()
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** The messages of each read; empty for keep-alives. */
  async *read({ body }: Response): AsyncGenerator<readonly EventSourceMessage[], void> {
    if (!body) return
    const reader = body.getReader()
    // A handler in this process does not see the abort signal, so cancel the read itself.
    const cancel = () => void reader.cancel().catch(() => {})
    this.signal.addEventListener("abort", cancel)
    if (this.signal.aborted) cancel()
    let messages: EventSourceMessage[] = []
    const parser = createParser({ onEvent: (message) => void messages.push(message) })
    const decoder = new TextDecoder()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      this.#restartIdleTimer()
      parser.feed(decoder.decode(value, { stream: true }))
      yield messages
      messages = []
    }
  }

  readonly close = (): void => {
    clearTimeout(this.#timer)
    this.#parent.removeEventListener("abort", this.close)
    this.#controller.abort()
  }

  #restartIdleTimer(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(this.close, idleTimeoutMs)
  }
}

/** Doubles from 0.5 s to 10 s, with jitter, so that clients do not all reconnect to a restarted server at once. */
export function retryDelayMs(failures: number, random: () => number = Math.random): number {
  return Math.min(minDelayMs * 2 ** failures, maxDelayMs) * (0.75 + random() / 2)
}

/** Returns early on abort. */
export function wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      signal?.removeEventListener("abort", done)
      resolve()
    }
    const timer = setTimeout(done, milliseconds)
    signal?.addEventListener("abort", done)
  })
}

/** Tracks the position in a stream: an event number, or within a turn `12:t3:1:80`. */
export class EventDeduplicator {
  #lastId: string | undefined
  #seq: number
  /** Ids of chunks since the last numbered event. */
  readonly #chunkIds = new Set<string>()

  constructor(after?: string) {
    this.#lastId = after
    this.#seq = after === undefined ? -1 : sequenceOf(after)
  }

  get lastId(): string | undefined {
    return this.#lastId
  }

  /** Whether this id has not been seen before; marks it as seen. */
  isNew(id = ""): boolean {
    if (id === "") return true
    const seq = sequenceOf(id)
    if (id.includes(":")) {
      if (seq < this.#seq || this.#chunkIds.has(id)) return false
      this.#chunkIds.add(id)
    } else {
      if (seq <= this.#seq) return false
      this.#chunkIds.clear()
    }
    this.#seq = seq
    this.#lastId = id
    return true
  }
}

function sequenceOf(id: string): number {
  return Number.parseInt(id, 10)
}
