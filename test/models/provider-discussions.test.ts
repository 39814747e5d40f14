import {
  conclave,
  type DiscussionInput,
  type PublicEvent,
  type PublicEventOf,
  type PublicEventType,
  type Run,
} from "conclave"
import { ManualClock } from "conclave/testing"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { OwnProvider } from "../../src/models/providers/index.ts"
import { type FaultName, faults } from "../wire/faults.ts"
import { startWireServer, type WireServer } from "../wire/server.ts"
import { all, canary, modelOf, wired } from "./wired.ts"

let server: WireServer

beforeAll(async () => {
  server = await startWireServer()
})

afterAll(() => server.close())

const words = "Let us begin with the smallest step that teaches us something: 好的."

interface Asking {
  readonly options?: DiscussionInput["options"]
  readonly clock?: ManualClock
}

/** One seat with one turn, by the provider's model. */
function oneTurn(provider: OwnProvider, { options, clock }: Asking = {}): Run {
  const table = conclave({ models: [wired(server, provider)], ...(clock && { clock }) })
  return table.discuss({
    format: "panel",
    topic: "What first?",
    seats: [{ name: "Ada", model: modelOf[provider] }],
    options: { stop: ["[", "\n\n", "Speaker:"], rounds: 1, retryDelayMs: 0, ...options },
  })
}

async function collectEvents(run: Run): Promise<PublicEvent[]> {
  const events: PublicEvent[] = []
  for await (const event of run) events.push(event)
  return events
}

function ofType<T extends PublicEventType>(events: readonly PublicEvent[], type: T): PublicEventOf<T>[] {
  return events.filter((event): event is PublicEventOf<T> => event.type === type)
}

/** The text of one attempt as watchers saw it. */
function seen(events: readonly PublicEvent[], attempt: number): string {
  const chunks = ofType(events, "turn_chunk").filter(({ data }) => data.attempt === attempt)
  return chunks.map(({ data }) => data.chunk).join("")
}

