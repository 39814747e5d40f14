import { randomUUID } from "node:crypto"
import fc from "fast-check"
import { beforeAll, describe, expect, test } from "vitest"
import type { DiscussionList } from "../../src/ports/discussion-list.ts"
import { databases, newOrganisation } from "../support/databases.ts"
import { abortedEvent, randomDiscussion } from "../support/random-discussion.ts"

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

  test("gives pages, newest first, that others' beginnings do not shift", async () => {
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

  test("refuses a cursor that is none", async () => {
    await expect(list.list({ limit: 1, cursor: "1.x" })).rejects.toMatchObject({ code: "INPUT_INVALID" })
  })
})
