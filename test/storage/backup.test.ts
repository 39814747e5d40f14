import { randomUUID } from "node:crypto"
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { Readable, Writable } from "node:stream"
import { gunzipSync, gzipSync } from "node:zlib"
import { afterEach, describe, expect, test } from "vitest"
import type { DiscussionEvent } from "../../src/core/discussion/event.ts"
import { localOrganisationId } from "../../src/ports/key-store.ts"
import { readBackup, writeBackup } from "../../src/stores/backup/backup-file.ts"
import { locations, newOrganisation, openTest, type TestDatabase } from "../support/databases.ts"
import { abortedEvent } from "../support/random-discussion.ts"
import { seedEverything } from "../support/seed-everything.ts"

const opened: TestDatabase[] = []
async function empty(kind: keyof typeof locations): Promise<TestDatabase> {
  const database = await openTest(await locations[kind]())
  opened.push(database)
  return database
}
afterEach(async () => {
  await Promise.all(opened.splice(0).map(({ storage }) => storage.close()))
})

async function backedUp({ storage }: TestDatabase): Promise<Buffer> {
  const pieces: Buffer[] = []
  const target = new Writable({
    write(piece: Buffer, _encoding, done) {
      pieces.push(piece)
      done()
    },
  })
  await writeBackup(storage.maintenance, target)
  return Buffer.concat(pieces)
}

const restore = ({ storage }: TestDatabase, file: Buffer) => readBackup(storage.maintenance, Readable.from([file]))

/** Rows in a form that does not depend on the order of tables, the order of keys in JSON, or the digits of times. */
function contents(file: Buffer): readonly string[] {
  const time = /^(\d{4}-\d\d-\d\dT[\d:]{8})(?:\.(\d+))?(?:Z|\+00:00)$/
  const plain = (value: unknown): unknown => {
    const [, seconds, fraction = ""] = (typeof value === "string" && time.exec(value)) || []
    if (seconds !== undefined) return `${seconds}.${fraction.padEnd(6, "0")}`
    if (Array.isArray(value)) return value.map(plain)
    if (typeof value !== "object" || value === null) return value
    const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
    return Object.fromEntries(entries.map(([key, inner]) => [key, plain(inner)]))
  }
  const lines = gunzipSync(file).toString().trim().split("\n")
  return lines.map((line) => JSON.stringify(plain(JSON.parse(line)))).toSorted()
}

/** A recorded discussion of every format. */
const logs = ["hive", "assembly", "duet", "panel", "vote-first", "people-waited-for", "record", "table-*"]
  .flatMap((name) => globSync(join(import.meta.dirname, `../logs/v3/${name}.json`)))
  .map((file) => JSON.parse(readFileSync(file, "utf8")) as readonly DiscussionEvent[])

