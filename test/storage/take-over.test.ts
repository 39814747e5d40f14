import { fork } from "node:child_process"
import { randomUUID } from "node:crypto"
import { once } from "node:events"
import { join } from "node:path"
import { expect, test } from "vitest"
import { localOrganisationId } from "../../src/ports/key-store.ts"
import type { SqliteStorage } from "../../src/stores/sqlite/open-sqlite.ts"
import { openTest, sharedLocations } from "../support/databases.ts"

const event = (seq: number) => ({ type: "discussion_paused", data: { reason: "person" }, seq, at: seq }) as const

test("the discussions of a killed process are claimed by the remaining one once its heartbeat stops [data.goes-on]", async () => {
  const location = await sharedLocations.SQLite()
  const { storage } = await openTest(location)
  const discussionId = randomUUID()
  await storage.organisation(localOrganisationId).discussions.append(discussionId, [event(1)], { run: true })
  const runner = fork(join(import.meta.dirname, "claim-jobs.ts"), ["data" in location ? location.data : ""], {
    execArgv: [],
  })
  await once(runner, "message")
  const claims: string[] = []
  const claimed = new Promise<void>((resolve) => {
    const run = async (job: { readonly discussionId: string }) => {
      claims.push(job.discussionId)
      resolve()
      return { seq: 1 }
    }
    void storage.runs.work({ concurrency: 1, run, onFailure: async () => {}, onError: () => {} })
  })
  // A living process keeps its claim, however long it takes.
  await new Promise((resolve) => setTimeout(resolve, 4_000))
  expect(claims).toEqual([])
  runner.kill("SIGKILL")
  await claimed
  expect(claims).toEqual([discussionId])
  await storage.runs.stop(0)
  const { database } = storage as SqliteStorage
  const left = await database.read((sql) => sql.rows("SELECT * FROM running_jobs"))
  expect(left).toEqual([])
  await storage.close()
}, 30_000)
