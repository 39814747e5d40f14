import { randomUUID } from "node:crypto"
import fc from "fast-check"
import { beforeAll, describe, expect, test } from "vitest"
import type { DiscussionEvent } from "../../src/core/discussion/event.ts"
import { discussionStoreContract } from "../contracts/discussion-store.ts"
import { newOrganisation, type TestDatabase, testDatabases } from "../support/databases.ts"
import { randomDiscussion } from "../support/random-discussion.ts"

const databases = testDatabases()

for (const { name, open } of databases) {
  discussionStoreContract(`${name} [data.both] [data.once]`, async () => {
    const database = await open()
    return database.storage.organisation(await newOrganisation(database)).discussions
  })
}

describe.each(databases)("a store on $name", ({ open }) => {
  let database: TestDatabase
  let organisationId: string
  beforeAll(async () => {
    database = await open()
    organisationId = await newOrganisation(database)
  })

  test("adds the job in the transaction of the events [data.events]", async () => {
    const { storage } = database
    const store = storage.organisation(organisationId).discussions
    const [kept, lost] = [randomUUID(), randomUUID()]
    await store.append(kept, [turn(1, "First")], { run: true })
    await expect(store.append(kept, [turn(1, "Too late")], { run: true })).rejects.toMatchObject({ code: "CONFLICT" })
    await expect(store.append(lost, [turn(2, "Too early")], { run: true })).rejects.toMatchObject({ code: "NOT_FOUND" })
    const asked: string[] = []
    const ran = new Promise<void>((resolve) => {
      const run = async ({ discussionId }: { readonly discussionId: string }) => {
        asked.push(discussionId)
        resolve()
        return { seq: 1 }
      }
      void storage.runs.work({ concurrency: 5, run, onFailure: async () => {}, onError: () => {} })
    })
    await ran
    await storage.runs.stop(0)
    expect(asked).toEqual([kept])
  })

  test("cleans characters that a database cannot store, and counts them", async () => {
    const store = database.storage.organisation(organisationId).discussions
    const id = randomUUID()
    await store.append(id, [turn(1, "a\0b \ud800 c \udc00 😀 \\u0000")])
    expect(await store.read(id)).toEqual([turn(1, "ab \ufffd c \ufffd 😀 \\u0000")])
    const rows = await database.query(
      `SELECT e.cleaned, l.content, l.metadata FROM discussion_events e JOIN discussion_logs l USING (discussion_id, seq)
       WHERE e.discussion_id = $1`,
      [id],
    )
    expect(rows).toMatchObject([{ cleaned: 3, content: "ab \ufffd c \ufffd 😀 \\u0000", metadata: { cleaned: 3 } }])
  })

  test("stores any other text unchanged, in events and in rows", async () => {
    const store = database.storage.organisation(organisationId).discussions
    const [created] = fc.sample(randomDiscussion, 1)[0]!.events
    if (created?.type !== "discussion_created") throw new Error("a discussion begins with discussion_created")
    const text = fc.oneof(
      fc.string({ unit: "grapheme" }),
      fc.constantFrom('"', "\\", "(,)", "{}", "NULL", "", " ", "\n", "'", "\\x"),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(text).map((parts) => parts.join("")),
        text,
        async (topic, content) => {
          const id = randomUUID()
          const events = [{ ...created, data: { table: { ...created.data.table, topic } } }, turn(2, content)]
          await store.append(id, events)
          const rows = await database.query(
            "SELECT topic, content FROM discussions d JOIN discussion_logs l ON l.discussion_id = d.id WHERE d.id = $1",
            [id],
          )
          expect(rows).toEqual([{ topic, content }])
          expect(await store.read(id)).toEqual(events)
        },
      ),
      { numRuns: 60 },
    )
  })

  test("reports invalid ids and missing projects as not found", async () => {
    const store = database.storage.organisation(organisationId).discussions
    for (const id of ["", "x", "'; DROP TABLE discussions; --"]) {
      await expect(store.read(id)).rejects.toMatchObject({ code: "NOT_FOUND" })
      await expect(store.append(id, [turn(1, "x")])).rejects.toMatchObject({ code: "NOT_FOUND" })
    }
    const [created] = fc.sample(randomDiscussion, 1)[0]!.events
    if (created?.type !== "discussion_created") throw new Error("a discussion begins with discussion_created")
    for (const projectId of [randomUUID(), "none"]) {
      const event = { ...created, data: { table: { ...created.data.table, projectId } } }
      await expect(store.append(randomUUID(), [event])).rejects.toMatchObject({ code: "NOT_FOUND" })
    }
  })
})

const noTokens = { promptTokens: 0, cachedTokens: 0, completionTokens: 0 }

function turn(seq: number, content = "twenty letters long ".repeat(40)): DiscussionEvent {
  const base = { id: `t${seq}`, seat: "ada", roundNumber: 1, purpose: "turn", passed: false } as const
  const took = { timestamp: seq, durationMs: 1, attempt: 1, tokenUsage: noTokens, finishReason: "stop" } as const
  return { type: "turn_completed", data: { turn: { ...base, ...took, content } }, seq, at: 1_700_000_000_000 + seq }
}