describe("a backup", () => {
  test.each([
    ["SQLite", "PostgreSQL"],
    ["PostgreSQL", "SQLite"],
    ["SQLite", "SQLite"],
  ] as const)(
    "of %s restores into an empty %s with equal rows, with every format and the squad [data.both]",
    async (from, to) => {
      const [source, target] = [await empty(from), await empty(to)]
      for (const organisation of [await newOrganisation(source), await newOrganisation(source)]) {
        await seedEverything(source, organisation)
      }
      const organisationId = await newOrganisation(source)
      const { discussions, squad } = source.storage.organisation(organisationId)
      const discussionId = randomUUID()
      const event = abortedEvent('a "b" \\ \n é 😀', 1, 5)
      await discussions.append(discussionId, [event])
      const recorded = logs.map((events) => ({ id: randomUUID(), events }))
      for (const { id, events } of recorded) await discussions.append(id, events)
      await source.storage.organisation(organisationId).list.label(discussionId, { title: "Renamed", tags: ["a"] })
      const asked = { requester_agent: "Änne", prompt_message: "Which?", required_responses: 2, timeout_minutes: 5 }
      const { prompt } = await squad.post({ ...asked, task_id: null, mentions: ["Bo"] })
      const answer = (agent_name: string) =>
        ({ agent_name, message: "This", is_human: true, idempotency_key: "k", model_id: null }) as const
      await squad.answer(prompt.id, answer("Bo"))
      const file = await backedUp(source)
      await restore(target, file)
      expect(contents(await backedUp(target))).toEqual(contents(file))
      const there = target.storage.organisation(organisationId)
      expect(await there.discussions.read(discussionId)).toEqual([event])
      for (const { id } of recorded) expect(await there.discussions.read(id)).toEqual(await discussions.read(id))
      const { discussions: found } = await there.list.list({ q: "renamed", limit: 2 })
      expect(found).toMatchObject([{ id: discussionId, title: "Renamed", tags: ["a"] }])
      expect(await there.squad.get(prompt.id)).toMatchObject({ prompt: (await squad.get(prompt.id)).prompt })
      // Numbering continues, triggers count, and derived rows still match their events.
      expect(await there.squad.answer(prompt.id, answer("bo"))).toMatchObject({ kind: "repeated" })
      expect(await there.squad.answer(prompt.id, answer("Cy"))).toMatchObject({ prompt: { status: "resolved" } })
      await seedEverything(target, organisationId)
      expect((await target.storage.maintenance.rebuildProjections()).differences).toEqual([])
    },
  )

  test.each(["SQLite", "PostgreSQL"] as const)("of %s reports unfinished work", async (kind) => {
    const source = await empty(kind)
    const organisationId = await newOrganisation(source)
    const discussionId = randomUUID()
    const data = { topic: "?", format: "duet", seats: [], settings: {} as never }
    const store = source.storage.organisation(organisationId).discussions
    await store.append(discussionId, [{ type: "discussion_started", data, seq: 1, at: 1 }])
    const file = await backedUp(source)
    const target = await empty(kind)
    expect(await restore(target, file)).toMatchObject({
      unfinished: [{ organisationId, discussionId }],
    })
  })

  test.each(["SQLite", "PostgreSQL"] as const)(
    "is refused by a %s with rows, and if it is truncated or no backup",
    async (kind) => {
      const source = await empty(kind)
      await seedEverything(source, await newOrganisation(source))
      const file = await backedUp(source)
      await expect(restore(source, file)).rejects.toMatchObject({
        code: "CONFLICT",
        message: expect.stringMatching(/^the database is not empty, .* restore into a new data folder \(--data\)/),
      })
      const withAgent = await empty(kind)
      const agent = {
        name: "Ann",
        description: null,
        systemPrompt: "x",
        modelConfig: { model: "test/x" },
        squadMember: false,
      }
      await withAgent.storage.organisation(localOrganisationId).agents.create(agent)
      await expect(restore(withAgent, file)).rejects.toMatchObject({ code: "CONFLICT" })
      const target = await empty(kind)
      const text = gunzipSync(file).toString()
      const cut = gzipSync(text.slice(0, text.lastIndexOf('{"rows"')))
      const others = [cut, file.subarray(0, file.length / 2), gzipSync("hello"), Buffer.from("hello"), gzipSync("{}")]
      for (const other of others) {
        await expect(restore(target, other)).rejects.toMatchObject({ code: "INPUT_INVALID" })
      }
      const [header = "", first = "", ...rest] = text.split("\n")
      const damaged = [
        `${first.slice(0, -3)}}`,
        first.replace(/"row":.*/, '"row":7}'),
        first.replace(/"name":"[^"]*"/, '"name":null'),
      ]
      for (const row of [...damaged, `${first}\n${first}`]) {
        const other = gzipSync([header, row, ...rest].join("\n"))
        await expect(restore(target, other)).rejects.toMatchObject({ code: "INPUT_INVALID" })
        // The wrong checksum is noticed after the row was rejected.
        const wrongChecksum = other.fill(0, other.length - 8)
        await expect(restore(target, wrongChecksum)).rejects.toMatchObject({ code: "INPUT_INVALID" })
      }
      const older = gzipSync(text.replace(/"version":\d+/, '"version":1'))
      await expect(restore(target, older)).rejects.toThrow("has backup format 1")
      // Nothing was left behind.
      expect(await restore(target, file)).toMatchObject({ rows: expect.any(Number) })
    },
  )
})

test.each(["SQLite", "PostgreSQL"] as const)(
  "%s prunes discussions that ended long ago, and no others",
  async (kind) => {
    const database = await empty(kind)
    const [organisationId, other] = [await newOrganisation(database), await newOrganisation(database)]
    await seedEverything(database, organisationId)
    await seedEverything(database, other)
    const data = { topic: "?", format: "duet", seats: [], settings: {} as never }
    const running = randomUUID()
    await database.storage
      .organisation(organisationId)
      .discussions.append(running, [{ type: "discussion_started", data, seq: 1, at: 1 }])
    const { prune } = database.storage.maintenance
    expect(await prune({ olderThanDays: 40_000 })).toBe(0)
    expect(await prune({ olderThanDays: 30, organisationId })).toBe(1)
    for (const table of ["discussions", "discussion_events", "discussion_logs", "discussion_state", "tasks"]) {
      const rows = await database.query(`SELECT DISTINCT organisation_id AS id FROM ${table} ORDER BY 1`)
      const kept = ["discussions", "discussion_events"].includes(table) ? [organisationId, other] : [other]
      expect(rows.map(({ id }) => id)).toEqual(kept.toSorted())
    }
  },
)
