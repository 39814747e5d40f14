import { type ChildProcess, fork } from "node:child_process"
import { randomUUID } from "node:crypto"
import { once } from "node:events"
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { openDatabase } from "../../src/stores/postgres/database.ts"
import { isWhole } from "../../src/stores/postgres/embedded/frontend-messages.ts"
import { localOrganisation } from "../../src/stores/postgres/organisation.ts"
import { PostgresDiscussionStore } from "../../src/stores/postgres/postgres-discussion-store.ts"
import { abortedEvent } from "../support/random-discussion.ts"

describe("the embedded database in a folder", () => {
  let folder: string
  let writer: ChildProcess | undefined
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "conclave-data-"))
  })
  afterEach(async () => {
    writer?.kill("SIGKILL")
    await rm(folder, { recursive: true, force: true })
  })

  test("is there again when it is opened again [data.both]", async () => {
    const id = randomUUID()
    const event = abortedEvent("kept", 1, 1)
    for (const isFirst of [true, false]) {
      const database = await openDatabase({ data: folder })
      const store = new PostgresDiscussionStore({ database, organisationId: localOrganisation })
      if (isFirst) await store.append(id, [event])
      expect(await store.read(id)).toEqual([event])
      await database.close()
    }
  })

  test("is refused to a second process while one has it [data.both]", async () => {
    writer = fork(join(import.meta.dirname, "write-events.ts"), [folder, randomUUID()], { execArgv: [] })
    await once(writer, "message")
    await expect(openDatabase({ data: folder })).rejects.toMatchObject({
      code: "DATA_LOCKED",
      message: expect.stringContaining(`process ${writer.pid}`),
    })
  })

  test("has every acknowledged event after kill -9, and no half of one [data.survives-kill]", async () => {
    const id = randomUUID()
    let acknowledged = 0
    for (let kills = 0; kills < 3; kills++) {
      writer = fork(join(import.meta.dirname, "write-events.ts"), [folder, id], { execArgv: [] })
      const enough = acknowledged + 5 + Math.floor(Math.random() * 20)
      await new Promise<void>((resolve) => {
        writer!.on("message", (seq: number) => {
          acknowledged = Math.max(acknowledged, seq)
          if (seq >= enough) resolve()
        })
      })
      writer.kill("SIGKILL")
      await once(writer, "exit")
    }
    const database = await openDatabase({ data: folder })
    const events = await new PostgresDiscussionStore({ database, organisationId: localOrganisation }).read(id)
    await database.close()
    expect(events.length).toBeGreaterThanOrEqual(acknowledged)
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1))
  })

  test("that was never finished is made anew [data.both]", async () => {
    await mkdir(join(folder, "database"))
    await writeFile(join(folder, "database", "PG_VERSION"), "18\n")
    await writeFile(join(folder, "database-unfinished"), "")
    const database = await openDatabase({ data: folder })
    await expect(database.pool.query("SELECT FROM discussions")).resolves.toBeDefined()
    await database.close()
  })

  test("is an error, not a crash, to whoever uses it after it was closed", async () => {
    const database = await openDatabase({ data: "memory" })
    await database.close()
    const store = new PostgresDiscussionStore({ database, organisationId: localOrganisation })
    await expect(store.read(randomUUID())).rejects.toMatchObject({ code: "DATABASE_UNAVAILABLE", recoverable: true })
  })
})

test("a request is whole when its last message is, and ends it", () => {
  const message = (letter: string, body: string) => {
    const bytes = Buffer.alloc(5 + body.length)
    bytes.write(letter)
    bytes.writeUInt32BE(4 + body.length, 1)
    bytes.write(body, 5)
    return bytes
  }
  const [parse, sync, query] = [message("P", "SELECT"), message("S", ""), message("Q", "SELECT 1\0")]
  expect(isWhole(query)).toBe(true)
  expect(isWhole(Buffer.concat([parse, sync]))).toBe(true)
  for (const part of [
    parse,
    query.subarray(0, 3),
    query.subarray(0, 8),
    Buffer.concat([sync, parse]),
    Buffer.alloc(0),
  ]) {
    expect(isWhole(part)).toBe(false)
  }
})
