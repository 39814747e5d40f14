import { readFile } from "node:fs/promises"
import type { Socket } from "node:net"
import ipaddr from "ipaddr.js"

const pollIntervalMs = 5_000
/** A peer that acknowledges nothing for this long is gone; the kernel itself would retry for 15 minutes. */
const maxSilentMs = 30_000
const tables = ["/proc/net/tcp", "/proc/net/tcp6"]

/**
 * Closes connections whose peer has vanished. Keep-alive probes find idle ones; with unacknowledged data the kernel
 * retransmits instead of probing, which only its TCP tables show. They exist on Linux only.
 */
export class DeadConnections {
  readonly #sockets = new Map<Socket, number | undefined>()
  #timer: NodeJS.Timeout | undefined

  add(socket: Socket): void {
    socket.setKeepAlive(true, 10_000)
    this.#sockets.set(socket, undefined)
    this.#timer ??= setInterval(() => void this.#poll().catch(() => this.stop()), pollIntervalMs).unref()
    socket.once("close", () => {
      this.#sockets.delete(socket)
      if (this.#sockets.size === 0) this.stop()
    })
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  async #poll(): Promise<void> {
    const unacknowledged = new Set<string>()
    for (const table of tables)
      for (const peer of retransmitted(await readFile(table, "latin1"))) unacknowledged.add(peer)
    const now = performance.now()
    for (const [socket, since] of this.#sockets) {
      const isSilent = unacknowledged.has(peerOf(socket))
      this.#sockets.set(socket, isSilent ? (since ?? now) : undefined)
      if (isSilent && since !== undefined && now - since >= maxSilentMs) socket.destroy()
    }
  }
}

/** Both ends of every connection with retransmitted data. */
function retransmitted(table: string): readonly string[] {
  return table.split("\n").flatMap((line) => {
    const [, local, remote, , , , retransmits] = line.trim().split(/\s+/)
    return local && remote && Number.parseInt(retransmits ?? "", 16) > 0 ? [`${local} ${remote}`] : []
  })
}

function peerOf({ localAddress, localPort, remoteAddress, remotePort }: Socket): string {
  return `${tableAddress(localAddress, localPort)} ${tableAddress(remoteAddress, remotePort)}`
}

/** The kernel's notation: hexadecimal, each group of four bytes reversed. */
function tableAddress(address: string | undefined, port = 0): string {
  if (address === undefined || !ipaddr.isValid(address)) return ""
  const bytes = Buffer.from(ipaddr.parse(address).toByteArray()).swap32()
  return `${bytes.toString("hex")}:${port.toString(16).padStart(4, "0")}`.toUpperCase()
}
