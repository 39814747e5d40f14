import { createConfig, lintFromString } from "@redocly/openapi-core"
import spectralCore from "@stoplight/spectral-core"
import spectralRulesets from "@stoplight/spectral-rulesets"
import { beforeAll, describe, expect, test } from "vitest"
import { eventSchemas } from "../../src/core/public/event-schemas.ts"
import { rig } from "./server-rig.ts"

interface Operation {
  readonly operationId?: string
  readonly description?: string
  readonly tags?: readonly string[]
  readonly responses: Readonly<Record<string, unknown>>
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

  test("names every operation, explains it, and says how it can be refused [http.openapi]", () => {
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

  test.each(["get /api/v1/discussions/{id}/events", "post /api/discussion"])(
    "describes the stream of %s by the schema of every event [http.openapi]",
    (stream) => {
      const { components } = JSON.parse(text)
      const { operation } = operations.find(({ name }) => name === stream)!
      const { content } = operation.responses["200"] as {
        content: Record<string, { schema: { items: { $ref: string } } }>
      }
      expect(content["text/event-stream"]!.schema.items.$ref).toBe("#/components/schemas/EventMessage")
      const refs: { $ref: string }[] = components.schemas.EventMessage.oneOf
      const messages = refs.map(({ $ref }) => components.schemas[$ref.split("/").at(-1)!].properties)
      expect(messages.map(({ event }) => event.const)).toEqual(
        Object.keys(eventSchemas).map((type) => type.replaceAll("_", "-")),
      )
      for (const { data } of messages) {
        expect(Object.keys(data.properties)).toEqual(expect.arrayContaining(["discussionId", "timestamp"]))
      }
    },
  )

  test("says what may be null, and names what several answers have in common [http.openapi]", () => {
    const { Discussion, Turn, Outcome } = JSON.parse(text).components.schemas
    const named = (name: string) => ({ $ref: `#/components/schemas/${name}` })
    expect(Discussion.properties.outcome).toEqual({ anyOf: [named("Outcome"), { type: "null" }] })
    expect(Discussion.properties.turns).toEqual({ type: "array", items: named("Turn") })
    expect([Turn.type, Outcome.type]).toEqual(["object", "object"])
  })

  test("is shown as a page that needs no script and fetches nothing [http.openapi]", async () => {
    const { status, headers, body } = await rig().call("GET", "/docs")
    expect(status).toBe(200)
    expect(headers.get("content-security-policy")).toContain("default-src 'none'")
    for (const { operation } of operations) expect(body).toContain(`id="${operation.operationId}"`)
    expect(body).not.toMatch(/<(?:script|link|img|iframe|object)|src=|@import|url\(/)
  })
})
