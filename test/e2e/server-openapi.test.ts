import { createConfig, lintFromString } from "@redocly/openapi-core"
import spectralCore from "@stoplight/spectral-core"
import spectralRulesets from "@stoplight/spectral-rulesets"
import { beforeAll, describe, expect, test } from "vitest"
import { eventSchemas } from "../../src/core/public/event-schemas.ts"
import { duetErrorSchema } from "../../src/server/http/http-error.ts"
import { duetStream } from "../../src/server/schemas/duet.ts"
import { discussionStream } from "../../src/server/schemas/responses.ts"
import { rig } from "./server-rig.ts"

interface Operation {
  readonly operationId?: string
  readonly description?: string
  readonly tags?: readonly string[]
  readonly parameters?: readonly { readonly name: string; readonly description?: string }[]
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: object }>> }>
  >
}

let text: string
let operations: { readonly name: string; readonly operation: Operation }[]

beforeAll(async () => {
  const { body } = await rig().call("GET", "/openapi.json")
  text = JSON.stringify(body)
  const paths: Record<string, Record<string, Operation>> = body.paths
  operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, operation })),
  )
})

const ref = (component: string) => ({ $ref: `#/components/schemas/${component}` })

function responseOf(operation: string, status: number) {
  return operations.find(({ name }) => name === operation)!.operation.responses[status]!
}

function readMessage(message: string) {
  const fields = Object.fromEntries(message.split("\n").map((line) => line.split(/: (.*)/)))
  return "event" in fields ? { event: fields.event, data: JSON.parse(fields.data), id: fields.id } : undefined
}

describe("the OpenAPI document", () => {
  test("has no error under Spectral's rules [http.openapi]", async () => {
    const spectral = new spectralCore.Spectral()
    spectral.setRuleset({ extends: [spectralRulesets.oas] } as never)
    const problems = await spectral.run(text)
    expect(problems.map(({ code, path, message }) => `${code} ${path.join(".")}: ${message}`)).toEqual([])
  })

  test("has no error under Redocly's recommended rules [http.openapi]", async () => {
    const config = await createConfig({ extends: ["recommended"] })
    const problems = await lintFromString({ source: text, absoluteRef: "/openapi.json", config })
    expect(problems.map(({ ruleId, severity, message }) => `${severity} ${ruleId}: ${message}`)).toEqual([])
  })

  test("names and describes every operation and its errors [http.openapi]", () => {
    for (const { name, operation } of operations) {
      expect(operation.operationId, name).toMatch(/^[a-z]\w+$/)
      expect(operation.description, name).toMatch(/\.$/)
      expect(operation.tags, name).toHaveLength(1)
      expect(Object.keys(operation.responses), name).toEqual(expect.arrayContaining(["400", "500"]))
    }
    expect(operations.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        "post /api/discussion",
        "get /api/v1/discussions/{id}/events",
        "get /metrics",
        "get /docs",
      ]),
    )
  })

  test("describes every parameter and the items of every stream [http.openapi]", () => {
    for (const { name, operation } of operations) {
      for (const parameter of operation.parameters ?? []) expect(parameter.description, name).toMatch(/\w/)
      for (const { content = {} } of Object.values(operation.responses)) {
        const stream = content["text/event-stream"]?.schema
        if (stream) expect(stream, name).toMatchObject({ type: "array", items: expect.anything() })
      }
    }
  })

  test.each([
    ["/v1/", "OpenAiError"],
    ["/api/discussions/", "PanelError"],
    ["/a2a", "JsonRpcError"],
    ["/api/v1/", "Error"],
  ])("describes the errors under %s in their actual shape, %s [http.openapi]", (base, component) => {
    const below = operations.filter(({ name }) => name.split(" ")[1]!.startsWith(base))
    expect(below).not.toEqual([])
    for (const { name, operation } of below) {
      const errors = Object.entries(operation.responses).filter(([status]) => Number(status) >= 400)
      for (const [status, { content }] of errors)
        expect(content?.["application/json"]?.schema, `${name} ${status}`).toEqual(ref(component))
    }
  })

  test("describes the event stream with the schema of every event [http.openapi]", () => {
    const { components } = JSON.parse(text)
    const { content } = responseOf("get /api/v1/discussions/{id}/events", 200)
    expect(content!["text/event-stream"]!.schema).toMatchObject({ items: ref("EventMessage") })
    const refs: { $ref: string }[] = components.schemas.EventMessage.oneOf
    const messages = refs.map(({ $ref }) => components.schemas[$ref.split("/").at(-1)!].properties)
    expect(messages.map(({ event }) => event.const)).toEqual(
      Object.keys(eventSchemas).map((type) => type.replaceAll("_", "-")),
    )
    for (const { data } of messages) {
      expect(Object.keys(data.properties)).toEqual(expect.arrayContaining(["discussionId", "timestamp"]))
    }
  })

  test.each([
    ["get /api/v1/discussions/{id}/events", discussionStream],
    ["post /api/discussion", duetStream],
  ])("matches what %s actually sends [http.openapi]", async (operation, schema) => {
    const own = rig()
    const model = (modelId: string) => ({ providerId: "rehearsal", modelId })
    const duet = { prompt: "Tea or coffee?", modelA: model("bold"), modelB: model("warm"), options: { rounds: 2 } }
    const started = await own.call("POST", "/api/discussion", duet)
    const path = started.headers.get("location")!
    const { body } = operation.startsWith("post") ? started : await own.call("GET", `${path}/events`)
    const messages = (body as string).split("\n\n").flatMap((message) => readMessage(message) ?? [])
    expect(messages.map(({ event }) => event)).toEqual(
      expect.arrayContaining(["discussion-started", "turn-completed", "consensus-vote", "discussion-completed"]),
    )
    expect(schema.safeParse(messages).error).toBeUndefined()
  })

  test("matches the actual errors of the duet call [http.openapi]", async () => {
    const { content } = responseOf("post /api/discussion", 400)
    expect(content!["application/json"]!.schema).toEqual({ anyOf: [ref("DuetError"), ref("Error")] })
    const { body } = await rig().call("POST", "/api/discussion", { prompt: "Tea?" })
    expect(duetErrorSchema.safeParse(body).error).toBeUndefined()
  })

  test("marks nullable fields and names shared schemas [http.openapi]", () => {
    const { Discussion, Turn, Outcome } = JSON.parse(text).components.schemas
    const named = (name: string) => ({ $ref: `#/components/schemas/${name}` })
    expect(Discussion.properties.outcome).toEqual({ anyOf: [named("Outcome"), { type: "null" }] })
    expect(Discussion.properties.turns).toEqual({ type: "array", items: named("Turn") })
    expect([Turn.type, Outcome.type]).toEqual(["object", "object"])
  })

  test("is rendered as a page without scripts or external requests [http.openapi]", async () => {
    const { status, headers, body } = await rig().call("GET", "/docs")
    expect(status).toBe(200)
    expect(headers.get("content-security-policy")).toContain("default-src 'none'")
    for (const { operation } of operations) expect(body).toContain(`id="${operation.operationId}"`)
    expect(body).not.toMatch(/<(?:script|link|img|iframe|object)|src=|@import|url\(/)
  })
})
