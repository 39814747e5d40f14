import type { IncomingHttpHeaders, ServerResponse } from "node:http"
import type { Asked, WireName } from "./wires/wire.ts"

/** How a request ended: answered in full, or its socket closed by one side before that. */
type Ending = "answered" | "client" | "server"

/** One request as it came in. Everything but the two promises can be sent as JSON. */
export interface WireRequest {
  readonly method: string
  readonly path: string
  readonly wire: WireName | undefined
  readonly model: string
  readonly headers: IncomingHttpHeaders
  readonly body: Asked
  /** Set once it is over. */
  readonly ending?: Ending
  /** Chunks written so far. */
  readonly sent: number
  readonly closed: Promise<Ending>
}

/** What the server itself changes about a request. */
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

/** The key a request carries, in whichever header its provider expects it. */
export function keyOf(headers: IncomingHttpHeaders): string {
  const bearer = headers.authorization?.replace(/^Bearer /i, "")
  return bearer ?? String(headers["x-api-key"] ?? headers["x-goog-api-key"] ?? headers["api-key"] ?? "")
}
