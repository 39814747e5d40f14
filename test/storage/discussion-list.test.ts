import { randomUUID } from "node:crypto"
import fc from "fast-check"
import { beforeAll, describe, expect, onTestFinished, test } from "vitest"
import { systemClock } from "../../src/main/system-ports.ts"
import type { DiscussionList } from "../../src/ports/discussion-list.ts"
import { localOrganisationId } from "../../src/ports/key-store.ts"
import type { PostgresStorage } from "../../src/stores/postgres/open-postgres.ts"
import { postgresSql } from "../../src/stores/postgres/postgres-sql.ts"
import type { SqlStatement } from "../../src/stores/sql/sql-database.ts"
import { SqlDiscussionList } from "../../src/stores/sql/sql-discussion-list.ts"
import { locations, newOrganisation, openTest, testDatabases } from "../support/databases.ts"
import { beginIn } from "../support/listed-discussion.ts"
import { abortedEvent, randomDiscussion } from "../support/random-discussion.ts"

const databases = testDatabases()

describe.each(databases)("the list of discussions on $name", ({ open }) => {
  let list: DiscussionList
  let begin: (topic: string, at: number, format?: string) => Promise<string>
  beforeAll(async () => {
    const database = await open()
    const organisationId = await newOrganisation(database)
    const { discussions: store, list: found } = database.storage.organisation(organisationId)
    list = found
    const created = fc.sample(randomDiscussion, 1)[0]?.events[0]
    begin = async (topic, at, format = "duet") => {
      if (created?.type !== "discussion_created") throw new Error("a discussion begins with discussion_created")
      const { table } = created.data
      const id = randomUUID()
      const own = { ...table, topic, format: { ...table.format, name: format } }
      await store.append(id, [{ ...created, data: { table: own }, at }])
      if (format === "hive") await store.append(id, [abortedEvent("x", 2, at + 1)])
      return id
    }
  })

  test("returns pages, newest first, that new discussions do not shift", async () => {
    const at = 1_800_000_000_000
    const ids: string[] = []
    for (let index = 0; index < 5; index++) ids.unshift(await begin(`Page ${index}`, at + Math.floor(index / 2)))
    const first = await list.list({ q: "page", limit: 2 })
    await begin("Page late", at + 10)
    const second = await list.list({ q: "page", limit: 2, cursor: first.next! })
    const third = await list.list({ q: "page", limit: 2, cursor: second.next! })
    const found = [first, second, third].flatMap(({ discussions }) => discussions)
    expect(found.map(({ createdAt }) => Date.parse(createdAt))).toEqual([at + 2, at + 1, at + 1, at, at])
    expect(new Set(found.map(({ id }) => id))).toEqual(new Set(ids))
    expect(third.next).toBeNull()
  })

  test("finds by words of the topic, status and format", async () => {
    const at = 1_900_000_000_000
    const id = await begin("Où est le PONT 100%_?", at, "hive")
    await begin("Another bridge", at + 1)
    const only = async (filter: object) =>
      (await list.list({ limit: 10, ...filter })).discussions.map((discussion) => discussion.id)
    expect(await only({ q: "pont 100%_" })).toEqual([id])
    expect(await only({ format: "hive" })).toEqual([id])
    expect(await only({ status: "aborted" })).toEqual([id])
    expect(await only({ status: "waiting" })).toEqual([])
    expect(await only({ projectId: randomUUID() })).toEqual([])
    expect(await only({ projectId: "no id" })).toEqual([])
    const { discussions } = await list.list({ q: "pont", limit: 1 })
    expect(discussions[0]).toMatchObject({
      ...{
        id,
        format: "hive",
        topic: "Où est le PONT 100%_?",
        status: "aborted",
        round: 0,
        projectId: null,
        parent: null,
      },
      createdAt: new Date(at).toISOString(),
      updatedAt: new Date(at + 1).toISOString(),
    })
  })

  test("refuses an invalid cursor", async () => {
    await expect(list.list({ limit: 1, cursor: "1.x" })).rejects.toMatchObject({ code: "INPUT_INVALID" })
  })
})

test("a page of the list looks up on PostgreSQL what it shows, and no more", async () => {
  const { storage } = await openTest(await locations.PostgreSQL())
  onTestFinished(() => storage.close())
  const { database } = storage as PostgresStorage
  const begin = beginIn(storage.organisation(localOrganisationId).discussions)
  for (let number = 0; number < 40; number++) await begin(`Topic ${number}`, { solution: "Yes" })
  const sql = postgresSql(database)
  const plans: Plan[] = []
  const list = new SqlDiscussionList(
    {
      ...sql,
      async run(organisationId, [step]) {
        const { text, values } = step as SqlStatement
        const explained = { text: `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values }
        const [found] = await sql.run(organisationId, [explained])
        plans.push((found![0]!["QUERY PLAN"] as readonly { Plan: Plan }[])[0]!.Plan)
        return sql.run(organisationId, [{ text, values }])
      },
    },
    localOrganisationId,
  )
  const { discussions } = await list.list({ limit: 3, archived: false })
  expect(discussions.map(({ topic }) => topic)).toEqual(["Topic 39", "Topic 38", "Topic 37"])
  const scans = scansOf(plans[0]!)
  const of = (name: string) => scans.filter((scan) => scan["Relation Name"] === name || scan["Function Name"] === name)
  expect(of("discussion_events").map((scan) => scan["Actual Rows"] * scan["Actual Loops"])).toEqual([4])
  // None of them runs, so none can wait for a worker.
  expect(of("waiting_runs").map((scan) => scan["Actual Loops"])).toEqual([0])
})

interface Plan {
  readonly "Relation Name"?: string
  readonly "Function Name"?: string
  readonly "Actual Rows": number
  readonly "Actual Loops": number
  readonly Plans?: readonly Plan[]
}

function scansOf(plan: Plan): readonly Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(scansOf)]
}

test("turns are indexed a moment later, or by an earlier search", async () => {
  const later: (() => void)[] = []
  const after = (_: number, callback: () => void) => {
    later.push(callback)
    return () => {}
  }
  const { storage, query } = await openTest(await locations.PostgreSQL(), { ...systemClock, after })
  onTestFinished(() => storage.close())
  const { discussions, list } = storage.organisation(localOrganisationId)
  const begin = beginIn(discussions)
  const waiting = async () => (await query("SELECT count(*) AS texts FROM running.unindexed_texts"))[0].texts
  await begin("Bread", { turns: ["rye keeps longest"] })
  expect(await waiting()).toBe(1)
  for (const callback of later) callback()
  await expect.poll(waiting).toBe(0)
  const indexed = "SELECT discussion_id FROM discussion_texts WHERE words @@ to_tsquery('simple', $1)"
  expect(await query(indexed, ["rye"])).toHaveLength(1)
  const id = await begin("Fruit", { turns: ["apples keep longest", "pears do not"] })
  await list.delete(await begin("Fruit", { turns: ["apples rot"] }))
  expect(await waiting()).toBe(3)
  expect((await list.list({ q: "apples", limit: 5 })).discussions.map((each) => each.id)).toEqual([id])
  expect(await waiting()).toBe(0)
  expect(await query(indexed, ["apples"])).toEqual([{ discussion_id: id }])
})