describe.each(all)("a discussion with %s", (provider) => {
  test.each<FaultName>([
    "cut-mid-stream",
    "ends-early",
    "no-finish",
    "malformed-chunk",
    "error-event",
    "server-error",
    "html-200",
    "error-200",
    "empty",
  ])("restarts a turn after %s without joining attempts [models.retry-restart] [models.cut-stream]", async (fault) => {
    server.script({ answer: words, fault }, { answer: words })
    const events = await collectEvents(oneTurn(provider))
    expect(ofType(events, "turn_retried").map(({ data }) => data.attempt)).toEqual([2])
    expect(ofType(events, "turn_completed").map(({ data }) => data.turn)).toMatchObject([
      { content: words, attempt: 2, finishReason: "stop" },
    ])
    expect(words.startsWith(seen(events, 1))).toBe(true)
    expect(seen(events, 2)).toBe(words)
  })

  test("is cut at a stop sequence that the provider ignored, and the rest is not paid for [models.streaming]", async () => {
    const gate = Promise.withResolvers<void>()
    const text = ["So I say. ", "[Lin] ", "And I ", "say ", "no."]
    const beforeChunk = (_: number, { data }: { readonly data: string }) =>
      data.includes("And I ") ? gate.promise : undefined
    server.script({ answer: { text }, beforeChunk })
    const arrival = server.nextRequest()
    const events = await collectEvents(oneTurn(provider))
    expect(ofType(events, "turn_completed")[0]?.data.turn).toMatchObject({
      content: "So I say.",
      finishReason: "stop_sequence",
    })
    expect(await (await arrival).closed).toBe("client")
    gate.resolve()
  })

  test("keeps reasoning out of the text and in the record", async () => {
    server.script({ answer: "<think>What would Lin say?</think>I say yes." })
    const run = oneTurn(provider)
    const events = await collectEvents(run)
    await run.outcome
    expect(run.state.turns[0]).toMatchObject({ content: "I say yes.", reasoning: "What would Lin say?" })
    expect(seen(events, 1)).not.toContain("Lin")
    expect(JSON.stringify(events)).not.toContain("Lin")
  })

  test("aborts a call whose first token is late, and closes its socket [models.first-token] [models.abort-socket]", async () => {
    for (const fault of ["hang-before-headers", "hang-after-headers"] as const) {
      const clock = new ManualClock()
      server.script({ answer: words, fault }, { answer: words })
      const arrival = server.nextRequest()
      const run = oneTurn(provider, { clock, options: { firstTokenTimeoutMs: 5_000, turnTimeoutMs: 600_000 } })
      const events = collectEvents(run)
      const request = await arrival
      await clock.advance(5_000)
      expect(await request.closed, fault).toBe("client")
      expect(ofType(await events, "turn_retried")[0]?.data, fault).toMatchObject({
        reason: "timeout",
        error: { code: "TURN_TIMEOUT" },
      })
      expect(ofType(await events, "turn_completed")[0]?.data.turn.content, fault).toBe(words)
    }
  })

  test("aborts a call that falls silent in mid-reply, and closes its socket [models.timeout] [models.abort-socket]", async () => {
    const clock = new ManualClock()
    server.script({
      answer: { text: ["Only this", " and never that"] },
      fault: "hang-mid-stream",
      at: firstWords(provider),
    })
    server.script({ answer: words })
    const arrival = server.nextRequest()
    const run = oneTurn(provider, { clock, options: { idleTimeoutMs: 5_000, turnTimeoutMs: 600_000 } })
    const spoken = new Promise<string>((resolve) => run.on("turn_chunk", ({ data }) => resolve(data.chunk)))
    const events = collectEvents(run)
    expect(await spoken).toBe("Only this")
    await clock.advance(5_000)
    expect(await (await arrival).closed).toBe("client")
    expect(ofType(await events, "turn_retried")[0]?.data).toMatchObject({ reason: "timeout" })
    expect(ofType(await events, "turn_completed")[0]?.data.turn.content).toBe(words)
  })

  test("has no key in any event or outcome, whatever goes wrong [models.keys]", async () => {
    const sudden = (Object.keys(faults) as FaultName[]).filter((name) => !/^hang|megabyte/.test(name))
    for (const fault of sudden) {
      server.script({ answer: words, fault })
      const run = oneTurn(provider, { options: { retries: 0 } })
      const record = JSON.stringify([await collectEvents(run), await run.outcome])
      expect.soft(record.includes(canary), fault).toBe(false)
    }
  })

  test("requests votes in the form that the model supports, and reads them", async () => {
    const model = wired(server, provider)
    const vote = { reasoning: "so", confidence: 80, proposedSolution: "tabs", hasConsensus: true }
    const block = "[CONSENSUS_CHECK]\nHAS_CONSENSUS: YES\n[CONFIDENCE]\n80\n[REASONING]\nso\n[PROPOSED_SOLUTION]\ntabs"
    const votes = { answer: model.structured ? JSON.stringify(vote) : block, times: 2 }
    server.script({ answer: words, times: 2 }, votes)
    const run = conclave({ models: [model] }).discuss({
      format: "duet",
      topic: "Tabs or spaces?",
      seats: [{ model: model.id }, { model: model.id }],
      options: { rounds: 1 },
    })
    const cast = ofType(await collectEvents(run), "consensus_vote").map(({ data }) => data.vote)
    const reading = model.structured ? "structured" : "markers"
    expect(cast).toMatchObject([
      { hasConsensus: true, confidence: 80, proposedSolution: "tabs", reading },
      { hasConsensus: true, reading },
    ])
    expect(await run.outcome).toMatchObject({ stoppingReason: "consensus_reached" })
  })
})

/** Number of chunks after which each provider has sent the first words. */
function firstWords(provider: OwnProvider): number {
  if (provider === "anthropic") return 4
  return provider === "google" || provider === "ollama" ? 1 : 2
}
