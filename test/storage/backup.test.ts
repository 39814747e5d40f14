import { randomUUID } from "node:crypto"
import { Readable, Writable } from "node:stream"
import { gunzipSync, gzipSync } from "node:zlib"
import { afterEach, describe, expect, inject, test } from "vitest"
import { type Database, openDatabase } from "../../src/stores/postgres/database.ts"
import { backup } from "../../src/stores/postgres/maintenance/backup.ts"
import { prune } from "../../src/stores/postgres/maintenance/prune.ts"
import { rebuildProjections } from "../../src/stores/postgres/maintenance/rebuild-projections.ts"
import { restore } from "../../src/stores/postgres/maintenance/restore.ts"
import { PostgresDiscussionStore } from "../../src/stores/postgres/postgres-discussion-store.ts"
import { newOrganisation } from "../support/databases.ts"
import { freshDatabase } from "../support/postgres.ts"
import { abortedEvent } from "../support/random-discussion.ts"
import { seedEverything } from "../support/seed-everything.ts"

const opened: Database[] = []
const open = {
  PGlite: () => openDatabase({ data: "memory" }),
  PostgreSQL: async () => openDatabase({ url: await freshDatabase(inject("postgresUrl")) }),
}
async function empty(kind: keyof typeof open): Promise<Database> {
  const database = await open[kind]()
  opened.push(database)
  return database
}
afterEach(async () => {
  await Promise.all(opened.splice(0).map((database) => database.close()))
})

async function backedUp(database: Database): Promise<Buffer> {
  const pieces: Buffer[] = []
  const target = new Writable({
    write(piece: Buffer, _encoding, done) {
      pieces.push(piece)
      done()
    },
  })
  await backup(database, target)
  return Buffer.concat(pieces)
}

const lines = (file: Buffer) => gunzipSync(file).toString().split("\n").toSorted()

describe("a backup", () => {
  test.each([
    ["PGlite", "PostgreSQL"],
    ["PostgreSQL", "PGlite"],
  ] as const)("of %s goes into an empty %s and is the same there [data.both]", async (from, to) => {
    const [source, target] = [await empty(from), await empty(to)]
    for (const organisation of [await newOrganisation(source), await newOrganisation(source)]) {
      await seedEverything(source, organisation)
    }
    const organisationId = await newOrganisation(source)
    const store = new PostgresDiscussionStore({ database: source, organisationId })
    const discussionId = randomUUID()
    const event = abortedEvent('a "b" \\ \n é 😀', 1, 5)
    await store.append(discussionId, [event])
    const file = await backedUp(source)
    await restore(target, Readable.from([file]))
    expect(lines(await backedUp(target))).toEqual(lines(file))
    const there = new PostgresDiscussionStore({ database: target, organisationId })
    expect(await there.read(discussionId)).toEqual([event])
    // What is numbered by the database goes on from where it was, and what follows from events still does.
    await seedEverything(target, organisationId)
    expect((await rebuildProjections(target)).differences).toEqual([])
  })

  test("says what was under way", async () => {
    const source = await empty("PostgreSQL")
    const organisationId = await newOrganisation(source)
    const discussionId = randomUUID()
    const data = { topic: "?", format: "duet", seats: [], settings: {} as never }
    const store = new PostgresDiscussionStore({ database: source, organisationId })
    await store.append(discussionId, [{ type: "discussion_started", data, seq: 1, at: 1 }])
    const file = await backedUp(source)
    const target = await empty("PostgreSQL")
    expect(await restore(target, Readable.from([file]))).toMatchObject({
      unfinished: [{ organisationId, discussionId }],
    })
  })

  test("is refused by a database with rows, and where it is cut or something else", async () => {
    const source = await empty("PostgreSQL")
    await seedEverything(source, await newOrganisation(source))
    const file = await backedUp(source)
    await expect(restore(source, Readable.from([file]))).rejects.toMatchObject({ code: "CONFLICT" })
    const target = await empty("PostgreSQL")
    const text = gunzipSync(file).toString()
    const cut = gzipSync(text.slice(0, text.lastIndexOf('{"rows"')))
    const others = [cut, file.subarray(0, file.length / 2), gzipSync("hello"), Buffer.from("hello"), gzipSync("{}")]
    for (const other of others) {
      await expect(restore(target, Readable.from([other]))).rejects.toMatchObject({ code: "INPUT_INVALID" })
    }
    const older = gzipSync(text.replace(/"migrations":\[.*?\]/, '"migrations":["0001-tables"]'))
    await expect(restore(target, Readable.from([older]))).rejects.toThrow("made with schema 0001-tables")
    // Nothing of all that stayed.
    expect(await restore(target, Readable.from([file]))).toMatchObject({ rows: expect.any(Number) })
  })
})

test.each(["PGlite", "PostgreSQL"] as const)("%s forgets what was finished long ago, and only that", async (kind) => {
  const database = await empty(kind)
  const [organisationId, other] = [await newOrganisation(database), await newOrganisation(database)]
  await seedEverything(database, organisationId)
  await seedEverything(database, other)
  const data = { topic: "?", format: "duet", seats: [], settings: {} as never }
  const running = randomUUID()
  await new PostgresDiscussionStore({ database, organisationId }).append(running, [
    { type: "discussion_started", data, seq: 1, at: 1 },
  ])
  expect(await prune(database, { olderThanDays: 40_000 })).toBe(0)
  expect(await prune(database, { olderThanDays: 30, organisationId })).toBe(1)
  for (const table of ["discussions", "discussion_events", "discussion_logs", "discussion_state", "tasks"]) {
    const { rows } = await database.pool.query(`SELECT DISTINCT organisation_id AS id FROM ${table} ORDER BY 1`)
    const kept = ["discussions", "discussion_events"].includes(table) ? [organisationId, other] : [other]
    expect(rows.map(({ id }) => id)).toEqual(kept.toSorted())
  }
})
