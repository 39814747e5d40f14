import { describe, expect, test } from "vitest"
import { comparisonResponse, discussionResponseSchema } from "../../src/operations/discussion-answers.ts"
import { rig, steppedModel, until } from "./server-rig.ts"

const discussions = "/api/v1/discussions"
const slow = {
  format: "panel",
  topic: "Plan the move",
  seats: ["Ann", "Bo"].map((name) => ({ name, model: "test/slow" })),
}

/** A server with a turn in progress that has said "Well, let us" so far. */
async function speaking() {
  const model = steppedModel("test/slow", ["Well, ", "let us ", "see."])
  const own = rig({}, [model])
  const { id } = (await own.call("POST", discussions, { ...slow, options: { rounds: 2 } })).body.discussion
  await until(() => model.step())
  await until(() => model.step())
  return { ...own, model, path: `${discussions}/${id}` }
}

describe("steering over HTTP", () => {
  test("interrupting keeps the text so far, marked as cut, and is idempotent [http.steering] [http.ledger] [across.interrupt]", async () => {
    const { call, path, faults } = await speaking()
    const cut = await call("POST", `${path}/interrupt?turn=t1`)
    expect(cut.status).toBe(200)
    discussionResponseSchema.parse(cut.body)
    await until(async () => (await call("GET", path)).body.discussion.turns.length === 1)
    const again = await call("POST", `${path}/interrupt?turn=t1`)
    expect(again.status).toBe(200)
    const { turns } = discussionResponseSchema.parse(again.body).discussion
    expect(turns).toMatchObject([{ id: "t1", content: "Well, let us", finishReason: "cut" }])
    const { body } = await call("GET", `${path}/events`, undefined, { accept: "application/json" })
    expect(body.events.filter(({ type }: { type: string }) => type === "turn_interrupted")).toHaveLength(1)
    expect((await call("POST", `${path}/interrupt?trun=t1`)).status).toBe(400)
    expect(faults).toEqual([])
  })

  test("an abort keeps its reason, or gets a default one [http.steering]", async () => {
    for (const [body, reason] of [
      [{ reason: "enough" }, "enough"],
      [undefined, "stopped by a person"],
    ] as const) {
      const { call, path } = await speaking()
      expect((await call("POST", `${path}/abort`, { reason: 7 })).body.error.message).toContain("reason")
      expect((await call("POST", `${path}/abort`, body)).body.discussion.status).toBe("aborted")
      expect((await call("POST", `${path}/abort`, { reason: "again" })).status).toBe(200)
      const { body: log } = await call("GET", `${path}/events?limit=1000`, undefined, { accept: "application/json" })
      const aborted = log.events.filter(({ type }: { type: string }) => type === "discussion_aborted")
      expect(aborted).toMatchObject([{ data: { reason } }])
    }
  })

  test("seats join and leave, and private comments stay private [http.steering] [hive.join]", async () => {
    const { call, path } = await speaking()
    const seat = { name: "Cy", kind: "human", briefing: "SECRET-BRIEFING" }
    const joined = await call("POST", `${path}/seats`, seat, { "idempotency-key": "k1" })
    expect(joined.status).toBe(200)
    expect((await call("POST", `${path}/seats`, seat, { "idempotency-key": "k1" })).body).toEqual(joined.body)
    const { seats } = discussionResponseSchema.parse(joined.body).discussion
    expect(seats.map(({ name }) => name)).toEqual(["Ann", "Bo", "Cy"])
    expect((await call("POST", `${path}/seats`, { name: "Ann" })).body.error.message).toContain("is taken")
    expect((await call("POST", `${path}/seats`, { name: "Di", model: "nobody/there" })).status).toBe(422)
    for (let times = 0; times < 2; times++) {
      const left = await call("DELETE", `${path}/seats/Cy`)
      expect(left.body.discussion.seats.map(({ name }: { name: string }) => name)).toEqual(["Ann", "Bo"])
    }
    expect((await call("DELETE", `${path}/seats/Zoe`)).status).toBe(404)
    const { body } = await call("GET", `${path}/events?limit=1000`, undefined, { accept: "application/json" })
    expect(JSON.stringify(body)).toContain("seat_joined")
    expect(JSON.stringify(body)).not.toContain("SECRET")
  })

  test("a sub-discussion is a separate discussion that returns as one turn [http.steering] [across.sub-discussion]", async () => {
    const own = rig()
    const seats = ["Ann", "Bo", "Cy"].map((name) => ({ name, persona: `SECRET of ${name}` }))
    const input = { format: "panel", topic: "Plan the move", seats: [{ name: "Kim", kind: "human" }, ...seats] }
    const { id } = (await own.call("POST", discussions, { ...input, options: { rounds: 1 } })).body.discussion
    const path = `${discussions}/${id}`
    const get = async (which: string) => (await own.call("GET", `${discussions}/${which}`)).body.discussion
    await until(async () => (await get(id)).status === "waiting")
    const wrong = await own.call("POST", `${path}/sub-discussions`, { topic: "The rent?", seats: ["Bo", "Zoe"] })
    expect(wrong).toMatchObject({ status: 400, body: { error: { details: { problems: [{ field: "seats[1]" }] } } } })
    expect(
      (await own.call("POST", `${discussions}/nobody/sub-discussions`, { topic: "?", seats: ["Bo"] })).status,
    ).toBe(404)
    const body = { topic: "The rent?", seats: ["Bo", "Cy"] }
    const opened = await own.call("POST", `${path}/sub-discussions`, body, { "idempotency-key": "s" })
    expect(opened.status).toBe(201)
    expect((await own.call("POST", `${path}/sub-discussions`, body, { "idempotency-key": "s" })).body).toEqual(
      opened.body,
    )
    const child = discussionResponseSchema.parse(opened.body).discussion
    expect(opened.headers.get("location")).toBe(`${discussions}/${child.id}`)
    expect(child.parent).toMatchObject({ kind: "sub-discussion", discussionId: id, atTurn: "s1" })
    await until(async () => (await get(id)).turns.length === 1)
    expect((await own.call("POST", `${path}/turns`, { content: "Go on." })).status).toBe(200)
    await until(async () => (await get(id)).status === "completed")
    const parent = discussionResponseSchema.parse({ discussion: await get(id) }).discussion
    expect(parent.subDiscussions).toMatchObject([{ id: "s1", discussionId: child.id, status: "completed" }])
    expect(parent.turns[0]).toMatchObject({ id: "s1", subDiscussion: { discussionId: child.id, seats: ["bo", "cy"] } })
    expect((await get(child.id)).status).toBe("completed")
    const page = await own.call("GET", `${path}/events?limit=1000`, undefined, { accept: "application/json" })
    expect(JSON.stringify(page.body)).toContain("sub_discussion_started")
    expect(JSON.stringify(page.body)).not.toContain("SECRET")
    const stream = String((await own.call("GET", `${path}/events`)).body)
    expect(stream).toMatch(/event: sub-discussion-started\n/)
    expect(stream).toMatch(/event: sub-discussion-completed\n/)
    for (const as of ["md", "html"]) {
      expect((await own.call("GET", `${path}/export?as=${as}`)).body).toContain("Side discussion · Bo, Cy")
    }
    const { body: list } = await own.call("GET", discussions)
    expect(list.discussions.map(({ parent: from }: { parent: unknown }) => from)).toEqual([
      { kind: "sub-discussion", discussionId: id },
      null,
    ])
    expect(own.faults).toEqual([])
  })

  test("a fork is a separate discussion that names its parent [http.steering] [http.ledger] [across.fork]", async () => {
    const own = rig()
    const input = { format: "duet", topic: "Tea or coffee?", seed: 3, options: { rounds: 2 } }
    const { id } = (await own.call("POST", discussions, input)).body.discussion
    const status = async (which: string) => (await own.call("GET", `${discussions}/${which}`)).body.discussion.status
    await until(async () => (await status(id)) === "completed")
    const changes = { options: { rounds: 3 }, seats: [{ seat: "model-b", persona: "SECRET-PERSONA" }] }
    const forked = await own.call("POST", `${discussions}/${id}/fork`, { atTurn: 2, changes })
    expect(forked.status).toBe(201)
    const { discussion } = discussionResponseSchema.parse(forked.body)
    expect(forked.headers.get("location")).toBe(`${discussions}/${discussion.id}`)
    expect(discussion.parent).toMatchObject({ discussionId: id, atTurn: "t2" })
    expect(discussion.turns).toHaveLength(2)
    await until(async () => (await status(discussion.id)) === "completed")
    const { body } = await own.call("GET", `${discussions}/${discussion.id}/events`, undefined, {
      accept: "application/json",
    })
    expect(body.events[0]).toMatchObject({ type: "discussion_created", data: { parent: { discussionId: id } } })
    expect(JSON.stringify(body)).not.toContain("SECRET")
    expect((await own.call("GET", discussions)).body.discussions).toHaveLength(2)
    const compared = await own.call("GET", `${discussions}/${id}/compare?with=${discussion.id}`)
    expect(comparisonResponse.parse(compared.body).comparison).toEqual({
      alike: 8,
      partAt: { b: expect.objectContaining({ kind: "turn", roundNumber: 3 }) },
      outcomes: expect.objectContaining({ differIn: expect.arrayContaining(["rounds"]) }),
    })
    expect((await own.call("GET", `${discussions}/${id}/compare`)).status).toBe(400)
    expect((await own.call("GET", `${discussions}/${id}/compare?with=nobody`)).status).toBe(404)
    const wrong = await own.call("POST", `${discussions}/${id}/fork`, { atTurn: 99 })
    expect(wrong).toMatchObject({ status: 400, body: { error: { code: "INPUT_INVALID" } } })
    expect((await own.call("POST", `${discussions}/nobody/fork`, { atTurn: 1 })).status).toBe(404)
  })
})
