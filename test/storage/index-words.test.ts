import { expect, onTestFinished, test } from "vitest"
import { systemClock } from "../../src/main/system-ports.ts"
import { localOrganisationId } from "../../src/ports/key-store.ts"
import { openSqlite } from "../../src/stores/sqlite/open-sqlite.ts"
import { beginIn } from "../support/listed-discussion.ts"

function openDiscussions() {
  const storage = openSqlite("memory", systemClock)
  onTestFinished(() => storage.close())
  const { discussions, list } = storage.organisation(localOrganisationId)
  return {
    ...{ storage, discussions, list, begin: beginIn(discussions) },
    found: async (q: string) => (await list.list({ q, limit: 50 })).discussions.map(({ id }) => id).toSorted(),
    /** Number of turns that the search index does not have yet. */
    unindexed: () =>
      storage.database.read(
        (sql) =>
          sql.row<{ turns: number }>(
            "SELECT count(*) AS turns FROM discussion_logs WHERE id > (SELECT log_id FROM discussion_words_progress)",
          )!.turns,
      ),
  }
}

test("a turn is found at once, since a search indexes it first", async () => {
  const { begin, found, unindexed } = openDiscussions()
  const id = await begin("Fruit", { turns: ["apples keep longest", "pears do not"] })
  expect(await unindexed()).toBe(2)
  expect(await found("apples")).toEqual([id])
  expect(await unindexed()).toBe(0)
})

test("turns are indexed in batches", async () => {
  const { begin, unindexed } = openDiscussions()
  for (let number = 0; number < 31; number++) await begin("Many", { turns: ["one more"] })
  expect(await unindexed()).toBe(31)
  await begin("Many", { turns: ["the last"] })
  expect(await unindexed()).toBe(0)
})

test("a discussion deleted before it was indexed leaves no words, and the next turns are found", async () => {
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
