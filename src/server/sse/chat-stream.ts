import type { Clock } from "../../ports/clock.ts"
import type { ChatEvent, SquadStore } from "../../ports/squad-store.ts"
import { followChat } from "../../squad/index.ts"
import { keepAliveComment, keepAliveMs, retryPreamble, stallTimeoutMs } from "./event-stream.ts"
import type { OpenStreams } from "./open-streams.ts"

export interface ChatStreamOptions {
  readonly squad: SquadStore
  readonly clock: Clock
  /** The number of the last event seen. */
  readonly after: number
  readonly streams: OpenStreams
  /** Aborts when the client is gone. */
  readonly signal: AbortSignal
  /** Closes the connection under a reader that has stopped reading. */
  readonly cut?: (() => void) | undefined
  /** It is over, however it ended. */
  readonly onEnd?: () => void
  readonly onError: (error: unknown) => void
}

const encoder = new TextEncoder()

/** The squad's chat as text/event-stream, without an end. The reader pulls: nothing is read ahead of it. */
export function chatStream(options: ChatStreamOptions): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(new ChatFeed(options), { highWaterMark: 0 })
}

class ChatFeed {
  readonly #options: ChatStreamOptions
  readonly #abort = new AbortController()
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined
  #events: AsyncGenerator<ChatEvent, void> | undefined
  #unregister = () => {}
  #wroteAt = 0
  /** By whoever reads, or with an error: then it cannot be closed again. */
  #isClosed = false

  constructor(options: ChatStreamOptions) {
    this.#options = options
    options.signal.addEventListener("abort", this.#end)
    if (options.signal.aborted) this.#end()
  }

  async pull(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    this.#controller = controller
    if (!this.#events && !this.#abort.signal.aborted) {
      this.#events = this.#open()
      this.#write(retryPreamble)
      return
    }
    try {
      const next = await this.#events?.next()
      if (next && !next.done && !this.#abort.signal.aborted) return this.#write(encode(next.value))
    } catch (error) {
      this.#options.onError(error)
    }
    // A client that sees the end comes back by itself, and goes on from where it was.
    this.#end()
    if (!this.#isClosed) controller.close()
  }

  cancel(): void {
    this.#isClosed = true
    this.#end()
  }

  #open(): AsyncGenerator<ChatEvent, void> {
    const { squad, clock, after, streams } = this.#options
    this.#unregister = streams.add(this)
    return followChat({ context: { squad, clock }, input: { after, signal: this.#abort.signal } })
  }

  #write(bytes: Uint8Array): void {
    this.#wroteAt = this.#options.clock.now()
    this.#controller!.enqueue(bytes)
  }

  tick(now: number): void {
    const quietMs = now - this.#wroteAt
    const isUnread = (this.#controller?.desiredSize ?? 0) < 0
    if (isUnread && quietMs >= stallTimeoutMs) this.#cut()
    else if (!isUnread && quietMs >= keepAliveMs) this.#write(keepAliveComment)
  }

  #cut(): void {
    const { cut } = this.#options
    this.#isClosed = true
    this.#end()
    if (cut) cut()
    else this.#controller!.error(new Error("the reader took nothing for a minute"))
  }

  readonly #end = () => {
    this.#unregister()
    this.#options.signal.removeEventListener("abort", this.#end)
    this.#options.onEnd?.()
    this.#abort.abort()
  }
}

/** The id comes last: some clients take it in before the message is whole, and would skip one that was cut off. */
function encode(event: ChatEvent): Uint8Array {
  const data = event.type === "message" ? event.message : event.prompt
  return encoder.encode(`event: ${event.type}\ndata: ${JSON.stringify(data)}\nid: ${event.seq}\n\n`)
}
