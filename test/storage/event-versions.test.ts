import { randomUUID } from "node:crypto"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import type { DiscussionEvent } from "../../src/core/discussion/event.ts"
import { fold } from "../../src/core/discussion/fold.ts"
import { eventVersion, upcast } from "../../src/core/logs/upcast.ts"
import { localOrganisationId } from "../../src/ports/key-store.ts"
import { type TestDatabase, testDatabases } from "../support/databases.ts"
import { abortedEvent } from "../support/random-discussion.ts"

const databases = testDatabases()

const names = ["running", "failed", "aborted-memories", "table-justice", "fork"]

function logOf(name: string): readonly DiscussionEvent[] {
  return JSON.parse(readFileSync(join(import.meta.dirname, `../logs/v1/${name}.json`), "utf8"))
}

const today = (name: string) => upcast(logOf(name).map((event) => ({ ...event, version: 1 })))

/** Stores events of version 1, without derived rows. */
async function storeOld({ query }: TestDatabase, id: string, events: readonly DiscussionEvent[], version?: number) {
  const columns = `discussion_id, organisation_id, seq, at, type, payload${version ? ", version" : ""}`
  for (const { seq, at, type, data } of events) {
    const values = [
      id,
      localOrganisationId,
      seq,
      new Date(at).toISOString(),
      type,
      JSON.stringify(data),
      ...(version ? [version] : []),
    ]
    const places = values.map((_, index) => `$${index + 1}`).join(", ")
    await query(`INSERT INTO discussion_events (${columns}) VALUES (${places})`, values)
  }
}

describe.each(databases)("old events on $name", ({ open }) => {
  test.each(names)("%s is read in the current version, whole or in part, and its rows can be derived", async (name) => {
    const database = await open()
    const id = randomUUID()
    await storeOld(database, id, logOf(name), 1)
    await database.storage.maintenance.rebuildProjections({ repair: true })
    const { discussions: store } = database.storage.organisation(localOrganisationId)
    const events = await today(name)
    expect(await store.read(id)).toEqual(events)
    expect(await store.read(id, 7, 3)).toEqual(events.slice(7, 10))
    const { status, table, round } = fold(id, events)
    const { discussions } = await database.storage.organisation(localOrganisationId).list.list({ limit: 50 })
    expect(discussions.find((one) => one.id === id)).toMatchObject({ status, topic: table.topic, round: round?.number })
    expect((await database.storage.maintenance.rebuildProjections()).differences).toEqual([])
  })

  test("a discussion continues in the current version, and each event keeps its own", async () => {
    const database = await open()
    const id = randomUUID()
    const old = logOf("running")
    await storeOld(database, id, old, 1)
    await database.storage.maintenance.rebuildProjections({ repair: true })
    const { discussions: store } = database.storage.organisation(localOrganisationId)
    const last = abortedEvent("enough", old.length + 1, old.at(-1)!.at)
    await store.append(id, [last])
    expect(await store.read(id)).toEqual([...(await today("running")), last])
    const rows = await database.query(
      "SELECT version, CAST(count(*) AS integer) AS events FROM discussion_events WHERE discussion_id = $1 GROUP BY 1 ORDER BY 1",
      [id],
    )
    expect(rows).toEqual([
      { version: 1, events: old.length },
      { version: eventVersion, events: 1 },
    ])
  })
})
