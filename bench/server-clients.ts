import { connect, type Socket } from "node:net"

/** Watchers in a process of their own: opens sockets, counts marks, says when all have come. Driven by bench/server.ts. */

export type ClientCommand =
  | { readonly kind: "open"; readonly port: number; readonly path: string; readonly watchers: number }
  | { readonly kind: "await"; readonly marks: number }
  | { readonly kind: "close" }

/** Stands once in every event that is counted, and nowhere else. */
export const eventMarker = "~"

const sockets: Socket[] = []
let marks = 0
let awaited = Number.POSITIVE_INFINITY

function count(data: Buffer): void {
  for (let at = data.indexOf(eventMarker); at >= 0; at = data.indexOf(eventMarker, at + 1)) marks++
  if (marks < awaited) return
  awaited = Number.POSITIVE_INFINITY
  process.send?.("all")
}

async function open(port: number, path: string): Promise<void> {
  const socket = connect(port, "127.0.0.1")
  sockets.push(socket)
  await new Promise<void>((resolve) => {
    socket.once("data", () => resolve())
    socket.on("data", count)
    socket.on("error", (error) => process.send?.(String(error)))
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n`)
  })
}

process.on("message", async (order: ClientCommand) => {
  switch (order.kind) {
    case "open": {
      marks = 0
      for (let done = 0; done < order.watchers; done += 250) {
        const some = Math.min(250, order.watchers - done)
        await Promise.all(Array.from({ length: some }, () => open(order.port, order.path)))
      }
      process.send?.("open")
      return
    }
    case "await":
      awaited = order.marks
      return count(Buffer.alloc(0))
    case "close":
      for (const socket of sockets.splice(0)) socket.destroy()
      process.send?.("closed")
  }
})
