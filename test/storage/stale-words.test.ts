import { randomUUID } from "node:crypto"
import { describe, expect, test } from "vitest"
import { testDatabases } from "../support/databases.ts"

const databases = testDatabases()

describe.each(databases)("live text on $name", ({ open }) => {
  test("is swept if no process runs the discussion any more [events.resume]", async () => {
    const { kind, storage, query } = await open()
    const [words, jobs] = kind === "SQLite" ? ["running_words", "running_jobs"] : ["running.words", "running.runs"]
    const [dead, alive, fresh] = [randomUUID(), randomUUID(), randomUUID()]
    const say = (id: string, minutesAgo: number) =>
      query(
        `INSERT INTO ${words} (discussion_id, turn_id, attempt, role, start, words, at) VALUES ($1, 't1', 1, 'ann', 0, 'x', $2)`,
        [id, new Date(Date.now() - minutesAgo * 60_000).toISOString()],
      )
    await say(dead, 2)
    await say(alive, 2)
    await say(fresh, 0)
    await query(
      kind === "SQLite"
        ? `INSERT INTO ${jobs} (queue, key, data, due_at, claimed_by) VALUES ('discussions', $1, '{}', '', $2)`
        : `INSERT INTO ${jobs} (discussion_id, process_id) VALUES ($1, $2)`,
      [alive, randomUUID()],
    )
    await storage.maintenance.dropOld()
    const left = await query(`SELECT discussion_id FROM ${words}`)
    expect(left.map((row) => row.discussion_id).toSorted()).toEqual([alive, fresh].toSorted())
  })
})
