import { createServer, type IncomingHttpHeaders } from "node:http"
import type { AddressInfo } from "node:net"

export interface Received {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface Receiver {
  readonly url: string
  readonly received: readonly Received[]
  /** Sets the next responses; a function can depend on the request. */
  answer(status: number | ((request: Received) => number)): void
  /** Resolves after this number of requests. */
  got(count: number): Promise<readonly Received[]>
  close(): Promise<void>
}

/** A webhook receiver on a real port. */
export async function openReceiver(): Promise<Receiver> {
  const received: Received[] = []
  const waiting: { readonly count: number; readonly resolve: () => void }[] = []
  let answer: (request: Received) => number = () => 204
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    const one = { headers: request.headers, body: Buffer.concat(pieces).toString() }
    received.push(one)
    const status = answer(one)
    const location = status >= 300 && status < 400 ? { location: "/elsewhere" } : {}
    response.writeHead(status, location).end()
    for (const { count, resolve } of waiting) if (received.length >= count) resolve()
  })
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    answer(next) {
      answer = typeof next === "number" ? () => next : next
    },
    async got(count) {
      if (received.length < count) await new Promise<void>((resolve) => waiting.push({ count, resolve }))
      return received
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
