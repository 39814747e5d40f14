import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createOpenAICompatible } from "@ai-sdk/openai-compatible"
import { createParser } from "eventsource-parser"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { conclave, type DiscussionInput, openServices } from "../../src/index.ts"
import { createServer } from "../../src/server/index.ts"
import { scriptedModel } from "../../src/testing/index.ts"

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "conclave-library-"))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const duet: DiscussionInput = { format: "duet", topic: "Tabs or spaces?", seed: 1, options: { rounds: 1 } }
const open = (options = {}) => conclave({ data: join(folder, ".conclave"), env: {}, ...options })

describe("a library with stored discussions", () => {
  test("another instance lists, reads, searches and deletes the discussions of the first", async () => {
    const first = open()
    const run = first.discuss(duet)
    const { stoppingReason } = await run.outcome
    await first.close()

    const second = open()
    const { discussions } = await second.list()
    expect(discussions).toMatchObject([{ id: run.id, topic: "Tabs or spaces?", format: "duet" }])
    const discussion = await second.get(run.id)
    expect(discussion.outcome?.stoppingReason).toBe(stoppingReason)
    expect((await second.search("tabs")).discussions.map(({ id }) => id)).toEqual([run.id])
    expect((await second.search("zzyzx")).discussions).toEqual([])
    const again = await second.open(run.id)
    expect((await again.outcome).stoppingReason).toBe(stoppingReason)
    await second.delete(run.id)
    await expect(second.get(run.id)).rejects.toMatchObject({ code: "NOT_FOUND" })
    await expect(second.open(run.id)).rejects.toMatchObject({ code: "NOT_FOUND" })
    expect((await second.list()).discussions).toEqual([])
    await second.close()
  })

  test("a paused discussion continues in another instance", async () => {
    const first = open()
    const run = first.discuss({ ...duet, options: { rounds: 3 } })
    for await (const event of run) if (event.type === "turn_started") break
    await run.pause()
    await first.close()

    const second = open()
    const resumed = await second.resume(run.id)
    expect((await resumed.outcome).rounds).toBeGreaterThan(0)
    expect((await second.get(run.id)).status).toBe("completed")
    await second.close()
  })

  test("bad input is refused at once, with the field", async () => {
    const kept = open()
    expect(() => kept.discuss({ ...duet, topic: "" })).toThrow(/topic/)
    await kept.close()
    expect(() => conclave({ data: folder, database: "postgres://localhost/x" })).toThrow(/cannot be combined with data/)
    expect(() => conclave({ data: folder, record: "file" })).toThrow(/record/)
  })
})

describe("a run", () => {
  const hanging = scriptedModel({ id: "test/hangs", replies: () => ({ text: "", hang: true }) as never })

  test.each([true, false])("ends when the caller's signal is aborted; kept: %s", async (kept) => {
    const controller = new AbortController()
    const table = kept ? open({ models: [hanging] }) : conclave({ env: {}, models: [hanging] })
    const run = table.discuss({ ...duet, seats: [{}, {}] }, { signal: controller.signal })
    for await (const event of run) if (event.type === "turn_started") controller.abort()
    expect((await run.outcome).stoppingReason).toBe("user_abort")
    await table.close()
  })

  test("a signal that is already aborted ends it before the first turn", async () => {
    const run = conclave({ env: {} }).discuss(duet, { signal: AbortSignal.abort() })
    const { stoppingReason, contributions } = await run.outcome
    expect([stoppingReason, contributions.map(({ turns }) => turns)]).toEqual(["user_abort", [0, 0]])
  })

  test("is a response for a web framework, readable by a third-party parser", async () => {
    const run = conclave({ env: {} }).discuss(duet)
    const response = run.toResponse({ "x-own": "1" })
    expect([response.headers.get("content-type"), response.headers.get("x-own")]).toEqual([
      "text/event-stream; charset=utf-8",
      "1",
    ])
    const names: (string | undefined)[] = []
    const parser = createParser({ onEvent: ({ event }) => void names.push(event) })
    for await (const part of response.body!.pipeThrough(new TextDecoderStream())) parser.feed(part)
    expect(names[0]).toBe("discussion-created")
    expect(names.at(-1)).toBe("discussion-completed")
  })
})

describe("external models and services", () => {
  test("a seat's model can be an AI SDK object, with its own key and address", async () => {
    const asked: { authorization: string | null; model: string }[] = []
    const provider = createOpenAICompatible({
      name: "local",
      baseURL: "http://models.test/v1",
      apiKey: "secret",
      fetch: async (_, init) => {
        const { model } = JSON.parse(String(init?.body))
        asked.push({ authorization: new Headers(init?.headers).get("authorization"), model })
        const choice = { index: 0, delta: { content: "Yes, I agree. The solution is spaces, two of them." } }
        const events = [
          { id: "1", object: "chat.completion.chunk", choices: [choice] },
          { id: "1", object: "chat.completion.chunk", choices: [{ index: 0, delta: {}, finish_reason: "stop" }] },
        ]
        const body = [...events.map((event) => JSON.stringify(event)), "[DONE]"].map((data) => `data: ${data}\n\n`)
        return new Response(body.join(""), { headers: { "content-type": "text/event-stream" } })
      },
    })
    const seats = [{ model: provider("small") }, { model: "rehearsal/bold" }]
    const run = conclave({ env: {} }).discuss({ ...duet, seats })
    const { contributions } = await run.outcome
    expect(contributions[0]?.turns).toBe(1)
    expect(asked[0]).toEqual({ authorization: "Bearer secret", model: "small" })
    expect(run.state.turns[0]?.modelId).toBe("local/small")
  })

  test("a mounted server stores its discussions in the given folder", async () => {
    const call = async (method: string, path: string, body?: object) => {
      const services = await openServices({ data: join(folder, ".conclave"), env: {} })
      const { fetch } = createServer({ services })
      const headers = { "content-type": "application/json" }
      const init = body ? { method, headers, body: JSON.stringify(body) } : { method }
      const answer = await (await fetch(new Request(`http://localhost${path}`, init))).json()
      await services.close(0)
      return answer as { discussion: { id: string; topic: string } }
    }
    const { discussion } = await call("POST", "/api/v1/discussions", { ...duet })
    const after = await call("GET", `/api/v1/discussions/${discussion.id}`)
    expect(after.discussion.topic).toBe("Tabs or spaces?")
  })
})
