import { type ChildProcess, execFileSync, fork } from "node:child_process"
import { randomUUID } from "node:crypto"
import { once } from "node:events"
import { chownSync, readdirSync } from "node:fs"
import { chmod, mkdir, mkdtemp, readFile, rename, rm, stat, truncate, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { relayEveryMs } from "../../src/engine/live/live-relay.ts"
import { systemClock } from "../../src/main/system-ports.ts"
import { localOrganisationId } from "../../src/ports/key-store.ts"
import type { Connection } from "../../src/stores/sqlite/connection.ts"
import { openSqlite, type SqliteStorage } from "../../src/stores/sqlite/open-sqlite.ts"
import { pollEveryMs } from "../../src/stores/sqlite/sqlite-database.ts"
import { abortedEvent } from "../support/random-discussion.ts"

const event = (seq: number, reason = "kept") => abortedEvent(reason, seq, seq)

/** Opens the folder in a process without root's rights, which no mode restricts, and returns what it printed. */
function openAsUser(folder: string): string {
  const script = `import("${new URL("../../src/stores/sqlite/open-sqlite.ts", import.meta.url).href}")
    .then(({ openSqlite }) => openSqlite(${JSON.stringify(folder)}, {}))
    .then(() => console.log("opened"), (error) => console.log(error.code + " " + error.message))`
  const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
  if (user.uid) for (const name of ["..", "", ...readdirSync(folder)]) chownSync(join(folder, name), user.uid, user.gid)
  return execFileSync(process.execPath, ["-e", script], { encoding: "utf8", cwd: "/", ...user })
}

describe("the database in a data folder", () => {
  let folder: string
  let opened: SqliteStorage[] = []
  const writers: ChildProcess[] = []
  const open = () => {
    const storage = openSqlite(folder, systemClock)
    opened.push(storage)
    return storage
  }
  const store = () => open().organisation(localOrganisationId).discussions
  const file = () => join(folder, "conclave.db")
  const write = (id: string) => {
    const writer = fork(join(import.meta.dirname, "write-events.ts"), [folder, id], { execArgv: [] })
    writers.push(writer)
    return writer
  }
  const writtenBeside = async () => {
    await writeFile(`${file()}-new`, "")
    return `${file()}-new`
  }
  beforeEach(async () => {
    folder = join(await mkdtemp(join(tmpdir(), "conclave-data-")), "data")
  })
  afterEach(async () => {
    for (const writer of writers.splice(0)) writer.kill("SIGKILL")
    await Promise.all(opened.map((storage) => storage.close()))
    opened = []
    await rm(join(folder, ".."), { recursive: true, force: true })
  })

  test("persists, and is private to its owner [data.both]", async () => {
    const id = randomUUID()
    await store().append(id, [event(1)])
    await opened.pop()!.close()
    expect(await store().read(id)).toEqual([event(1)])
    const modes = await Promise.all(
      [folder, file(), `${file()}-wal`].map(async (path) => (await stat(path)).mode & 0o777),
    )
    expect(modes).toEqual([0o700, 0o600, 0o600])
  })

  test("is made private again if others could read it [access.database]", async () => {
    await store().append(randomUUID(), [event(1)])
    await opened.pop()!.close()
    await chmod(folder, 0o777)
    await chmod(file(), 0o666)
    await store().append(randomUUID(), [event(1)])
    const paths = [folder, file(), `${file()}-wal`, `${file()}-shm`]
    const modes = await Promise.all(paths.map(async (path) => (await stat(path)).mode & 0o777))
    expect(modes).toEqual([0o700, 0o600, 0o600, 0o600])
  })

  test("stays read-only if its owner made it so, and loses only the permissions of others [access.database]", async () => {
    await open().close()
    opened = []
    await chmod(file(), 0o444)
    await chmod(folder, 0o555)
    expect(openAsUser(folder)).toMatch(
      /^DATABASE_UNAVAILABLE \S+conclave\.db: the database file (is read-only|cannot be opened); check/,
    )
    const modes = await Promise.all([folder, file()].map(async (path) => (await stat(path)).mode & 0o777))
    expect(modes).toEqual([0o500, 0o400])
  })

  test("is read and written by several processes at once, which are notified of each other's events [data.both]", async () => {
    const id = randomUUID()
    const writer = write(id)
    await once(writer, "message")
    const discussions = store()
    const told = new Promise<number>((resolve) => discussions.watch(id, resolve))
    expect(await told).toBeGreaterThan(0)
    const others = write(randomUUID())
    await once(others, "message")
    await discussions.append(randomUUID(), [event(1)])
  })

  test("refuses files of other programs, of newer, development and pre-SQLite versions, each in one line that says what to do", async () => {
    const refused = (message: RegExp) => expect(() => open()).toThrow(message)
    await mkdir(folder)
    await writeFile(file(), "This is a letter to my mother. ".repeat(100))
    refused(/conclave\.db: the file is not a SQLite database; move it away, or choose another folder with --data$/)
    expect(await readFile(file(), "utf8")).toContain("mother")
    await rm(file())
    const other = new DatabaseSync(file())
    other.exec("CREATE TABLE theirs (id)")
    other.close()
    refused(/^[^:]+conclave\.db is a database of another program; choose another folder with --data$/)
    await rm(folder, { recursive: true })
    await open().close()
    opened = []
    const newer = new DatabaseSync(file())
    newer.exec("PRAGMA user_version = 99")
    newer.close()
    refused(
      /^[^:]+conclave\.db was written by a newer version of Conclave \(schema 99, this version supports up to \d+\); install that version$/,
    )
    const older = new DatabaseSync(file())
    older.exec("PRAGMA user_version = 9")
    older.close()
    refused(
      /^[^:]+conclave\.db was written by a development version of Conclave \(schema 9\) and cannot be opened; run "conclave backup" with that version and "conclave restore" with this one, or move the file away to start empty$/,
    )
    const unversioned = new DatabaseSync(file())
    unversioned.exec("PRAGMA user_version = 0")
    unversioned.close()
    refused(/^[^:]+conclave\.db was written by a development version of Conclave \(schema 0\)/)
    await mkdir(join(folder, "database"))
    await writeFile(join(folder, "database", "PG_VERSION"), "18\n")
    refused(
      /written by a version of Conclave from before SQLite and cannot be opened; choose another folder with --data/,
    )
  })

  test("that was truncated is a clear error, not a crash", async () => {
    const id = randomUUID()
    const discussions = store()
    for (let seq = 1; seq < 200; seq++) await discussions.append(id, [event(seq, "x".repeat(2_000))])
    await opened.pop()!.close()
    await truncate(file(), 200_000)
    const read = async () => await store().read(id)
    await expect(read()).rejects.toMatchObject({
      code: "DATABASE_UNAVAILABLE",
      message: expect.stringMatching(/damaged/),
    })
  })

  test("that was partly overwritten is a clear error for a backup, too", async () => {
    const { discussions } = open().organisation(localOrganisationId)
    for (let number = 0; number < 50; number++) await discussions.append(randomUUID(), [event(1, "x".repeat(2_000))])
    await opened.pop()!.close()
    const bytes = await readFile(file())
    await writeFile(file(), bytes.fill(0x5a, bytes.length - 40_960))
    const backup = async () => {
      for await (const rows of open().maintenance.backup()) expect(rows).not.toEqual([])
    }
    await expect(backup()).rejects.toMatchObject({
      code: "DATABASE_UNAVAILABLE",
      message: expect.stringMatching(/damaged/),
    })
  })

  test("is not written by an older process after a newer version has migrated it", async () => {
    const storage = open()
    const { discussions } = storage.organisation(localOrganisationId)
    await discussions.append(randomUUID(), [event(1)])
    const newer = new DatabaseSync(file())
    newer.exec("PRAGMA user_version = 99")
    await expect(discussions.append(randomUUID(), [event(1)])).rejects.toThrow(/newer version of Conclave/)
    expect(newer.prepare("SELECT count(*) AS found FROM discussion_events").get()).toEqual({ found: 1 })
    newer.close()
    await expect(storage.check()).rejects.toThrow(/newer version of Conclave/)
  })

  test.each([
    ["deleted", () => rm(file())],
    ["deleted with its folder", () => rm(folder, { recursive: true })],
    ["replaced", async () => rename(await writtenBeside(), file())],
    ["deprived of its log", () => rm(`${file()}-wal`)],
  ])("is not written after it was %s, and is unhealthy", async (_how, damage) => {
    const storage = open()
    const { discussions } = storage.organisation(localOrganisationId)
    await damage()
    const unavailable = { code: "DATABASE_UNAVAILABLE", message: expect.stringMatching(/deleted or replaced/) }
    await expect(discussions.append(randomUUID(), [event(1)])).rejects.toMatchObject(unavailable)
    await expect(storage.check()).rejects.toMatchObject(unavailable)
  })

  test("that was moved away and back is written again", async () => {
    const storage = open()
    const { discussions } = storage.organisation(localOrganisationId)
    await rename(folder, `${folder}-moved`)
    await expect(discussions.append(randomUUID(), [event(1)])).rejects.toMatchObject({ recoverable: true })
    await rename(`${folder}-moved`, folder)
    await discussions.append(randomUUID(), [event(1)])
    await storage.check()
  })

  test("is unhealthy from the first failed write on, whatever the reason", async () => {
    const { database, checkWrites } = open()
    const write = () => database.write((sql) => sql.run("INSERT INTO organisations (name) VALUES ('One')"))
    const readOnly = (on: boolean) => database.read((sql) => sql.script(`PRAGMA query_only = ${on ? 1 : 0}`))
    await readOnly(true)
    const refused = await Promise.allSettled([write(), write()])
    expect(refused.map(({ status }) => status)).toEqual(["rejected", "rejected"])
    await expect(checkWrites()).rejects.toMatchObject({ code: "DATABASE_UNAVAILABLE" })
    await readOnly(false)
    await write()
    await checkWrites()
  })

  test("shrinks after a prune", async () => {
    const storage = open()
    const { discussions } = storage.organisation(localOrganisationId)
    for (let number = 0; number < 200; number++) await discussions.append(randomUUID(), [event(1, "x".repeat(10_000))])
    await storage.database.shrink()
    const before = (await stat(file())).size
    expect(before).toBeGreaterThan(2_000_000)
    expect(await storage.maintenance.prune({ olderThanDays: 1 })).toBe(200)
    expect((await stat(file())).size).toBeLessThan(before / 4)
    expect((await stat(`${file()}-wal`)).size).toBe(0)
  })

  test("rolls back only the failed part of a group commit", async () => {
    const { database } = open()
    const insert = (name: string) =>
      database.write((sql) => {
        sql.run("INSERT INTO organisations (name) VALUES (?)", name)
        if (name === "b") throw new Error("on second thoughts")
      })
    const results = await Promise.allSettled(["a", "b", "c"].map(insert))
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"])
    const names = await database.read((sql) =>
      sql.rows<{ name: string }>("SELECT name FROM organisations ORDER BY name"),
    )
    expect(names.map(({ name }) => name)).toEqual(["Local", "a", "c"])
  })

  test("waits for a lock of another process without blocking the event loop", async () => {
    const { database } = open()
    const other = new DatabaseSync(file())
    other.exec("BEGIN IMMEDIATE")
    const insert = (sql: Connection) => sql.run("INSERT INTO organisations (name) VALUES ('Late')")
    const restored = database.exclusively(async (sql) => insert(sql))
    const written = database.write(insert)
    let ticks = 0
    const timer = setInterval(() => ticks++, 1)
    while (ticks < 20) await new Promise((resolve) => setImmediate(resolve))
    clearInterval(timer)
    other.exec("COMMIT")
    other.close()
    expect(await Promise.all([written, restored])).toEqual([1, 1])
  })

  test("does not starve the event loop with lone commits, and then groups concurrent ones", async () => {
    const { database } = open()
    const insert = () => database.write((sql) => sql.run("INSERT INTO organisations (name) VALUES ('One')"))
    let turns = 0
    const count = () => {
      turns++
      counting = setImmediate(count)
    }
    let counting = setImmediate(count)
    for (let written = 0; written < 200; written++) await insert()
    clearImmediate(counting)
    expect(turns).toBeGreaterThanOrEqual(Math.floor(200 / 16))
    const reader = new DatabaseSync(file(), { readOnly: true })
    const rows = () => reader.prepare("SELECT count(*) AS found FROM organisations WHERE name = 'One'").get()!.found
    const seen = new Set<unknown>()
    await Promise.all(Array.from({ length: 100 }, () => insert().then(() => seen.add(rows()))))
    expect(rows()).toBe(300)
    expect(seen.size).toBeLessThan(20)
    reader.close()
  })

  test("reports a full disk, and keeps acknowledged writes", async () => {
    const { database, organisation } = open()
    const { discussions } = organisation(localOrganisationId)
    const id = randomUUID()
    await discussions.append(id, [event(1)])
    const pages = await database.read((sql) => sql.row<{ page_count: number }>("PRAGMA page_count")!.page_count)
    await database.read((sql) => sql.script(`PRAGMA max_page_count = ${pages + 1}`))
    const large = discussions.append(id, [event(2, "x".repeat(100_000))])
    await expect(large).rejects.toMatchObject({
      code: "DATABASE_UNAVAILABLE",
      message: expect.stringMatching(/disk is full/),
    })
    await database.read((sql) => sql.script("PRAGMA max_page_count = 1000000"))
    await discussions.append(id, [event(2)])
    expect(await discussions.read(id)).toEqual([event(1), event(2)])
  })

  test("is not writable: one line that names the folder", async () => {
    await mkdir(folder, { mode: 0o555 })
    expect(openAsUser(folder)).toMatch(
      /^INITIALIZATION_FAILED the data folder \S+ is not writable; check its owner and permissions/,
    )
  })

  test("has relay and poll intervals of at most 200 ms together", () => {
    expect(relayEveryMs + pollEveryMs).toBeLessThanOrEqual(200)
  })

  test("is an error, not a crash, after it was closed", async () => {
    const storage = open()
    await storage.close()
    const read = storage.organisation(localOrganisationId).discussions.read(randomUUID())
    await expect(read).rejects.toMatchObject({ code: "DATABASE_UNAVAILABLE" })
  })
})
