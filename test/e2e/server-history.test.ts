import { describe, expect, test } from "vitest"
import type { Table } from "../../src/core/discussion/table.ts"
import { discussionPage, summaryResponse } from "../../src/operations/discussion-list.ts"
import { localOrganisationId } from "../../src/ports/key-store.ts"
import { scriptedModel } from "../../src/testing/index.ts"
import { rig, steppedModel, until } from "./server-rig.ts"

const discussions = "/api/v1/discussions"
const words = "Migrate the billing tables first, because the axolotl invoices depend on them and nothing else does."

function server() {
  const own = rig({}, [scriptedModel({ id: "test/model", replies: [words] })])
  const begin = async (topic: string): Promise<string> => {
    const seats = ["Ann", "Bo"].map((name) => ({ name, model: "test/model" }))
    const created = await own.call("POST", discussions, { format: "panel", topic, seats, options: { rounds: 1 } })
    const { id } = created.body.discussion
    await until(async () => (await own.call("GET", `${discussions}/${id}`)).body.discussion.status === "completed")
    return id
  }
  const list = async (query: string) => {
    const { status, body } = await own.call("GET", `${discussions}?${query}`)
    expect(status).toBe(200)
    return discussionPage.parse(body).discussions
  }
  return { ...own, begin, list }
}

describe("the history over HTTP", () => {
  test("finds turns by their text and shows the match [http.history]", async () => {
    const { begin, list } = server()
    const id = await begin("# Plan the move\n\nAll of it, in detail.")
    await begin("Something else")
    const [found, ...others] = await list("q=axolotl+plan")
    expect(others).toEqual([])
    expect(found).toMatchObject({
      id,
      title: "Plan the move",
      titleGiven: false,
      turns: 2,
      seats: [{ name: "Ann" }, { name: "Bo" }],
    })
    const { excerpt, matches } = found!.hit!
    expect(matches.map(({ start, end }) => excerpt.slice(start, end))).toEqual(["Plan"])
    expect((await list("q=axolotl")).map(({ hit }) => hit?.turnId)).toEqual(["t1", "t1"])
    expect(await list("q=salamander")).toEqual([])
  })

  test("renames, pins, tags and archives; archived discussions are listed only on request [http.history]", async () => {
    const { begin, list, call } = server()
    const id = await begin("Plan the move")
    const changed = await call("PATCH", `${discussions}/${id}`, { title: "  The   move ", tags: ["ops", "ops", "q3"] })
    expect(changed.status).toBe(200)
    expect(summaryResponse.parse(changed.body).discussion).toMatchObject({
      title: "The move",
      titleGiven: true,
      tags: ["ops", "q3"],
    })
    await call("PATCH", `${discussions}/${id}`, { pinned: true, archived: true })
    expect((await call("GET", `${discussions}/${id}/summary`)).body.discussion).toMatchObject({
      ...{ title: "The move", pinned: true, archived: true, tags: ["ops", "q3"] },
    })
    expect([await list(""), await list("archived=true"), await list("archived=all&tag=q3&pinned=true")]).toMatchObject([
      [],
      [{ id }],
      [{ id }],
    ])
    expect((await call("PATCH", `${discussions}/${id}`, { title: null })).body.discussion.title).toBe("Plan the move")
    for (const [body, field] of [
      [{ title: " " }, "title"],
      [{ tags: ["x".repeat(41)] }, "tags"],
      [{ name: "x" }, "name"],
    ] as const) {
      const { status, body: answer } = await call("PATCH", `${discussions}/${id}`, body)
      expect([status, JSON.stringify(answer)]).toEqual([400, expect.stringContaining(field)])
    }
    expect((await call("PATCH", `${discussions}/none`, { pinned: true })).status).toBe(404)
  })

  test("a deleted discussion is gone from every call [http.history]", async () => {
    const { begin, list, call, faults } = server()
    const id = await begin("Plan the move")
    expect(await call("DELETE", `${discussions}/${id}`)).toMatchObject({ status: 204, body: "" })
    for (const path of ["", "/summary", "/events", "/export?as=md"]) {
      expect((await call("GET", `${discussions}/${id}${path}`)).status, path).toBe(404)
    }
    expect([await list("archived=all"), await list("q=axolotl")]).toEqual([[], []])
    expect((await call("DELETE", `${discussions}/${id}`)).status).toBe(404)
    expect(faults).toEqual([])
  })

  test("a running discussion is stopped before it is deleted, and leaves nothing behind [http.history]", async () => {
    const model = steppedModel("test/slow", ["Well, ", "let us ", "see."])
    const { call, faults } = rig({}, [model])
    const seats = ["Ann", "Bo"].map((name) => ({ name, model: "test/slow" }))
    const { body } = await call("POST", discussions, { format: "panel", topic: "Plan", seats, options: { rounds: 2 } })
    await until(() => model.step())
    expect((await call("DELETE", `${discussions}/${body.discussion.id}`)).status).toBe(204)
    for (let steps = 0; steps < 20; steps++) {
      model.step()
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect((await call("GET", discussions)).body.discussions).toEqual([])
    expect(faults).toEqual([])
  })

  test("a follow-up has the same seats and the outcome as material, and needs a finished discussion [http.history]", async () => {
    const { begin, call, services } = server()
    const id = await begin("Plan the move")
    const path = `${discussions}/${id}/follow-up`
    const { status, body, headers } = await call("POST", path, { topic: "Who tells the customers?" })
    expect([status, headers.get("location")]).toEqual([201, `${discussions}/${body.discussion.id}`])
    expect(body.discussion).toMatchObject({
      topic: "Who tells the customers?",
      seats: [{ name: "Ann" }, { name: "Bo" }],
    })
    const [created] = await services.forOrganisation(localOrganisationId).engine.store.read(body.discussion.id, 0, 1)
    const { materials } = (created!.data as { table: Table }).table
    expect(materials).toEqual([{ name: "Plan the move", text: expect.stringMatching(/^Plan the move\n\n\w/) }])
    expect((await call("POST", path, { topic: " " })).status).toBe(400)
    const seats = [{ name: "Cy", kind: "human" }]
    const waiting = await call("POST", discussions, { format: "panel", topic: "Wait", seats })
    const refused = await call("POST", `${discussions}/${waiting.body.discussion.id}/follow-up`, { topic: "And?" })
    expect([refused.status, refused.body.error.message]).toEqual([409, expect.stringContaining("once it is over")])
  })
})
