import { connect, type Socket } from "node:net"

/** Watchers in a separate process: open sockets, count markers and report when all have arrived. Driven by bench/server.ts. */

export type ClientCommand =
  | { readonly kind: "open"; readonly port: number; readonly path: string; readonly watchers: number }
  | { readonly kind: "await"; readonly marks: number }
  | { readonly kind: "close" }

/** Occurs exactly once in every counted event. */
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

process.on("message", async (command: ClientCommand) => {
  switch (command.kind) {
    case "open": {
      marks = 0
      for (let done = 0; done < command.watchers; done += 250) {
        const some = Math.min(250, command.watchers - done)
        await Promise.all(Array.from({ length: some }, () => open(command.port, command.path)))
      }
      process.send?.("open")
      return
    }
    case "await":
      awaited = command.marks
      return count(Buffer.alloc(0))
    case "close":
      for (const socket of sockets.splice(0)) socket.destroy()
      process.send?.("closed")
  }
})
