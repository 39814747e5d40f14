import { once } from "node:events"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { expect, onTestFinished, test } from "vitest"
import { createClient } from "../../src/client/index.ts"
import type { PublicEvent } from "../../src/core/public/types.ts"
import { firstLine, startConclave } from "../support/conclave-process.ts"

test("when the runner is killed, another process that watches the discussion runs it to its end [data.goes-on]", async () => {
  const cwd = await mkdtemp(join(tmpdir(), "conclave-take-over-"))
  onTestFinished(() => rm(cwd, { recursive: true, force: true }))
  const server = startConclave(["serve", "--port", "0", "--json"], { cwd })
  onTestFinished(() => void server.kill("SIGKILL"))
  const { url } = JSON.parse(await firstLine(server)) as { url: string }
  const request = { format: "duet", topic: "Tea or coffee?", record: false, options: { rounds: 2 } } as const
  const id = await createClient({ url }).discuss(request)
  const watcher = startConclave(["resume", id, "--json"], { cwd })
  onTestFinished(() => void watcher.kill("SIGKILL"))
  const events: PublicEvent[] = []
  let isKilled = false
  for await (const line of createInterface(watcher.stdout!)) {
    const event = JSON.parse(line) as PublicEvent
    events.push(event)
    if (isKilled || event.type !== "turn_chunk") continue
    // Text arrives here, so the server is in mid-turn.
    isKilled = true
    server.kill("SIGKILL")
    await once(server, "exit")
  }
  const [code] = watcher.exitCode === null ? await once(watcher, "exit") : [watcher.exitCode]
  expect(isKilled).toBe(true)
  // The exit code depends on whether the models agreed.
  expect([0, 3]).toContain(code)
  const types = events.map(({ type }) => type)
  // No retry if the turn was stored before the kill: text reaches a second process with a delay.
  expect(types.filter((type) => type === "turn_retried").length).toBeLessThanOrEqual(1)
  expect(types).toContain("discussion_completed")
  const seqs = events.filter(({ type }) => type !== "turn_chunk").map(({ seq }) => seq)
  expect(seqs).toEqual(seqs.map((_, index) => seqs[0]! + index))
})
