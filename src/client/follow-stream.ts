import { createParser, type EventSourceMessage } from "eventsource-parser"
import { ApiError } from "./api-error.ts"

/** `ended`: all has been said. `refused`: the server will not let this be followed, so it is not tried again. */
export type StreamState = "connecting" | "live" | "reconnecting" | "ended" | "refused"

export interface FollowStreamOptions {
  /** Opens the stream after the last event that is known. Throws an ApiError where it is refused. */
  readonly open: (lastId: string | undefined, signal: AbortSignal) => Promise<Response>
  /** The id of the last event known already; the stream goes on after it. */
  readonly after?: string | undefined
  readonly signal?: AbortSignal | undefined
  readonly onState?: ((state: StreamState) => void) | undefined
  /** How often in a row a stream that breaks is opened again; as often as it takes unless given. */
  readonly retries?: number | undefined
  /** Waits before the next attempt; ends early where the signal is aborted. */
  readonly wait?: ((milliseconds: number, signal: AbortSignal) => Promise<void>) | undefined
}

/** The server says something at least every 15 s; a line that is silent for longer is dead. */
const idleTimeoutMs = 40_000
const minDelayMs = 500
const maxDelayMs = 10_000

/**
 * The messages of an event stream, over lost connections and restarts of the server: all that came in one read, in
 * order, each once. Ends where the stream is over or the signal is aborted; throws where the server refuses it.
 */
export async function* followStream(options: FollowStreamOptions): AsyncGenerator<readonly EventSourceMessage[], void> {
  const { signal = new AbortController().signal, retries = Number.POSITIVE_INFINITY, wait: pause = wait } = options
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
    await pause(retryDelayMs(failures++), signal)
  }
}

/** One opening of a stream: ends when the caller leaves or when nothing is heard any more. */
class Connection {
  readonly #controller = new AbortController()
  readonly #parent: AbortSignal
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(parent: AbortSignal) {
    this.#parent = parent
    parent.addEventListener("abort", this.close)
    this.#listen()
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** What came in each read; nothing where the server only said that it is there. */
  async *read({ body }: Response): AsyncGenerator<readonly EventSourceMessage[], void> {
    if (!body) return
    const reader = body.getReader()
    // A handler in this process does not hear the signal; who wants no more must not wait for its next word.
    const cancel = () => void reader.cancel().catch(() => {})
    this.signal.addEventListener("abort", cancel)
    if (this.signal.aborted) cancel()
    let messages: EventSourceMessage[] = []
    const parser = createParser({ onEvent: (message) => void messages.push(message) })
    const decoder = new TextDecoder()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      this.#listen()
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

  #listen(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(this.close, idleTimeoutMs)
  }
}

/** Doubles from half a second to ten, a little apart for each, so that a restarted server is not met by all at once. */
export function retryDelayMs(failures: number, random: () => number = Math.random): number {
  return Math.min(minDelayMs * 2 ** failures, maxDelayMs) * (0.75 + random() / 2)
}

/** Ends early where the signal is aborted. */
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

/** Where a stream was left, and what has been seen of it: a number, or in mid-turn `12:t3:1:80`. */
export class EventDeduplicator {
  #lastId: string | undefined
  #seq: number
  /** Ids in the middle of turns since the last numbered event. */
  readonly #inTurn = new Set<string>()

  constructor(after?: string) {
    this.#lastId = after
    this.#seq = after === undefined ? -1 : sequenceOf(after)
  }

  get lastId(): string | undefined {
    return this.#lastId
  }

  /** Whether it was not there before; remembers it. */
  isNew(id = ""): boolean {
    if (id === "") return true
    const seq = sequenceOf(id)
    if (id.includes(":")) {
      if (seq < this.#seq || this.#inTurn.has(id)) return false
      this.#inTurn.add(id)
    } else {
      if (seq <= this.#seq) return false
      this.#inTurn.clear()
    }
    this.#seq = seq
    this.#lastId = id
    return true
  }
}

function sequenceOf(id: string): number {
  return Number.parseInt(id, 10)
}
