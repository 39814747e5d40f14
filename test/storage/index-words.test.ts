import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { expect, onTestFinished, test } from "vitest"
import { systemClock } from "../../src/main/system-ports.ts"
import { localOrganisationId } from "../../src/ports/key-store.ts"
import { openSqlite } from "../../src/stores/sqlite/open-sqlite.ts"
import { migrations } from "../../src/stores/sqlite/schema/index.ts"
import { beginIn } from "../support/listed-discussion.ts"

function openDiscussions(data = "memory") {
  const storage = openSqlite(data, systemClock)
  onTestFinished(() => storage.close())
  const { discussions, list } = storage.organisation(localOrganisationId)
  return {
    ...{ storage, discussions, list, begin: beginIn(discussions) },
    found: async (q: string) => (await list.list({ q, limit: 50 })).discussions.map(({ id }) => id).toSorted(),
    /** Turns that the index of words does not have yet. */
    unindexed: () =>
      storage.database.read(
        (sql) =>
          sql.row<{ turns: number }>(
            "SELECT count(*) AS turns FROM discussion_logs WHERE id > (SELECT log_id FROM discussion_words_progress)",
          )!.turns,
      ),
  }
}

test("what was just said is found, though its words are indexed only now", async () => {
  const { begin, found, unindexed } = openDiscussions()
  const id = await begin("Fruit", { turns: ["apples keep longest", "pears do not"] })
  expect(await unindexed()).toBe(2)
  expect(await found("apples")).toEqual([id])
  expect(await unindexed()).toBe(0)
})

test("words are indexed many turns at once", async () => {
  const { begin, unindexed } = openDiscussions()
  for (let number = 0; number < 31; number++) await begin("Many", { turns: ["one more"] })
  expect(await unindexed()).toBe(31)
  await begin("Many", { turns: ["the last"] })
  expect(await unindexed()).toBe(0)
})

test("what is deleted before its words are indexed leaves none, and what takes its place is found", async () => {
  const { begin, found, list } = openDiscussions()
  const kept = await begin("Kept", { turns: ["quinces"] })
  expect(await found("quinces")).toEqual([kept])
  const indexed = await begin("Gone", { turns: ["medlars"] })
  expect(await found("medlars")).toEqual([indexed])
  const unseen = await begin("Gone too", { turns: ["sloes"] })
  await list.delete(unseen)
  await list.delete(indexed)
  const next = await begin("Next", { turns: ["damsons"] })
  expect([await found("sloes"), await found("medlars"), await found("damsons")]).toEqual([[], [], [next]])
})

test("a file of before keeps its events in order, and its words", async () => {
  const folder = mkdtempSync(join(tmpdir(), "conclave-older-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const older = new DatabaseSync(join(folder, "conclave.db"))
  older.enableDefensive(false)
  for (const name of ["search_text", "lower"]) older.function(name, (text) => text)
  for (const text of migrations.slice(0, 8)) older.exec(text)
  const id = "0f8fad5b-d9cb-469f-a165-70867728950e"
  const at = "2026-01-02T03:04:05.000000Z"
  const data = JSON.stringify({ reason: "person" })
  older.exec(`
    INSERT INTO discussions (id, last_seq, round, turns, prompt_tokens, cached_tokens, completion_tokens, updated_at, status,
      phase, created_at, format, topic) VALUES ('${id}', 2, 1, 1, 0, 0, 0, '${at}', 'paused', 'idle', '${at}', 'duet', 'Old');
    INSERT INTO discussion_events (discussion_id, seq, at, type, payload, version)
      VALUES ('${id}', 1, '${at}', 'discussion_paused', '${data}', 3), ('${id}', 2, '${at}', 'discussion_resumed', '{}', 3);
    INSERT INTO discussion_logs (discussion_id, seq, round_number, created_at, role, content, metadata)
      VALUES ('${id}', 1, 1, '${at}', 'user', 'elderberries', '{}');
    PRAGMA application_id = ${0x434e434c}; PRAGMA user_version = 8`)
  older.close()
  const { discussions, found, unindexed } = openDiscussions(folder)
  expect((await discussions.read(id)).map(({ seq, type }) => [seq, type])).toEqual([
    [1, "discussion_paused"],
    [2, "discussion_resumed"],
  ])
  expect([await unindexed(), await found("elderberries")]).toEqual([0, [id]])
})
