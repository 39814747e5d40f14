import { randomUUID } from "node:crypto"
import { expect, test } from "vitest"
import { isQuarantined, type SuspectWriter } from "../../src/ports/jobs.ts"
import { localOrganisationId } from "../../src/ports/key-store.ts"
import { suspectWriter as postgresWriter } from "../../src/stores/postgres/running/suspect-runs.ts"
import { suspectWriter as sqliteWriter } from "../../src/stores/sqlite/running/suspect-runs.ts"
import { openTest, sharedLocations } from "../support/databases.ts"

const event = { type: "discussion_paused", data: { reason: "person" }, seq: 1, at: 1 } as const

test.each(["SQLite", "PostgreSQL"] as const)(
  "on %s jobs that killed their processes fail, and others run [data.quarantine]",
  async (kind) => {
    const location = await sharedLocations[kind]()
    const { storage } = await openTest(location)
    const writer: SuspectWriter = "url" in location ? await postgresWriter(location.url) : sqliteWriter(location.data)
    const [innocent, once, twice, held, recovered] = Array.from({ length: 5 }, () => randomUUID())
    const { discussions } = storage.organisation(localOrganisationId)
    for (const id of [innocent, once, twice, held, recovered]) await discussions.append(id!, [event], { run: true })
    for (const id of [once, twice, twice]) await writer.add(id!)
    await writer.update(await writer.add(held!), 5_000)
    for (const _ of [1, 2]) await writer.remove(await writer.add(recovered!))
    const ran: string[] = []
    const failed = new Map<string, unknown>()
    await storage.runs.work({
      concurrency: 10,
      run: async ({ discussionId }) => {
        ran.push(discussionId)
        return { seq: 1 }
      },
      onFailure: async ({ discussionId }, error) => void failed.set(discussionId, error),
      onError: () => {},
    })
    await expect.poll(() => ran.length + failed.size).toBe(5)
    expect(ran.toSorted()).toEqual([innocent, once, recovered].toSorted())
    expect(failed.get(twice!)).toMatchObject({
      code: "QUARANTINED",
      message: expect.stringMatching(/2 processes died/),
    })
    expect(failed.get(held!)).toMatchObject({ code: "QUARANTINED", message: expect.stringMatching(/5\.0 s/) })
    const listed = (await storage.runs.suspects()).filter(isQuarantined).map(({ discussionId }) => discussionId)
    expect(listed.toSorted()).toEqual([twice, held].toSorted())
    await storage.runs.stop(0)
    await storage.close()
  },
)
