import { once } from "node:events"
import { mkdtemp, rm } from "node:fs/promises"
import { type AddressInfo, connect, createServer, type Socket } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, inject, onTestFinished, test } from "vitest"
import { firstLine, startConclave } from "../support/conclave-process.ts"
import { freshDatabase } from "../support/postgres.ts"

/** A proxy to a server that can drop all traffic silently: nothing comes through, and no connection is refused. */
async function openTunnel(target: URL): Promise<{ readonly url: string; block(): void; unblock(): void }> {
  const sockets = new Set<Socket>()
  let blocked = false
  const tunnel = createServer((near) => {
    const far = connect(Number(target.port), target.hostname)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on("error", () => to.destroy())
      from.on("close", () => sockets.delete(from))
      from.pipe(to)
      if (blocked) from.pause()
    }
  })
  tunnel.listen(0, "127.0.0.1")
  await once(tunnel, "listening")
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    tunnel.close()
  })
  const url = new URL(target.href)
  url.hostname = "127.0.0.1"
  url.port = String((tunnel.address() as AddressInfo).port)
  const each = (isBlocked: boolean, work: (socket: Socket) => void) => {
    blocked = isBlocked
    for (const socket of sockets) work(socket)
  }
  return {
    url: url.href,
    block: () => each(true, (socket) => socket.pause()),
    unblock: () => each(false, (socket) => socket.resume()),
  }
}

async function startServer(databaseUrl: string) {
  const cwd = await mkdtemp(join(tmpdir(), "conclave-hole-"))
  const server = startConclave(["serve", "--port", "0", "--json"], { cwd, env: { DATABASE_URL: databaseUrl } })
  onTestFinished(async () => {
    server.kill("SIGKILL")
    await rm(cwd, { recursive: true, force: true })
  })
  const { url } = JSON.parse(await firstLine(server)) as { url: string }
  const call = async (path: string, body?: object) => {
    const headers = { "content-type": "application/json" }
    const init = body && { method: "POST", headers, body: JSON.stringify(body) }
    const response = await fetch(url + path, init)
    // biome-ignore lint/suspicious/noExplicitAny: the test checks the server's responses
    return { status: response.status, body: (await response.json()) as any }
  }
  return { server, call }
}

test("a database that does not answer makes the server unready, and discussions continue when it does [data.full-disk]", async () => {
  const tunnel = await openTunnel(new URL(await freshDatabase(inject("postgresUrl"))))
  const { server, call } = await startServer(tunnel.url)
  const body = { format: "panel", topic: "x", options: { rounds: 1 } }
  const { id } = (await call("/api/v1/discussions", body)).body.discussion
  tunnel.block()
  expect(await call("/health/ready")).toMatchObject({ status: 503, body: { checks: { database: "failed" } } })
  tunnel.unblock()
  const status = async () => (await call(`/api/v1/discussions/${id}`)).body.discussion.status
  await expect.poll(status, { timeout: 60_000, interval: 500 }).toBe("completed")
  expect((await call("/health/ready")).status).toBe(200)
  server.kill("SIGTERM")
  expect(await once(server, "exit")).toEqual([0, null])
}, 120_000)

test("SIGTERM ends the server, even if the database never answers again [data.full-disk]", async () => {
  const tunnel = await openTunnel(new URL(await freshDatabase(inject("postgresUrl"))))
  const { server, call } = await startServer(tunnel.url)
  await call("/api/v1/discussions", { format: "panel", topic: "x" })
  tunnel.block()
  server.kill("SIGTERM")
  const [code, signal] = await once(server, "exit")
  expect([code, signal]).toEqual([0, null])
}, 60_000)
