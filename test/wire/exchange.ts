import type { IncomingHttpHeaders, ServerResponse } from "node:http"
import type { Asked, WireName } from "./wires/wire.ts"

/** How a request ended: fully answered, or closed early by one side. */
type Ending = "answered" | "client" | "server"

/** One received request. Everything but the two promises can be serialised as JSON. */
export interface WireRequest {
  readonly method: string
  readonly path: string
  readonly wire: WireName | undefined
  readonly model: string
  readonly headers: IncomingHttpHeaders
  readonly body: Asked
  /** Set once the exchange is over. */
  readonly ending?: Ending
  /** Chunks written so far. */
  readonly sent: number
  readonly closed: Promise<Ending>
}

/** A request in progress; the server reports sent chunks and cuts. */
export interface Exchange {
  readonly request: WireRequest
  countChunk(): void
  cut(): void
}

export function exchange(seen: Omit<WireRequest, "sent" | "closed" | "ending">, response: ServerResponse): Exchange {
  let byUs = false
  const { promise: closed, resolve } = Promise.withResolvers<Ending>()
  const request: WireRequest & { sent: number; ending?: Ending } = { ...seen, sent: 0, closed }
  response.once("close", () => {
    request.ending = response.writableFinished ? "answered" : byUs ? "server" : "client"
    resolve(request.ending)
  })
  return {
    request,
    countChunk() {
      request.sent++
    },
    cut() {
      byUs = true
      response.socket?.destroy()
    },
  }
}

/** The API key of a request, from whichever header its provider uses. */
export function keyOf(headers: IncomingHttpHeaders): string {
  const bearer = headers.authorization?.replace(/^Bearer /i, "")
  return bearer ?? String(headers["x-api-key"] ?? headers["x-goog-api-key"] ?? headers["api-key"] ?? "")
}
