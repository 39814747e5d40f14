import { beforeEach, describe, expect, test } from "vitest"
import type { DiscussionFilter, DiscussionList } from "../../src/ports/discussion-list.ts"

/** A list, and a function that adds discussions to it. */
export interface ListUnderTest {
  readonly list: DiscussionList
  /** Starts a discussion between Ada and Bo with the given turns; ends it if a solution is given. */
  begin(topic: string, said?: { readonly turns?: readonly string[]; readonly solution?: string }): Promise<string>
}

/** Contract of every discussion list. */
export function discussionListContract(name: string, open: () => Promise<ListUnderTest>): void {
  describe(`${name} as a list of discussions`, () => {
    let list: DiscussionList
    let begin: ListUnderTest["begin"]
    beforeEach(async () => {
      ;({ list, begin } = await open())
    })
    const found = async (filter: Partial<DiscussionFilter>) =>
      (await list.list({ limit: 100, ...filter })).discussions.map(({ id }) => id)

    test("shows the answer and the seats of each", async () => {
      const id = await begin("Shall we ship?", { turns: ["We shall."], solution: "Ship it in **stages**." })
      expect((await list.list({ limit: 1 })).discussions[0]).toMatchObject({
        ...{ id, topic: "Shall we ship?", status: "completed", turns: 1, answer: "Ship it in **stages**." },
        ...{ title: null, pinned: false, archived: false, tags: [], hit: null, agreed: true },
        seats: [
          { name: "Ada", kind: "model" },
          { name: "Bo", kind: "model" },
        ],
      })
      expect(await list.get(id)).toMatchObject({ id, answer: "Ship it in **stages**." })
    })

    test("finds words in the title, the topic, the outcome and the turns, by prefix", async () => {
      const id = await begin("Où est le PONT 100%_?", {
        turns: ["Deployment first.", "第二轮"],
        solution: "Über dem Fluß",
      })
      const other = await begin("Another bridge", { turns: ["Nothing of note"] })
      await list.label(other, { title: "Crossing the river" })
      for (const q of ["pont", "ou pont 100%", "deploy", "DEPLOYMENT pont", "uber", "über dem"]) {
        expect(await found({ q }), q).toEqual([id])
      }
      expect(await found({ q: "crossing" })).toEqual([other])
      await list.label(other, { title: "Renamed" })
      expect([await found({ q: "crossing" }), await found({ q: "renamed note" })]).toEqual([[], [other]])
      for (const q of ["eployment", "pont bridge", "?!", "'x'\"", "pont nowhere", "OR AND", "zz:* |"]) {
        expect(await found({ q }), q).toEqual([])
      }
    })

    test("finds Chinese and Japanese by any of their characters in a row", async () => {
      const id = await begin("议事会如何表决", { turns: ["先分阶段发布，再看ユーザーの反応。"] })
      for (const q of ["表决", "议事会", "分阶段", "反応", "议事 发布"]) expect(await found({ q }), q).toEqual([id])
      for (const q of ["事议", "决表"]) expect(await found({ q }), q).toEqual([])
    })

    test("returns the place of each match", async () => {
      const long = `${"Some words before it. ".repeat(20)}The <b>Zebrafish</b> swims.\n\nAnd more ${"after ".repeat(60)}`
      await begin("A question", { turns: ["Nothing", long] })
      const { hit } = (await list.list({ q: "zebra swims", limit: 1 })).discussions[0]!
      const { excerpt, matches, turnId, cutBefore, cutAfter } = hit!
      expect(matches.map(({ start, end }) => excerpt.slice(start, end))).toEqual(["Zebrafish", "swims"])
      expect(excerpt).toContain("The <b>Zebrafish</b> swims. And more")
      expect({ turnId, cutBefore, cutAfter }).toEqual({ turnId: "t2", cutBefore: true, cutAfter: true })
      const [topic] = (await list.list({ q: "question", limit: 1 })).discussions
      expect(topic!.hit).toEqual({
        ...{ turnId: null, excerpt: "A question", matches: [{ start: 2, end: 10 }], cutBefore: false, cutAfter: false },
      })
    })

    test("keeps title, pin, tags and archive, and finds by them", async () => {
      const [first, second] = [await begin("First"), await begin("Second")]
      await list.label(first, { title: "Given", tags: ["infra", 'a "b"'] })
      expect(await list.label(first, { pinned: true })).toMatchObject({
        ...{ title: "Given", pinned: true, archived: false, tags: ["infra", 'a "b"'] },
      })
      await list.label(second, { archived: true })
      expect(await found({ archived: false })).toEqual([first])
      expect(await found({ archived: true })).toEqual([second])
      expect(await found({ pinned: true })).toEqual([first])
      expect(await found({ pinned: false })).toEqual([second])
      expect(await found({ tag: 'a "b"' })).toEqual([first])
      expect(await found({ tag: "inf" })).toEqual([])
      expect(await list.label(first, { title: null })).toMatchObject({ title: null, pinned: true })
      await expect(list.label(first.replace(/^.{4}/, "0000"), {})).rejects.toMatchObject({ code: "NOT_FOUND" })
    })

    test("deletes a discussion, which is not found any more", async () => {
      const id = await begin("Secret plan", { turns: ["Unspeakable"], solution: "Hidden" })
      await list.label(id, { title: "Hush" })
      const other = await begin("Secret garden")
      await list.delete(id)
      for (const q of ["plan", "unspeakable", "hidden", "hush"]) expect(await found({ q }), q).toEqual([])
      expect(await found({})).toEqual([other])
      await expect(list.get(id)).rejects.toMatchObject({ code: "NOT_FOUND" })
      await expect(list.delete(id)).rejects.toMatchObject({ code: "NOT_FOUND" })
    })
  })
}
