import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { ApiError, applyPublic, createClient, emptyView, type PublicEvent } from "../../src/client/index.ts"
import { type Listening, listen, rig } from "./server-rig.ts"

let served: Listening
beforeAll(async () => {
  served = await listen(rig())
})
afterAll(() => served.close())

const duet = { format: "duet", topic: "Tea or coffee?", seed: 1, options: { rounds: 1 } } as const

describe("conclave/client on a real server", () => {
  test("starts a discussion, follows it to its end, lists, exports and deletes it [library.client]", async () => {
    const client = createClient({ url: served.url })
    const states: string[] = []
    const id = await client.discuss(duet)
    let view = emptyView
    for await (const event of client.follow(id, { onState: (state) => void states.push(state) }))
      view = applyPublic(view, [event])
    expect(view).toMatchObject({
      topic: duet.topic,
      status: "completed",
      outcome: (await client.discussion(id)).outcome,
    })
    expect(states).toEqual(["connecting", "live", "ended"])
    expect((await client.list({ limit: 5 })).discussions.map((listed) => listed.id)).toContain(id)
    expect(await client.export(id, "md")).toContain(duet.topic)
    await client.delete(id)
    await expect(client.discussion(id)).rejects.toMatchObject({ status: 404, code: "NOT_FOUND" })
  })

  test("a broken stream resumes where it stopped and delivers each event once [library.client]", async () => {
    let streams = 0
    /** Cuts the first three streams in the middle of their first chunk. */
    const breaking = async (url: string, init: RequestInit) => {
      const response = await fetch(url, init)
      if (!response.headers.get("content-type")?.includes("event-stream") || ++streams > 3) return response
      const reader = response.body!.getReader()
      const { value } = await reader.read()
      await reader.cancel()
      const half = value!.slice(0, value!.length / 2)
      const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
        if (half.length > 0 && controller.desiredSize) controller.enqueue(half)
        controller.close()
      }
      return new Response(new ReadableStream({ pull }), response)
    }
    const id = await createClient({ url: served.url }).discuss({ ...duet, options: { rounds: 2 } })
    const read = async (client: ReturnType<typeof createClient>) => {
      const events: PublicEvent[] = []
      for await (const event of client.follow(id)) if (event.type !== "turn_chunk") events.push(event)
      return events
    }
    const broken = await read(createClient({ url: served.url, fetch: breaking }))
    expect(streams).toBeGreaterThan(3)
    expect(broken).toEqual(await read(createClient({ url: served.url })))
    expect(broken.map(({ seq }) => seq)).toEqual(broken.map((_, index) => index + 1))
  })

  test("a person is asked for input, speaks and votes [library.client]", async () => {
    const client = createClient({ url: served.url })
    const seats = [{ name: "Ann", kind: "human" }, { name: "Bo" }] as const
    const id = await client.discuss({ ...duet, seats })
    const asked: string[] = []
    for await (const event of client.follow(id)) {
      if (event.type !== "awaiting_input") continue
      asked.push(event.data.purpose)
      if (event.data.purpose === "vote") await client.vote(id, { agree: true, confidence: 90, solution: "Tea" })
      else await client.say(id, "Tea, since it is calmer.")
    }
    const { ballots } = await client.discussion(id)
    expect(asked).toEqual(["turn", "vote"])
    expect(ballots[0]?.votes).toContainEqual(expect.objectContaining({ role: "model-a", confidence: 90 }))
  })

  test("a refusal names the field, and an unreachable server is reported [library.client]", async () => {
    const client = createClient({ url: served.url })
    await expect(client.discuss({ format: "duet", topic: "" })).rejects.toMatchObject({
      status: 400,
      apiCode: "INPUT_INVALID",
      problems: [{ field: "topic" }],
    })
    const missing = await client
      .follow("nobody")
      .next()
      .catch((error: unknown) => error)
    expect(missing).toBeInstanceOf(ApiError)
    const gone = createClient({ url: "http://127.0.0.1:1" })
    await expect(gone.list()).rejects.toMatchObject({ status: 0, apiCode: "UNREACHABLE" })
    expect(() => createClient({ url: "nonsense" })).toThrow("url: must be an address such as https://conclave.example")
  })

  test("a retried creation takes effect once although its response was lost [library.client]", async () => {
    let calls = 0
    const losing = async (url: string, init: RequestInit) => {
      const response = await fetch(url, init)
      if (calls++ === 0) throw new TypeError("fetch failed")
      return response
    }
    const topic = "Once or twice?"
    await createClient({ url: served.url, fetch: losing }).discuss({ ...duet, topic })
    const { discussions } = await createClient({ url: served.url }).list()
    expect(discussions.filter((listed) => listed.topic === topic)).toHaveLength(1)
  })
})
