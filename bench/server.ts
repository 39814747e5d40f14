import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { serve } from "@hono/node-server"
import { Hono } from "hono"
import type { DiscussionEvent } from "../src/core/discussion/event.ts"
import { LiveTurns } from "../src/engine/live/live-turns.ts"
import { embeddedServices } from "../src/main/embedded-services.ts"
import { localOrganisationId } from "../src/ports/key-store.ts"
import { createServer } from "../src/server/index.ts"
import { MemoryDiscussionStore } from "../src/stores/memory/memory-discussion-store.ts"
import { cpuSince, liveHeap, median, round } from "./measure.ts"
import { type ClientCommand, eventMarker } from "./server-clients.ts"

const discussionId = "bench"
const words = "Begin with the smallest step that teaches us something, and say what would change your mind. ".repeat(3)

/** Streams emitted events to its watchers. */
interface Source {
  readonly name: string
  readonly path: string
  readonly port: number
  emit(): Promise<void> | void
  close(): void
}

async function listen(fetch: (request: Request) => Response | Promise<Response>) {
  const server = serve({ fetch, port: 0, hostname: "127.0.0.1" })
  await once(server, "listening")
  return { port: (server.address() as AddressInfo).port, close: () => void server.close() }
}

/** The minimum: enqueues every event on every watcher's stream, whether it reads or not. */
async function startBaseline(): Promise<Source> {
  const watchers = new Set<ReadableStreamDefaultController<Uint8Array>>()
  const encoder = new TextEncoder()
  const app = new Hono()
  app.get("/events", () => {
    let own: ReadableStreamDefaultController<Uint8Array>
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        own = controller
        watchers.add(controller)
        controller.enqueue(encoder.encode(": hello\n\n"))
      },
      cancel: () => void watchers.delete(own),
    })
    return new Response(body, { headers: { "content-type": "text/event-stream" } })
  })
  let seq = 0
  const emit = () => {
    const data = { discussionId, timestamp: new Date().toISOString(), reason: eventMarker + words }
    const bytes = encoder.encode(`id: ${++seq}\nevent: discussion-paused\ndata: ${JSON.stringify(data)}\n\n`)
    for (const watcher of watchers) watcher.enqueue(bytes)
  }
  return { name: "bare ReadableStream", path: "/events", emit, ...(await listen((request) => app.fetch(request))) }
}

async function startConclave(): Promise<Source> {
  const services = embeddedServices({ env: {} })
  const store = new MemoryDiscussionStore()
  const organisation = services.forOrganisation(localOrganisationId)
  const bundle = { ...organisation, engine: { ...organisation.engine, store, live: new LiveTurns() } }
  const server = createServer({ services: { ...services, forOrganisation: () => bundle } })
  let seq = 0
  const write = (reason: string) => {
    const event = {
      type: "discussion_paused",
      data: { reason },
      seq: ++seq,
      at: Date.now(),
    } as unknown as DiscussionEvent
    return store.append(discussionId, [event])
  }
  await write("first event")
  const path = `/api/v1/discussions/${discussionId}/events?after=1`
  return {
    name: "conclave",
    path,
    emit: () => write(eventMarker + words),
    ...(await listen((request) => server.fetch(request))),
  }
}

async function sendCommand(clients: ChildProcess, command: ClientCommand): Promise<void> {
  const answer = once(clients, "message")
  clients.send(command)
  const [reply] = await answer
  if (!["open", "all", "closed"].includes(reply)) throw new Error(reply)
}

interface Measured {
  readonly perSecond: number
  readonly cpuUs: number
  readonly heapKb: number
}

async function measureDelivery(source: Source, watchers: number, events: number, together: number): Promise<Measured> {
  const clients = fork(join(import.meta.dirname, "server-clients.ts"))
  const before = liveHeap()
  await sendCommand(clients, { kind: "open", port: source.port, path: source.path, watchers })
  const heapKb = (liveHeap() - before) / watchers / 1_024
  const cpu = process.cpuUsage()
  const begin = performance.now()
  for (let done = 0; done < events; done += together) {
    const all = sendCommand(clients, { kind: "await", marks: (done + together) * watchers })
    for (let one = 0; one < together; one++) await source.emit()
    await all
  }
  const seconds = (performance.now() - begin) / 1_000
  const cpuUs = (cpuSince(cpu) * 1_000) / (events * watchers)
  await sendCommand(clients, { kind: "close" })
  clients.kill()
  await new Promise((resolve) => setTimeout(resolve, 200))
  return { perSecond: (events * watchers) / seconds, cpuUs, heapKb }
}

async function compare(watchers: number, together: number): Promise<void> {
  const events = Math.round(100_000 / watchers / together) * together
  const results = new Map<string, Measured[]>()
  for (let time = 0; time < 3; time++) {
    for (const open of [startBaseline, startConclave]) {
      const source = await open()
      const measured = await measureDelivery(source, watchers, events, together)
      source.close()
      results.set(source.name, [...(results.get(source.name) ?? []), measured])
    }
  }
  const middle = (name: string, pick: (measured: Measured) => number) => median(results.get(name)!.map(pick))
  const [least] = results.keys()
  console.log(
    `${watchers} watchers, ${together} event${together === 1 ? "" : "s"} at once, median of 3 (goal: 0.8 of bare)`,
  )
  console.table(
    [...results.keys()].map((name) => ({
      stream: name,
      "events/s": Math.round(middle(name, ({ perSecond }) => perSecond)),
      "of bare": round(middle(name, ({ perSecond }) => perSecond) / middle(least!, ({ perSecond }) => perSecond), 2),
      "CPU µs per event": round(
        middle(name, ({ cpuUs }) => cpuUs),
        2,
      ),
      "of bare, by CPU": round(middle(least!, ({ cpuUs }) => cpuUs) / middle(name, ({ cpuUs }) => cpuUs), 2),
      "heap KB per watcher": round(
        middle(name, ({ heapKb }) => heapKb),
        1,
      ),
    })),
  )
}

export async function main(): Promise<void> {
  for (const watchers of [1_000, 5_000]) for (const together of [1, 10]) await compare(watchers, together)
}
