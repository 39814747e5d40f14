import { fork } from "node:child_process"
import { randomUUID } from "node:crypto"
import { once } from "node:events"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { expect, test } from "vitest"
import { systemClock } from "../../src/main/system-ports.ts"
import { localOrganisationId } from "../../src/ports/key-store.ts"
import { openSqlite } from "../../src/stores/sqlite/open-sqlite.ts"
import { sharedLocations } from "../support/databases.ts"

const script = join(import.meta.dirname, "../storage/write-events.ts")
/** Three processes are killed per round; 200 kills in `npm run chaos`. */
const rounds = Math.ceil((2 * Number(process.env.CHAOS_KILLS ?? 6)) / 3)

test("three processes on one file, killed repeatedly, lose no acknowledged write [data.survives-kill]", async () => {
  const location = await sharedLocations.SQLite()
  const folder = "data" in location ? location.data : ""
  const ids = [randomUUID(), randomUUID(), randomUUID()]
  const acknowledged = new Map(ids.map((id) => [id, 0]))
  for (let round = 0; round < rounds; round++) {
    const writers = ids.map((id) => {
      const writer = fork(script, [folder, id], { execArgv: [] })
      writer.on("message", (seq: number) => acknowledged.set(id, Math.max(seq, acknowledged.get(id)!)))
      return writer
    })
    await Promise.all(writers.map((writer) => once(writer, "message")))
    for (const writer of writers) {
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 100))
      writer.kill("SIGKILL")
    }
    await Promise.all(writers.map((writer) => writer.exitCode ?? writer.signalCode ?? once(writer, "exit")))
    // A start right after the kill is never refused.
    const storage = openSqlite(folder, systemClock)
    const { discussions } = storage.organisation(localOrganisationId)
    for (const id of ids) {
      const events = await discussions.read(id)
      expect(events.length).toBeGreaterThanOrEqual(acknowledged.get(id)!)
      expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1))
    }
    await storage.close()
  }
  const check = new DatabaseSync(join(folder, "conclave.db"))
  expect(check.prepare("PRAGMA integrity_check").get()).toEqual({ integrity_check: "ok" })
  check.close()
})
