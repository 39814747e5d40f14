import { expect, test } from "vitest"
import type { PublicEvent } from "../core/public/types.ts"
import type { Terminal } from "./terminal.ts"
import { watchDiscussion } from "./watch-discussion.ts"

const id = "0b6f3c1e-0000-4000-8000-000000000000"

/** Watches a discussion; the signal arrives while it is being created. */
async function signalledWhileStarting(signal: "interrupt" | "terminate") {
  const listeners = { interrupt: new Set<() => void>(), terminate: new Set<() => void>() }
  const listen = (kind: keyof typeof listeners) => (listener: () => void) => {
    listeners[kind].add(listener)
    return () => listeners[kind].delete(listener)
  }
  const notes: string[] = []
  const asked: string[] = []
  const terminal = {
    ...{ write: () => {}, note: (text: string) => notes.push(text), width: () => 80 },
    ...{ colour: false, live: false, plain: true, interactive: false },
    ...{ onInterrupt: listen("interrupt"), onTerminate: listen("terminate"), onTyped: () => () => {} },
  } as unknown as Terminal
  const client = {
    pause: async () => void asked.push("pause"),
    abort: async () => void asked.push("abort"),
    follow: async function* () {},
    discussion: async () => ({ id }),
  } as unknown as Parameters<typeof watchDiscussion>[0]["client"]
  const starting = new Promise<string>((started) => {
    setImmediate(() => {
      for (const listener of listeners[signal]) listener()
      started(id)
    })
  })
  await watchDiscussion({ client, terminal, id: starting, outputMode: "nothing", now: () => 0 })
  expect(listeners.interrupt.size + listeners.terminate.size).toBe(0)
  return { asked, notes: notes.join("") }
}

test("SIGTERM while a discussion is being created pauses it and prints how to continue", async () => {
  const { asked, notes } = await signalledWhileStarting("terminate")
  expect(asked).toEqual(["pause"])
  expect(notes).toContain("paused; continue with: conclave resume 0b6f3c1e")
})

test("Ctrl-C while a discussion is being created stops it", async () => {
  const { asked, notes } = await signalledWhileStarting("interrupt")
  expect(asked).toEqual(["abort"])
  expect(notes).toContain("aborting; what was said is kept")
})

test("progress lines are in the discussion's language, and mention a synthesis only if one is written", async () => {
  const at = "2026-01-01T00:00:00.000Z"
  const events = [
    { type: "discussion_created", data: { language: "es", seats: [], topic: "", format: "duet" } },
    { type: "round_completed", data: { round: { number: 1, contributions: 2, passes: 0, skips: 0 } } },
    { type: "closing_started", data: { stoppingReason: "max_rounds" } },
    { type: "turn_started", data: { turn: "t3", role: "queen", roundNumber: 1, attempt: 1, purpose: "synthesis" } },
  ].map((event, index) => ({ seq: index + 1, at, ...event })) as unknown as readonly PublicEvent[]
  const linesAfter = async (count: number) => {
    const notes: string[] = []
    const terminal = {
      ...{ note: (text: string) => notes.push(text), onInterrupt: () => () => {}, onTerminate: () => () => {} },
    } as unknown as Terminal
    const client = {
      follow: async function* () {
        yield* events.slice(0, count)
      },
      discussion: async () => ({ id, status: "running", waitingFor: [], seats: [], language: "es" }),
    } as unknown as Parameters<typeof watchDiscussion>[0]["client"]
    await watchDiscussion({ client, terminal, id, outputMode: "progress", now: () => 0 })
    return notes.join("")
  }
  expect(await linesAfter(3)).toBe("Ronda 1: 2 contribuciones\n")
  expect(await linesAfter(4)).toBe("Ronda 1: 2 contribuciones\nSíntesis\n")
})
