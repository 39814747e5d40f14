import { connect } from "node:net"
import { fetchEventSource } from "@microsoft/fetch-event-source"
import { EventSource } from "eventsource"
import { createEventSource } from "eventsource-client"
import { afterEach, describe, expect, test } from "vitest"
import { localOrganisationId } from "../../src/ports/key-store.ts"
import { type Listening, listen, type Rig, rig, steppedModel, until } from "./server-rig.ts"

const discussions = "/api/v1/discussions"
const words = Array.from({ length: 15 }, (_, index) => `word${index} `)

interface Received {
  readonly id: string
  readonly event: string
  readonly data: string
}

interface Client {
  readonly received: Received[]
  /** Settles when the client stops by itself at the end of the stream. */
  readonly ended: Promise<void>
}

const names = ["created", "started", "completed", "aborted", "error", "paused", "resumed"].map(
  (name) => `discussion-${name}`,
)
const turnNames = ["started", "chunk", "completed", "passed", "retried", "skipped"].map((name) => `turn-${name}`)
const closingNames = ["started", "call-started", "call-retried", "call-failed"].map((name) => `closing-${name}`)
const otherNames = ["round-started", "round-completed", "interjection", "record-written"]
const allNames = [...names, ...turnNames, ...closingNames, ...otherNames]

const clients: Readonly<Record<string, (url: string) => Client>> = {
  eventsource(url) {
    const received: Received[] = []
    const source = new EventSource(url)
    for (const name of allNames) {
      source.addEventListener(name, ({ lastEventId: id, data }: MessageEvent) =>
        received.push({ id, event: name, data }),
      )
    }
    const ended = new Promise<void>((resolve) => {
      source.addEventListener("error", () => {
        if (source.readyState === source.CLOSED) resolve()
      })
    })
    return { received, ended }
  },
  "eventsource-client"(url) {
    const received: Received[] = []
    const source = createEventSource({
      url,
      onMessage: ({ id = "", event = "", data }) => void received.push({ id, event, data }),
    })
    return { received, ended: until(() => source.readyState === "closed") }
  },
  "fetch-event-source"(url) {
    // The client was written for browsers: it needs the timers of `window` and a visible document.
    const shim = { window: globalThis, document: { removeEventListener() {} } }
    Object.assign(globalThis, shim)
    const received: Received[] = []
    const ended = fetchEventSource(url, {
      openWhenHidden: true,
      onmessage: ({ id, event, data }) => {
        if (event !== "") received.push({ id, event, data })
      },
    }).finally(() => {
      for (const name of Object.keys(shim)) Reflect.deleteProperty(globalThis, name)
    })
    return { received, ended }
  },
}

let own: Rig & { readonly model: ReturnType<typeof steppedModel> }
let listening: Listening

async function open(rounds = 3): Promise<string> {
  const model = steppedModel("test/slow", words)
  own = { ...rig({}, [model]), model }
  listening = await listen(own)
  const seats = [
    { name: "Ann", model: "test/slow" },
    { name: "Bob", model: "test/slow" },
  ]
  const asked = { format: "panel", topic: "Slowly", seats, options: { rounds, turnsPerRun: 0, stop: [] } }
  return (await own.call("POST", discussions, asked)).body.discussion.id
}

afterEach(async () => {
  ;(own.services as Rig["services"] & { close(): void }).close()
  await listening.close()
  expect(own.faults).toEqual([])
})

async function isRunning(id: string): Promise<boolean> {
  return (await own.call("GET", `${discussions}/${id}`)).body.discussion.status === "running"
}

describe("streams to third-party clients", () => {
  test("deliver a whole discussion over 20 cut connections, every id once [events.resume] [events.wire]", async () => {
    const id = await open()
    const watching = Object.values(clients).map((watch) => watch(`${listening.url}${discussions}/${id}/events`))
    for (let cut = 0; cut < 20; cut++) {
      const before = watching.map(({ received }) => received.length)
      await until(() => own.model.step())
      await until(() => watching.every(({ received }, index) => received.length > before[index]!))
      for (const socket of listening.sockets) socket.destroy()
      await until(() => own.model.step())
      await until(() => own.model.step())
    }
    while (await isRunning(id)) {
      own.model.step()
      await new Promise((resolve) => setImmediate(resolve))
    }
    await Promise.all(watching.map(({ ended }) => ended))
    const { body } = await own.call("GET", `${discussions}/${id}`)
    for (const { received } of watching) {
      const ids = received.map((message) => message.id)
      expect(new Set(ids).size).toBe(ids.length)
      const numbered = received
        .filter(({ event }) => event !== "turn-chunk")
        .map((message) => Number.parseInt(message.id, 10))
      expect(numbered).toEqual(Array.from({ length: body.discussion.seq }, (_, index) => index + 1))
      const spoken = new Map<string, string>()
      for (const { event, data } of received) {
        if (event !== "turn-chunk") continue
        const { turnId, offset, chunk } = JSON.parse(data)
        expect(offset).toBe((spoken.get(turnId) ?? "").length)
        spoken.set(turnId, (spoken.get(turnId) ?? "") + chunk)
      }
      expect(spoken.size).toBeGreaterThan(2)
      for (const turn of body.discussion.turns) {
        const heard = spoken.get(turn.id)
        if (heard !== undefined) expect(heard.trim()).toBe(turn.content.trim())
      }
    }
  })
})

