import { randomUUID } from "node:crypto"
import { beforeAll, describe, expect, test } from "vitest"
import type { Database } from "../../src/stores/postgres/database.ts"
import type { PostgresStorage } from "../../src/stores/postgres/open-postgres.ts"
import { newOrganisation, type TestDatabase, testDatabases } from "../support/databases.ts"
import { abortedEvent } from "../support/random-discussion.ts"
import { seedEverything } from "../support/seed-everything.ts"

const databases = testDatabases()

const everyTable = `
SELECT relname::text AS name FROM pg_class
WHERE relkind IN ('r', 'p', 'm') AND relnamespace = 'public'::regnamespace AND relname <> 'conclave_migrations' ORDER BY 1`

describe("organisations on PostgreSQL [data.both]", () => {
  let opened: TestDatabase
  let database: Database
  let own: string
  let other: string
  let tables: readonly string[]
  let seeded: readonly string[]
  beforeAll(async () => {
    opened = await databases[1]!.open()
    database = (opened.storage as PostgresStorage).database
    own = await newOrganisation(opened)
    other = await newOrganisation(opened)
    seeded = await seedEverything(opened, own)
    const { rows } = await database.pool.query<{ name: string }>(everyTable)
    tables = rows.map(({ name }) => name)
  })

  const count = async (organisation: string, table: string) => {
    const text = `SELECT count(*) AS rows FROM ${table}`
    const { rows } = await database.transaction(organisation, (client) => client.query(text))
    return rows[0].rows
  }

  test("see all of their own rows and none of another's, in every table, without any filter", async () => {
    expect(tables).toEqual(expect.arrayContaining([...seeded]))
    for (const table of seeded) expect(await count(own, table), table).toBeGreaterThan(0)
    for (const table of tables) expect(await count(other, table), table).toBe(table === "organisations" ? 1 : 0)
  })

  test("are separated by the same policy in every table, including new ones", async () => {
    const { rows } = await database.pool.query(
      `SELECT c.relname::text AS table, c.relrowsecurity AS protected, p.qual AS sees, p.with_check AS writes,
         (SELECT attnotnull FROM pg_attribute a WHERE a.attrelid = c.oid AND attname = 'organisation_id') AS owned
       FROM pg_class c LEFT JOIN pg_policies p ON p.schemaname = 'public' AND p.tablename = c.relname
       WHERE c.relname = ANY($1) AND c.relnamespace = 'public'::regnamespace`,
      [tables],
    )
    const rule = (column: string) => `(${column} = (current_setting('conclave.organisation'::text))::uuid)`
    for (const row of rows) {
      const isRoot = row.table === "organisations"
      const sees = rule(isRoot ? "id" : "organisation_id")
      expect(row).toEqual({ table: row.table, protected: true, sees, writes: sees, owned: isRoot ? null : true })
    }
    expect(rows).toHaveLength(tables.length)
  })

  test("cannot write, change or delete another's rows", async () => {
    const within = (text: string, values: readonly unknown[] = []) =>
      database.transaction(other, (client) => client.query(text, [...values]))
    await expect(within("INSERT INTO projects (organisation_id, name) VALUES ($1, 'Theirs')", [own])).rejects.toThrow(
      /row-level security/,
    )
    expect((await within("UPDATE projects SET name = 'Taken'")).rowCount).toBe(0)
    expect((await within("DELETE FROM projects")).rowCount).toBe(0)
  })

  test("may only add to the log of events", async () => {
    for (const text of ["UPDATE discussion_events SET seq = seq + 1", "DELETE FROM discussion_events"]) {
      await expect(database.transaction(own, (client) => client.query(text))).rejects.toThrow(/permission denied/)
    }
  })

  test("that are not set see nothing", async () => {
    const nobody = async (table: string) => {
      const client = await database.pool.connect()
      try {
        await client.query("BEGIN; SET LOCAL ROLE conclave_app")
        return await client.query(`SELECT * FROM ${table}`)
      } finally {
        await client.query("ROLLBACK")
        client.release()
      }
    }
    for (const table of tables) await expect(nobody(table), table).rejects.toThrow(/conclave.organisation|uuid/)
  })

  test("leave no role behind on a connection", async () => {
    await count(own, "projects")
    await opened.storage
      .organisation(own)
      .discussions.read(randomUUID())
      .catch(() => {})
    const roles = await Promise.all(
      Array.from({ length: 10 }, () => database.pool.query("SELECT current_user = session_user AS is_own")),
    )
    for (const { rows } of roles) expect(rows).toEqual([{ is_own: true }])
  })
})

describe.each(databases)("organisations on $name [data.both]", ({ open }) => {
  test("do not see or continue another's discussion, nor take its id", async () => {
    const database = await open()
    const [own, other] = [await newOrganisation(database), await newOrganisation(database)]
    const [mine, theirs] = [own, other].map((id) => database.storage.organisation(id).discussions)
    const id = randomUUID()
    const event = (seq: number) => abortedEvent("x", seq, seq)
    await mine!.append(id, [event(1)])
    await expect(theirs!.read(id)).rejects.toMatchObject({ code: "NOT_FOUND" })
    await expect(theirs!.append(id, [event(2)])).rejects.toMatchObject({ code: "NOT_FOUND" })
    await expect(theirs!.append(id, [event(1)])).rejects.toMatchObject({ code: "CONFLICT" })
    expect(await mine!.read(id)).toHaveLength(1)
    expect((await database.storage.organisation(other).list.list({ limit: 5 })).discussions).toEqual([])
  })
})
