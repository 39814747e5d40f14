import { randomUUID } from "node:crypto"

import { describe, expect, inject, test } from "vitest"
import { localOrganisationId } from "../../src/ports/key-store.ts"
import { openDatabase } from "../../src/stores/postgres/database.ts"
import type { PostgresStorage } from "../../src/stores/postgres/open-postgres.ts"
import { openTest, testDatabases } from "../support/databases.ts"
import { databaseUrl, freshDatabase, onServer } from "../support/postgres.ts"

const databases = testDatabases()

describe("the driver of PostgreSQL", () => {
  const open = async () => ((await databases[1]!.open()).storage as PostgresStorage).database

  test("runs named statements, reports errors, and stays usable after them", async () => {
    const { pool } = await open()
    const double = (value: unknown) => pool.query({ name: "double", text: "SELECT 2 * $1::int AS is", values: [value] })
    expect((await double(2)).rows).toEqual([{ is: 4 }])
    await expect(double("x")).rejects.toMatchObject({ code: "22P02" })
    await expect(pool.query("SELECT * FROM nowhere")).rejects.toMatchObject({ code: "42P01" })
    expect((await double(3)).rows).toEqual([{ is: 6 }])
  })

  test("keeps its connection when a statement is refused", async () => {
    const { pool } = await open()
    await pool.query("SET conclave.test = 'kept'")
    await expect(pool.query("SELECT nothing_of_the_kind")).rejects.toThrow()
    const { rows } = await pool.query("SELECT current_setting('conclave.test', true) AS test")
    expect(rows).toEqual([{ test: "kept" }])
  })

  test("carries messages of several megabytes both ways", async () => {
    const { pool } = await open()
    const text = "é😀 ".repeat(1_500_000)
    const { rows } = await pool.query("SELECT $1::text AS text", [text])
    expect(rows[0].text === text).toBe(true)
  })

  test("parses numbers, times and JSON", async () => {
    const { pool } = await open()
    const { rows } = await pool.query(
      `SELECT 9007199254740991::bigint AS big, timestamptz '2026-01-02 03:04:05.678+00' AS at, '{"a":[1]}'::jsonb AS json`,
    )
    expect(rows).toEqual([{ big: 9_007_199_254_740_991, at: new Date("2026-01-02T03:04:05.678Z"), json: { a: [1] } }])
  })

  test("rolls back a failed transaction", async () => {
    const database = await open()
    const name = randomUUID()
    const failing = database.transaction(localOrganisationId, async (client) => {
      await client.query("INSERT INTO projects (organisation_id, name) VALUES ($1, $2)", [localOrganisationId, name])
      throw new Error("on second thoughts")
    })
    await expect(failing).rejects.toThrow("on second thoughts")
    const { rows } = await database.pool.query("SELECT FROM projects WHERE name = $1", [name])
    expect(rows).toEqual([])
  })

  test("discards a connection that was dropped in the middle of a transaction", async () => {
    const { pool } = await open()
    const client = await pool.connect()
    await client.query("BEGIN; INSERT INTO organisations (name) VALUES ('Half')")
    client.release(new Error("dropped"))
    await expect.poll(async () => (await pool.query("SELECT FROM organisations WHERE name = 'Half'")).rowCount).toBe(0)
  })

  test("runs an organisation's transaction as its role", async () => {
    const database = await open()
    const text = "SELECT current_user::text AS me"
    const { rows } = await database.transaction(localOrganisationId, (client) => client.query(text))
    expect(rows).toEqual([{ me: "conclave_app" }])
    expect((await database.pool.query(text)).rows).toEqual([{ me: "postgres" }])
  })

  test("delivers notifications in the order of commits, until unsubscribed", async () => {
    const database = await open()
    const heard: (string | undefined)[] = []
    const stop = await database.listen("gossip", (payload) => heard.push(payload))
    await database.pool.query("BEGIN; SELECT pg_notify('gossip', 'one'); COMMIT")
    await database.pool.query("NOTIFY gossip, 'two'")
    await expect.poll(() => heard).toEqual(["one", "two"])
    await stop()
    await database.pool.query("NOTIFY gossip, 'three'")
    await database.pool.query("SELECT 1")
    expect(heard).toEqual(["one", "two"])
  })
})

describe("PostgreSQL", () => {
  test("is migrated when many processes start at once [data.both]", async () => {
    const server = inject("postgresUrl")
    const name = `test_${randomUUID().replaceAll("-", "")}`
    await onServer(server, `CREATE DATABASE ${name}`)
    const url = databaseUrl(server, name)
    const opened = await Promise.all(Array.from({ length: 5 }, () => openDatabase(url)))
    const [first] = opened
    const { rows } = await first!.pool.query("SELECT count(*) AS organisations FROM organisations")
    expect(rows).toEqual([{ organisations: 1 }])
    await Promise.all(opened.map((database) => database.close()))
  })

  test("of a newer version is refused, and becomes unhealthy for processes that had it open", async () => {
    const url = await freshDatabase(inject("postgresUrl"))
    const { storage } = await openTest({ url })
    await storage.check()
    await onServer(url, "INSERT INTO conclave_migrations (name) VALUES ('9999-later')")
    await expect(storage.check()).rejects.toThrow(/newer version of Conclave \(schema 9999-later\)/)
    await storage.close()
    await expect(openDatabase(url)).rejects.toThrow(/newer version of Conclave \(schema 9999-later\)/)
  })

  test("of a development version is refused in one line that says what to do", async () => {
    const url = await freshDatabase(inject("postgresUrl"))
    await onServer(url, "UPDATE conclave_migrations SET name = '0024-texts-indexed-later'")
    await expect(openDatabase(url)).rejects.toThrow(
      /^the database was written by a development version of Conclave \(schema 0024-texts-indexed-later\) and cannot be opened; run "conclave backup" with that version and "conclave restore" with this one into a new database$/,
    )
  })

  test("listens again after its connection was lost, and reports that notifications may have been missed", async () => {
    const { database } = (await databases[1]!.open()).storage as PostgresStorage
    const heard: (string | undefined)[] = []
    await database.listen("restless", (payload) => heard.push(payload))
    await database.pool.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND query LIKE 'LISTEN%' AND pid <> pg_backend_pid()`)
    await expect.poll(() => heard).toEqual([undefined])
    await database.pool.query("NOTIFY restless, 'back'")
    await expect.poll(() => heard).toEqual([undefined, "back"])
  })

  test("that cannot be reached is a clear, recoverable error without the password", async () => {
    const lost = openDatabase("postgres://someone:secret@127.0.0.1:1/nowhere")
    const error = await lost.catch((failure) => failure)
    expect(error).toMatchObject({ code: "DATABASE_UNAVAILABLE", recoverable: true })
    expect(JSON.stringify(error)).not.toContain("secret")
    await expect(openDatabase("mysql://x")).rejects.toMatchObject({ code: "INPUT_INVALID" })
  })
})