describe("streams over real sockets", () => {
  const status = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(listening.url + path, { headers })
    await response.body?.cancel()
    return response.status
  }

  test("invalid and future event ids are refused, and a client that has seen the end gets 204 [events.resume]", async () => {
    const id = await open()
    const events = `${discussions}/${id}/events`
    for (const odd of ["x", "-1", "1:t1", "99999", "1.5"]) {
      expect([odd, await status(events, { "last-event-id": odd })]).toEqual([odd, 400])
      expect([odd, await status(`${events}?after=${odd}`)]).toEqual([odd, 400])
    }
    expect(await status(events, { "last-event-id": "" })).toBe(200)
    const { body } = await own.call("POST", `${discussions}/${id}/abort`)
    const { seq } = body.discussion
    expect(await status(events, { "last-event-id": String(seq) })).toBe(204)
    expect(await status(events, { "last-event-id": String(seq - 1) })).toBe(200)
    expect(await status(`${events}?after=1`, { "last-event-id": String(seq) })).toBe(204)
  })

  test("five hundred watchers of one discussion cost one read per event [events.slow-reader]", async () => {
    const id = await open()
    const bundle = own.services.forOrganisation(localOrganisationId)
    const { store } = bundle.engine
    let reads = 0
    const counting: typeof store = {
      append: (...args) => store.append(...args),
      watch: (...args) => store.watch(...args),
      read(...args) {
        reads++
        return store.read(...args)
      },
    }
    const counted = { ...bundle, engine: { ...bundle.engine, store: counting } }
    const { server } = rig({ services: { ...own.services, forOrganisation: () => counted } })
    const request = () => new Request(`http://localhost${discussions}/${id}/events`)
    const responses = await Promise.all(Array.from({ length: 500 }, () => server.fetch(request())))
    const received = responses.map(() => "")
    const reading = responses.map(async (response, index) => {
      for await (const text of response.body!.pipeThrough(new TextDecoderStream())) received[index] += text
    })
    await until(() => received.every((text) => text.includes("turn-started")))
    // The access check, each start position, and the events themselves.
    expect(reads).toBeLessThanOrEqual(3)
    const before = reads
    await own.call("POST", `${discussions}/${id}/interjections`, { author: "Kim", content: "Hello" })
    await until(() => received.every((text) => text.includes("event: interjection")))
    expect(reads).toBe(before + 1)
    await own.call("POST", `${discussions}/${id}/abort`)
    await Promise.all(reading)
    expect(reads).toBe(before + 2)
  })

  test("a stalled reader is held to less than 1 MB and slows no other [events.slow-reader]", async () => {
    const id = await open()
    const stalled = connect(listening.port, "127.0.0.1")
    stalled.pause()
    stalled.write(`GET ${discussions}/${id}/events HTTP/1.1\r\nHost: localhost\r\n\r\n`)
    await until(() => listening.sockets.size === 1)
    const { engine } = own.services.forOrganisation(localOrganisationId)
    const speaking = engine.live.begin(id, { seat: "ann", turnId: "t99", attempt: 1 })
    let longest = 0
    for (let piece = 0; piece < 2_000; piece++) {
      speaking.push("x".repeat(20_000))
      await new Promise((resolve) => setImmediate(resolve))
      for (const socket of listening.sockets) longest = Math.max(longest, socket.writableLength)
    }
    expect(longest).toBeGreaterThan(0)
    expect(longest).toBeLessThan(1_000_000)
    speaking.end()
    stalled.destroy()
    await until(async () => (await own.call("GET", "/metrics")).body.includes("conclave_open_streams 0"))
  })

  test("a closed connection is released, and a duet whose client disconnects is aborted [http.duet]", async () => {
    await open()
    const model = { providerId: "test", modelId: "slow" }
    const disconnect = new AbortController()
    const response = await fetch(`${listening.url}/api/discussion`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ prompt: "Tabs?", modelA: model, modelB: model }),
      signal: disconnect.signal,
    })
    const location = response.headers.get("location")!
    await response.body!.getReader().read()
    expect((await own.call("GET", "/metrics")).body).toContain("conclave_open_streams 1")
    disconnect.abort()
    await until(async () => (await own.call("GET", location)).body.discussion.status === "aborted")
    expect((await own.call("GET", "/metrics")).body).toContain("conclave_open_streams 0")
  })
})
