import { randomUUID } from "node:crypto"
import fs from "node:fs"
import { stat } from "node:fs/promises"
import { syncBuiltinESMExports } from "node:module"
import { DatabaseSync } from "node:sqlite"
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest"
import { systemClock } from "../../src/main/system-ports.ts"
import { localOrganisationId } from "../../src/ports/key-store.ts"
import { openFile } from "../../src/stores/sqlite/open-file.ts"
import { openSqlite, type SqliteStorage } from "../../src/stores/sqlite/open-sqlite.ts"
import { sharedLocations } from "../support/databases.ts"
import { abortedEvent } from "../support/random-discussion.ts"

const megabyte = 1_048_576

describe("the SQLite file", () => {
  let storage: SqliteStorage
  let path: string
  beforeEach(async () => {
    const location = await sharedLocations.SQLite()
    storage = openSqlite("data" in location ? location.data : "", systemClock)
    path = storage.database.path!
  })
  afterEach(() => storage.close())

  const insert = (name: string) =>
    storage.database.write((sql) => sql.run("INSERT INTO organisations (name) VALUES (?)", name))
  const size = async (suffix = "") => (await stat(path + suffix)).size
  const otherProgram = () => {
    const other = new DatabaseSync(path)
    onTestFinished(() => other.close())
    return other
  }

  /** Holds back the syncs of the log until each is released. */
  function heldSyncs(): ((error: Error | null) => void)[] {
    const { fdatasync } = fs
    const held: ((error: Error | null) => void)[] = []
    fs.fdatasync = ((_file: number, done: (error: Error | null) => void) => void held.push(done)) as typeof fdatasync
    syncBuiltinESMExports()
    onTestFinished(() => {
      fs.fdatasync = fdatasync
      syncBuiltinESMExports()
    })
    return held
  }

  test("acknowledges writes that arrive together after one sync to the disk, and none of them before [data.survives-kill]", async () => {
    const syncs = heldSyncs()
    const acknowledged: string[] = []
    const writes = ["a", "b", "c"].map((name) => insert(name).then(() => acknowledged.push(name)))
    await expect.poll(() => syncs.length).toBe(1)
    const found = otherProgram().prepare("SELECT count(*) AS found FROM organisations WHERE name IN ('a', 'b', 'c')")
    expect(found.get()).toEqual({ found: 3 })
    // Committed by now, but not yet on the disk.
    const late = insert("late").then(() => acknowledged.push("late"))
    await new Promise((resolve) => setTimeout(resolve, 30))
    expect(acknowledged).toEqual([])
    syncs.shift()!(null)
    await Promise.all(writes)
    expect(acknowledged).toEqual(["a", "b", "c"])
    await expect.poll(() => syncs.length).toBe(1)
    syncs.shift()!(null)
    await late
  })

  test("does not acknowledge a write that could not be synced", async () => {
    const syncs = heldSyncs()
    const written = insert("a")
    written.catch(() => {})
    await expect.poll(() => syncs.length).toBe(1)
    syncs.shift()!(Object.assign(new Error("EIO"), { code: "EIO", syscall: "fdatasync" }))
    await expect(written).rejects.toMatchObject({ code: "DATABASE_UNAVAILABLE" })
    await expect(storage.checkWrites()).rejects.toMatchObject({ code: "DATABASE_UNAVAILABLE" })
  })

  test("has only STRICT tables, a write-ahead log, and foreign keys that are enforced [data.tables]", async () => {
    const { database } = storage
    const rows = (text: string) => database.read((sql) => sql.rows(text))
    const loose = `SELECT name FROM pragma_table_list
      WHERE schema = 'main' AND type = 'table' AND strict = 0 AND name NOT LIKE 'sqlite_%'`
    expect(await rows(loose)).toEqual([])
    expect(await rows("PRAGMA journal_mode")).toMatchObject([{ journal_mode: "wal" }])
    const orphan = database.write((sql) =>
      sql.run("INSERT INTO projects (organisation_id, name) VALUES (?, 'One')", randomUUID()),
    )
    await expect(orphan).rejects.toThrow("FOREIGN KEY constraint failed")
    const wrongType = database.write((sql) => sql.run("UPDATE discussion_words_progress SET log_id = 'many'"))
    await expect(wrongType).rejects.toThrow(/cannot store TEXT value in INTEGER column/)
  })

  test("keeps its log small, also after a reader of an old snapshot made it grow", async () => {
    const write = async (megabytes: number) => {
      for (let written = 0; written < megabytes; written++) await insert("x".repeat(megabyte))
    }
    await write(20)
    expect(await size("-wal")).toBeLessThan(8 * megabyte)
    const reader = otherProgram()
    reader.exec("BEGIN; SELECT count(*) FROM organisations")
    await write(24)
    expect(await size("-wal")).toBeGreaterThan(20 * megabyte)
    reader.exec("COMMIT")
    await write(3)
    expect(await size("-wal")).toBeLessThanOrEqual(16 * megabyte)
  })

  test("shrinks after a discussion was deleted", async () => {
    const { discussions, list } = storage.organisation(localOrganisationId)
    const before = await size()
    const id = randomUUID()
    await discussions.append(id, [abortedEvent("x".repeat(2 * megabyte), 1, 1)])
    await storage.database.shrink()
    expect(await size()).toBeGreaterThan(2 * megabyte)
    await list.delete(id)
    expect(await size()).toBeLessThan(before + megabyte)
    expect(await size("-wal")).toBe(0)
  })
})

test("users do not see the notice of Node 22 that SQLite is experimental", () => {
  onTestFinished(() => void vi.restoreAllMocks())
  const { getBuiltinModule } = process
  const warned = vi.spyOn(process, "emitWarning").mockImplementation(() => {})
  vi.spyOn(process, "getBuiltinModule").mockImplementation(((name: string) => {
    process.emitWarning("SQLite is an experimental feature and might change at any time", "ExperimentalWarning")
    process.emitWarning("Something else")
    return getBuiltinModule(name)
  }) as typeof getBuiltinModule)
  openFile("memory").sql.close()
  expect(warned.mock.calls).toEqual([["Something else"]])
})
