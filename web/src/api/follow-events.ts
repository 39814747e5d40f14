import { createParser, type EventSourceMessage } from "eventsource-parser"
import { ApiError, readError } from "./api-error.ts"
import { currentKey, reportUnauthorized } from "./api-key.ts"

/** `ended`: all has been said. `refused`: the server will not let this be followed, so it is not tried again. */
export type StreamState = "connecting" | "live" | "reconnecting" | "ended" | "refused"

export interface FollowOptions<Event> {
  /** The address of an event stream, like `/api/v1/chat/events`. */
  readonly path: string
  /** The id of the last event known already; the stream goes on after it. */
  readonly after?: string | undefined
  readonly signal: AbortSignal
  readonly decode: (message: EventSourceMessage) => Event
  /** Everything that came in one read, in order, each event once; `lastId` is the id of the last of them. */
  readonly onEvents: (events: readonly Event[], lastId: string | undefined) => void
  readonly onState: (state: StreamState, error?: ApiError) => void
  /** Waits before the next try; replaced in tests. */
  readonly wait?: (milliseconds: number, signal: AbortSignal) => Promise<void>
}

/** The server says something at least every 15 s; a line that is silent for longer is dead. */
const idleTimeoutMs = 40_000
const minDelayMs = 500
const maxDelayMs = 10_000

/** Follows an event stream until it ends or is left, over lost connections and restarts of the server. */
export async function followEvents<Event>(options: FollowOptions<Event>): Promise<void> {
  const { signal, onState, wait = waitFor } = options
  const seen = new EventDeduplicator(options.after)
  let failures = 0
  onState("connecting")
  while (!signal.aborted) {
    const end = await readUntilDisconnected(options, seen, () => {
      failures = 0
      onState("live")
    })
    if (signal.aborted) return
    if (end === "ended" || end instanceof ApiError) {
      onState(end === "ended" ? "ended" : "refused", end === "ended" ? undefined : end)
      return
    }
    onState("reconnecting")
    await wait(retryDelayMs(failures++), signal)
  }
}

type ReadResult = "ended" | "lost" | ApiError

async function readUntilDisconnected<Event>(
  { path, signal, decode, onEvents }: FollowOptions<Event>,
  seen: EventDeduplicator,
  onOpen: () => void,
): Promise<ReadResult> {
  const connection = new AbortController()
  const disconnect = () => connection.abort()
  signal.addEventListener("abort", disconnect)
  const watchdog = new Watchdog(disconnect)
  try {
    const response = await open(path, seen.lastId, connection.signal)
    if (response.status === 204) return "ended"
    if (!response.ok) return isPermanent(response.status) ? await readError(response) : "lost"
    onOpen()
    let events: Event[] = []
    const parser = createParser({
      onEvent(message) {
        if (seen.isNew(message.id)) events.push(decode(message))
      },
    })
    const decoder = new TextDecoder()
    const reader = response.body!.getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return "lost"
      watchdog.reset()
      parser.feed(decoder.decode(value, { stream: true }))
      if (events.length > 0 && !signal.aborted) onEvents(events, seen.lastId)
      events = []
    }
  } catch {
    return "lost"
  } finally {
    watchdog.stop()
    signal.removeEventListener("abort", disconnect)
    connection.abort()
  }
}

async function open(path: string, lastId: string | undefined, signal: AbortSignal): Promise<Response> {
  const key = currentKey()
  const response = await fetch(path, {
    signal,
    cache: "no-store",
    headers: {
      accept: "text/event-stream",
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(lastId !== undefined && { "last-event-id": lastId }),
    },
  })
  if (response.status === 401) reportUnauthorized(key)
  return response
}

/** Too many at once (429) and faults of the server pass; what else is refused stays refused. */
function isPermanent(status: number): boolean {
  return status >= 400 && status < 500 && status !== 408 && status !== 425 && status !== 429
}

/** Doubles from half a second to ten, a little apart for each, so that a restarted server is not met by all at once. */
export function retryDelayMs(failures: number, random: () => number = Math.random): number {
  return Math.min(minDelayMs * 2 ** failures, maxDelayMs) * (0.75 + random() / 2)
}

/** Ends early when the network is back or the tab is looked at again. */
function waitFor(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      removeEventListener("online", done)
      document.removeEventListener("visibilitychange", shown)
      signal.removeEventListener("abort", done)
      resolve()
    }
    const shown = () => {
      if (document.visibilityState === "visible") done()
    }
    const timer = setTimeout(done, milliseconds)
    addEventListener("online", done)
    document.addEventListener("visibilitychange", shown)
    signal.addEventListener("abort", done)
  })
}

class Watchdog {
  readonly #onTimeout: () => void
  #timer: ReturnType<typeof setTimeout>

  constructor(onTimeout: () => void) {
    this.#onTimeout = onTimeout
    this.#timer = setTimeout(onTimeout, idleTimeoutMs)
  }

  reset(): void {
    this.stop()
    this.#timer = setTimeout(this.#onTimeout, idleTimeoutMs)
  }

  stop(): void {
    clearTimeout(this.#timer)
  }
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
