import { mkdtemp, readdir, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { localOrganisationId } from "../../src/ports/key-store.ts"
import { MemoryDiscussionList } from "../../src/stores/memory/memory-discussion-list.ts"
import { MemoryDiscussionStore } from "../../src/stores/memory/memory-discussion-store.ts"
import { discussionListContract } from "../contracts/discussion-list.ts"
import { newOrganisation, openTest, testDatabases } from "../support/databases.ts"
import { beginIn } from "../support/listed-discussion.ts"

const databases = testDatabases()

discussionListContract("memory", async () => {
  const store = new MemoryDiscussionStore()
  return { list: new MemoryDiscussionList(store), begin: beginIn(store) }
})

for (const { name, open } of databases) {
  discussionListContract(name, async () => {
    const database = await open()
    const { discussions, list } = database.storage.organisation(await newOrganisation(database))
    return { list, begin: beginIn(discussions) }
  })
}

test("one organisation finds no word of another's", async () => {
  for (const { open } of databases) {
    const database = await open()
    const [one, other] = [await newOrganisation(database), await newOrganisation(database)]
    const id = await beginIn(database.storage.organisation(one).discussions)("Borrowed words", { turns: ["Wombat"] })
    const { list } = database.storage.organisation(other)
    expect((await list.list({ q: "wombat", limit: 10 })).discussions).toEqual([])
    await expect(list.label(id, { title: "Mine" })).rejects.toMatchObject({ code: "NOT_FOUND" })
    await expect(list.delete(id)).rejects.toMatchObject({ code: "NOT_FOUND" })
    expect((await database.storage.organisation(one).list.list({ q: "wombat", limit: 10 })).discussions).toHaveLength(1)
  }
})

test("no byte of a deleted discussion stays in the data folder", async () => {
  const data = await mkdtemp(join(tmpdir(), "conclave-data-"))
  onTestFinished(() => rm(data, { recursive: true, force: true }))
  const { storage } = await openTest({ data })
  const { discussions, list } = storage.organisation(localOrganisationId)
  const begin = beginIn(discussions)
  const holds = async (word: string) => {
    const files = (await readdir(data)).filter((name) => name.startsWith("conclave.db"))
    const contents = await Promise.all(files.map((name) => readFile(join(data, name))))
    return contents.some((bytes) => bytes.includes(word))
  }
  const filler = Array.from({ length: 30 }, (_, index) => `Filler ${index} ${"lorem ipsum ".repeat(80)}`)
  await begin("Before", { turns: filler })
  const id = await begin("The xylographer's topic", {
    turns: [...filler, "a quokka", ...filler],
    solution: "pangolins",
  })
  await list.label(id, { title: "About narwhals" })
  await begin("After", { turns: filler })
  const words = ["xylographer", "quokka", "pangolin", "narwhal"]
  for (const word of words) expect(await holds(word), word).toBe(true)
  await list.delete(id)
  for (const word of words) expect(await holds(word), word).toBe(false)
  await storage.close()
})
