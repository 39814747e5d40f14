import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { ApiError, readError } from "./api-error.ts"
import { EventDeduplicator, type FollowStreamOptions, followStream, retryDelayMs } from "./follow-stream.ts"

type Answer = (request: IncomingMessage, response: ServerResponse) => void

let url: string
let answers: Answer[]
let asked: (string | undefined)[]
let close: () => Promise<void>

beforeEach(async () => {
  answers = []
  asked = []
  const server = createServer((request, response) => {
    asked.push(request.headers["last-event-id"] as string | undefined)
    const answer = answers.shift()
    if (answer) answer(request, response)
    else response.writeHead(204).end()
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`
  close = () => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(() => resolve()))
  }
})

afterEach(() => close())

const says = (...ids: string[]) => ids.map((id) => `event: e\ndata: "${id}"\nid: ${id}\n\n`).join("")

async function open(lastId: string | undefined, signal: AbortSignal): Promise<Response> {
  const response = await fetch(url, { signal, headers: lastId === undefined ? {} : { "last-event-id": lastId } })
  if (!response.ok) throw await readError(response)
  return response
}

async function follow(options: Partial<FollowStreamOptions> = {}, onEvent = () => {}) {
  const ids: string[] = []
  const states: string[] = []
  const given = { open, onState: (state: string) => void states.push(state), wait: async () => {}, ...options }
  try {
    for await (const messages of followStream(given)) {
      ids.push(...messages.map(({ data }) => JSON.parse(data)))
      onEvent()
    }
  } catch (error) {
    states.push(error instanceof ApiError ? error.apiCode : String(error))
  }
  return { ids, states }
}

describe("following events", () => {
  test("resumes after the last event, even within a turn, until the stream has ended", async () => {
    answers.push(
      (_, response) => void response.writeHead(200).end(says("1", "2", "2:t1:1:4")),
      (_, response) => void response.writeHead(200).end(says("2:t1:1:4", "2:t1:1:9", "3")),
    )
    const { ids, states } = await follow()
    expect(ids).toEqual(["1", "2", "2:t1:1:4", "2:t1:1:9", "3"])
    expect(asked).toEqual([undefined, "2:t1:1:4", "3"])
    expect(states).toEqual(["connecting", "live", "reconnecting", "live", "reconnecting", "ended"])
  })

  test("retries after a broken connection and a server that is not ready", async () => {
    answers.push(
      (_, response) => {
        response.writeHead(200).write(says("1"))
        setImmediate(() => response.destroy())
      },
      (_, response) => void response.writeHead(503).end(),
      (_, response) => void response.writeHead(429).end(),
      (_, response) => void response.writeHead(200).end(says("2")),
    )
    const { ids } = await follow()
    expect(ids).toEqual(["1", "2"])
    expect(asked).toEqual([undefined, "1", "1", "1", "2"])
  })

  test("does not retry a request that the server rejects", async () => {
    const body = JSON.stringify({ error: { code: "NOT_FOUND", message: "there is no such discussion" } })
    answers.push((_, response) => void response.writeHead(404).end(body))
    expect(await follow()).toEqual({ ids: [], states: ["connecting", "refused", "NOT_FOUND"] })
  })

  test("throws the last error after the maximum number of retries", async () => {
    for (let times = 0; times < 3; times++) answers.push((_, response) => void response.writeHead(503).end())
    const { states } = await follow({ retries: 2 })
    expect(states).toEqual(["connecting", "reconnecting", "reconnecting", "UNKNOWN"])
  })

  test("delivers nothing after an abort and closes the connection", async () => {
    const leaving = new AbortController()
    const closed = new Promise<void>((resolve) => {
      answers.push((request, response) => {
        request.on("close", resolve)
        response.writeHead(200).write(says("1"))
      })
    })
    const { ids, states } = await follow({ signal: leaving.signal }, () => leaving.abort())
    await closed
    expect({ ids, states }).toEqual({ ids: ["1"], states: ["connecting", "live"] })
  })

  test("waits longer each time, up to ten seconds plus jitter", () => {
    expect([0, 1, 2, 3, 4, 5, 20].map((failures) => retryDelayMs(failures, () => 0.5))).toEqual([
      500, 1000, 2000, 4000, 8000, 10_000, 10_000,
    ])
    expect([retryDelayMs(0, () => 0), retryDelayMs(9, () => 1)]).toEqual([375, 12_500])
  })
})

const newIds = (seen: EventDeduplicator, ...given: string[]) => given.filter((id) => seen.isNew(id))

test("delivers each event once, also within turns", () => {
  const seen = new EventDeduplicator()
  expect(newIds(seen, "1", "2", "2", "1", "2:t1:1:5", "2:t1:1:5", "2:t1:1:9")).toEqual([
    "1",
    "2",
    "2:t1:1:5",
    "2:t1:1:9",
  ])
  expect(seen.lastId).toBe("2:t1:1:9")
  expect(newIds(seen, "2", "2:t1:1:9", "3", "2:t1:1:12", "3:t2:1:4")).toEqual(["3", "3:t2:1:4"])
})

test("skips events that are already known", () => {
  expect(newIds(new EventDeduplicator("4"), "3", "4", "5")).toEqual(["5"])
  expect(newIds(new EventDeduplicator("4:t1:1:8"), "4", "4:t1:1:12", "5")).toEqual(["4:t1:1:12", "5"])
})
