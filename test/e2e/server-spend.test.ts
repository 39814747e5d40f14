import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { localOrganisationId } from "../../src/ports/key-store.ts"
import { type KeyedServer, keyedServer, type Member } from "./keyed-server.ts"
import { until } from "./server-rig.ts"

let server: KeyedServer
let own: Member
let send: KeyedServer["send"]

beforeAll(async () => {
  server = await keyedServer()
  ;({ own, send } = server)
})

afterAll(() => server?.close())

describe("spending limits", () => {
  const discuss = async (key: string, asked: object) => {
    const { status, text } = await send("POST", "/api/v1/discussions", key, asked)
    expect(status, text).toBe(201)
    return JSON.parse(text).discussion.id as string
  }
  const ended = async (id: string) => {
    const path = `/api/v1/discussions/${id}`
    let discussion = { status: "running" }
    await until(async () => {
      discussion = JSON.parse((await send("GET", path, own.keys.read)).text).discussion
      return ["completed", "failed", "aborted"].includes(discussion.status)
    })
    return discussion as typeof discussion & {
      readonly usage: { total: { promptTokens: number; completionTokens: number } }
    }
  }

  test("a key's limit covers the discussions started with it, and no others [access.limits]", async () => {
    const asked = { name: "poor", scope: "discuss", limits: { tokens: 50 } }
    const { key } = JSON.parse((await send("POST", "/api/v1/keys", own.keys.admin, asked)).text)
    for (const format of ["duet", "hive"]) {
      const poor = await ended(await discuss(key, { format, topic: "Too dear", seed: 1 }))
      expect(poor).toMatchObject({ status: "failed", usage: { total: { promptTokens: 0, completionTokens: 0 } } })
      if (format === "duet") expect(JSON.stringify(poor)).toContain("SPEND_LIMIT")
    }
    const rich = await discuss(own.keys.discuss, { format: "duet", topic: "Not too dear", seed: 1 })
    expect(await ended(rich)).toMatchObject({ status: "completed" })
  })

  test("fifty discussions at once stay within their organisation's limit [access.limits]", async () => {
    const { organisationId } = own
    const limit = 60_000
    const operator = await server.app.keys.create({
      organisationId: localOrganisationId,
      name: "operator",
      scope: "admin",
    })
    const path = `/api/v1/organisations/${organisationId}/limits`
    expect((await send("PUT", path, operator.key, { tokens: limit })).status).toBe(200)
    const ids = await Promise.all(
      Array.from({ length: 50 }, (_, seed) =>
        discuss(own.keys.discuss, { format: "duet", topic: "All at once", seed }),
      ),
    )
    const discussions = await Promise.all(ids.map(ended))
    const { organisation } = JSON.parse((await send("GET", "/api/v1/spend", own.keys.read)).text)
    const { spent, reserved } = organisation
    expect((await send("PUT", path, operator.key, {})).status).toBe(200)
    const used = discussions.reduce(
      (sum, { usage }) => sum + usage.total.promptTokens + usage.total.completionTokens,
      0,
    )
    expect(spent.tokens).toBeLessThanOrEqual(limit)
    expect(spent.tokens).toBeGreaterThan(limit / 2)
    expect({ used, reserved: reserved.tokens }).toEqual({ used: spent.tokens, reserved: 0 })
    expect(new Set(discussions.map(({ status }) => status))).toContain("failed")
  })
})
