import { randomUUID } from "node:crypto"
import { expect, test } from "vitest"
import type { DiscussionEvent } from "../../src/core/discussion/event.ts"
import { resolveTable } from "../../src/core/tables/resolve-table.ts"
import { localOrganisationId } from "../../src/ports/organisation.ts"
import { openTest, sharedLocations } from "../support/databases.ts"

const defaults = { model: "rehearsal/auto", seed: 1, language: "en", roundsCeiling: 10, settings: {} }

test.each(["SQLite", "PostgreSQL"] as const)(
  "on %s who has many discussions that hang does not hold up others, and what waits has a place [access.fair]",
  async (kind) => {
    const { storage } = await openTest(await sharedLocations[kind]())
    const { discussions } = storage.organisation(localOrganisationId)
    const start = async (startedBy: string) => {
      const id = randomUUID()
      const table = { ...resolveTable({ format: "duet", topic: "x" }, defaults), startedBy }
      const created: DiscussionEvent = { type: "discussion_created", data: { table }, seq: 1, at: 1 }
      await discussions.append(id, [created], { run: true })
      return id
    }
    const running: string[] = []
    const greedy: string[] = []
    for (let index = 0; index < 30; index++) greedy.push(await start("greedy"))
    await storage.runs.work({
      concurrency: 10,
      async run({ discussionId }, { now }) {
        running.push(discussionId)
        await new Promise((resolve) => now.addEventListener("abort", resolve))
        return { seq: 1 }
      },
      onFailure: async () => {},
      onError: () => {},
    })
    await expect.poll(() => running.length).toBe(10)
    const modest = await start("modest")
    await expect.poll(() => running).toContain(modest)
    expect(running).toHaveLength(11)
    const waiting = greedy.filter((id) => !running.includes(id))
    const places = await Promise.all(waiting.map((id) => storage.runs.placeOf(id)))
    expect(places.toSorted((a, b) => a! - b!)).toEqual(waiting.map((_, index) => index + 1))
    expect(await storage.runs.placeOf(modest)).toBeUndefined()
    await storage.runs.stop(0)
    await storage.close()
  },
  60_000,
)
