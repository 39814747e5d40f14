import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createParser } from "eventsource-parser"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { conclave, type DiscussionInput } from "../../src/index.ts"
import { scriptedModel } from "../../src/testing/index.ts"

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "conclave-library-"))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const duet: DiscussionInput = { format: "duet", topic: "Tabs or spaces?", seed: 1, options: { rounds: 1 } }
const open = (options = {}) => conclave({ data: join(folder, ".conclave"), env: {}, ...options })

describe("a library whose discussions are kept", () => {
  test("another instance lists, reads, finds and deletes what one has held", async () => {
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

  test("what was paused goes on in another instance", async () => {
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

  test("bad input is refused at once, and by name", async () => {
    const kept = open()
    expect(() => kept.discuss({ ...duet, topic: "" })).toThrow(/topic/)
    await kept.close()
    expect(() => conclave({ data: folder, database: "postgres://localhost/x" })).toThrow(/either data/)
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

  test("a signal that is aborted already ends it before anybody speaks", async () => {
    const run = conclave({ env: {} }).discuss(duet, { signal: AbortSignal.abort() })
    const { stoppingReason, contributions } = await run.outcome
    expect([stoppingReason, contributions.map(({ turns }) => turns)]).toEqual(["user_abort", [0, 0]])
  })

  test("is an answer of a web framework, read by somebody else's parser", async () => {
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
