import { expect, test } from "vitest"
import { z } from "zod"
import { scriptedModel } from "../../src/testing/index.ts"
import { listen, rig } from "./server-rig.ts"

interface Message {
  readonly event: string
  readonly data: Readonly<Record<string, unknown>>
  readonly id?: string
}

/** The messages of a stream, read over a socket to its end. */
async function streamOf(url: string): Promise<readonly Message[]> {
  const text = await (await fetch(url, { headers: { accept: "text/event-stream" } })).text()
  return text.split("\n\n").flatMap((message) => {
    const fields = Object.fromEntries(message.split("\n").map((line) => line.split(/: (.*)/)))
    return "event" in fields ? [{ event: fields.event, data: JSON.parse(fields.data), id: fields.id }] : []
  })
}

type Json = Readonly<Record<string, unknown>>

/** The schema of a stream's messages as the document has it, except that undocumented fields are refused. */
function messageSchema(document: { readonly components: { readonly schemas: Json } }) {
  const closed = JSON.parse(JSON.stringify(document.components.schemas), (_, value) => {
    const isObject = typeof value?.properties === "object" && value.type === "object"
    return isObject && value.additionalProperties === undefined ? { ...value, additionalProperties: false } : value
  })
  const $defs = JSON.parse(JSON.stringify(closed).replaceAll("#/components/schemas/", "#/$defs/"))
  return z.fromJSONSchema({ $ref: "#/$defs/EventMessage", $defs })
}

const topic = "Where do we move?"
const seats = ["Ann", "Bo", "Cy"].map((name) => ({ name, model: "test/a" }))

/** Together they make every kind of event happen that no other test sees on a socket. */
const discussions = {
  "sub-discussion": { format: "panel", seats, options: { rounds: 1, subDiscussionsBySeats: true } },
  trimmed: {
    format: "hive",
    seats,
    options: {
      ...{ rounds: 6, minRounds: 6, smartTermination: true, noveltyModel: "test/a" },
      ...{ historyMaxLength: 2_000, memoryStyle: "narrative", memoryMaxLength: 1_000 },
    },
  },
  failed: {
    format: "panel",
    seats: [{ name: "Dee", model: "test/broken" }, seats[0]],
    options: { rounds: 1, retries: 0, onFailure: "fail" },
  },
}

const models = [
  scriptedModel({
    id: "test/a",
    embed: async ({ texts }) => ({
      vectors: texts.map((_, index) => [1, index]),
      usage: { promptTokens: 3, cachedTokens: 0, completionTokens: 0 },
    }),
    replies: ({ view }) =>
      view.topic === topic && view.seat.name === "Ann"
        ? `We must know the rent.\n\n[SUB-DISCUSSION: Cy | What may the rent be?]`
        : `${view.seat.name} in round ${view.round}: ${"another reason ".repeat(20)}`,
  }),
  scriptedModel({ id: "test/broken", replies: () => ({ chunks: ["half"], ends: "cut" }) }),
]

test("rare events reach a client over a socket as the OpenAPI document describes them [events.beyond] [events.error] [http.openapi]", async () => {
  const server = rig({}, models)
  const { url, close } = await listen(server)
  try {
    const schema = messageSchema((await server.call("GET", "/openapi.json")).body)
    const seen: Message[] = []
    for (const request of Object.values(discussions)) {
      const { body } = await server.call("POST", "/api/v1/discussions", { topic, record: false, ...request })
      seen.push(...(await streamOf(`${url}/api/v1/discussions/${body.discussion.id}/events`)))
    }
    for (const message of seen) expect(schema.safeParse(message).error, JSON.stringify(message)).toBeUndefined()
    const dataOf = (event: string) => seen.find((one) => one.event === event)?.data
    expect(dataOf("novelty-measured")).toMatchObject({ roundNumber: 6, modelId: "test/a" })
    expect(dataOf("sub-discussion-started")).toMatchObject({ by: "ann", topic: "What may the rent be?" })
    expect(dataOf("sub-discussion-completed")).toMatchObject({ status: "completed" })
    expect(dataOf("history-trimmed")).toMatchObject({ entriesDropped: expect.any(Number) })
    expect(dataOf("memory-trimmed")).toMatchObject({ role: "bo", linesDropped: expect.any(Number) })
    expect(dataOf("discussion-error")).toMatchObject({
      error: { code: expect.any(String), recoverable: expect.any(Boolean) },
    })
  } finally {
    await close()
  }
})
