import { globSync, readFileSync } from "node:fs"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { localOrganisationId, type Scope, scopes } from "../../src/ports/key-store.ts"
import { type Answer, type KeyedServer, keyedServer, type Member } from "./keyed-server.ts"

/** Exceptions to the default scopes: GET needs "read", all else "discuss". List new exceptions here. */
const otherScopes: Readonly<Record<string, string>> = {
  "get /health": "open",
  "get /health/ready": "open",
  "get /openapi.json": "open",
  "get /table.schema.json": "open",
  "get /docs": "open",
  "get /.well-known/agent-card.json": "open",
  "post /a2a": "read",
  "get /metrics": "admin",
  "post /api/v1/keys": "admin",
  "get /api/v1/keys": "admin",
  "delete /api/v1/keys/{id}": "admin",
  "put /api/v1/keys/{id}/limits": "admin",
  "put /api/v1/organisations/{organisationId}/limits": "admin",
  "post /api/v1/webhooks": "admin",
  "get /api/v1/webhooks": "admin",
  "delete /api/v1/webhooks/{id}": "admin",
  "post /api/v1/stream-tickets": "read",
  "get /api/v1/discussions/{id}/turns/{turn}/reasoning": "discuss",
  "get /api/v1/discussions/{id}/seats/{seat}/prompt": "discuss",
  "get /api/v1/discussions/{id}/seats/{seat}/keys": "discuss",
  "get /api/v1/discussions/{id}/share-keys": "discuss",
  "put /api/v1/tables/{name}": "admin",
  "delete /api/v1/tables/{name}": "admin",
  "get /api/v1/providers": "admin",
  "put /api/v1/providers/{name}": "admin",
  "delete /api/v1/providers/{name}": "admin",
  "post /api/v1/providers/{name}/test": "admin",
}

/** Calls reserved for the operator, that is, an admin of the local organisation. */
const forOperator = [
  "get /metrics",
  "put /api/v1/organisations/{organisationId}/limits",
  "put /api/v1/tables/{name}",
  "delete /api/v1/tables/{name}",
  "get /api/v1/providers",
  "put /api/v1/providers/{name}",
  "delete /api/v1/providers/{name}",
  "post /api/v1/providers/{name}/test",
]

interface Operation {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly scope: string
  readonly body: unknown
}

const wrongKey = `cnk_00000000_${"A".repeat(43)}`

let server: KeyedServer
let own: Member
let other: Member
let send: KeyedServer["send"]
let operations: readonly Operation[]

beforeAll(async () => {
  server = await keyedServer()
  ;({ own, other, send } = server)
  operations = await describedOperations()
})

afterAll(() => server?.close())

interface Schema {
  readonly $ref?: string
  readonly anyOf?: readonly Schema[]
  readonly example?: unknown
}

async function describedOperations(): Promise<readonly Operation[]> {
  const document = JSON.parse((await send("GET", "/openapi.json", undefined)).text)
  const exampleOf = (schema: Schema | undefined): unknown => {
    if (schema?.$ref) return exampleOf(document.components.schemas[schema.$ref.split("/").at(-1)!])
    return schema?.anyOf ? exampleOf(schema.anyOf[0]) : schema?.example
  }
  return Object.entries<Record<string, never>>(document.paths).flatMap(([path, methods]) =>
    Object.entries<Record<string, never>>(methods).map(([method, operation]) => {
      const content = (operation.requestBody as { content?: Record<string, { schema: Schema }> } | undefined)?.content
      const body = exampleOf(content?.["application/json"]?.schema)
      if (content && body === undefined) throw new Error(`${method} ${path} shows no example of its body`)
      return { name: `${method} ${path}`, method: method.toUpperCase(), path, scope: operation["x-scope"] ?? "", body }
    }),
  )
}

/** Each creates a resource and returns its id; the member's marker is in its text. */
const makers: Readonly<Record<string, (member: Member) => Promise<string>>> = {
  discussion: (member) =>
    make(member, "/api/v1/discussions", { format: "duet", topic: member.marker, start: false }, "discussion"),
  /** A discussion whose first turn, t1, was taken by a person. */
  spoken: async (member) => {
    const seats = [{ name: "Kim", kind: "human" }, { model: "rehearsal/bold" }]
    const request = { format: "panel", topic: member.marker, seats }
    const id = await make(member, "/api/v1/discussions", request, "discussion")
    const turn = { seat: "Kim", content: member.marker }
    let answer = await send("POST", `/api/v1/discussions/${id}/turns`, member.keys.discuss, turn)
    while (answer.status === 409) {
      answer = await send("POST", `/api/v1/discussions/${id}/turns`, member.keys.discuss, turn)
    }
    expect(JSON.parse(answer.text).discussion.turns[0].id, answer.text).toBe("t1")
    await send("POST", `/api/v1/discussions/${id}/abort`, member.keys.discuss)
    return id
  },
  prompt: (member) =>
    make(member, "/api/discussion", { requester_agent: "asker", prompt_message: member.marker }, "prompt"),
  agent: (member) => {
    const agent = { name: member.marker, systemPrompt: member.marker, modelConfig: { model: "rehearsal/bold" } }
    return make(member, "/api/v1/agents", agent, "agent")
  },
  project: async (member) => {
    const participants = [
      { role: "user", sequenceOrder: 1 },
      { role: "leader", agentId: await makers.agent!(member), sequenceOrder: 2 },
    ]
    return make(member, "/api/v1/projects", { name: member.marker, participants }, "project")
  },
  response: async (member) => `resp_${await makers.discussion!(member)}`,
  webhook: (member) =>
    make(
      member,
      "/api/v1/webhooks",
      { url: `https://example.com/${member.marker}`, events: ["prompt.posted"] },
      "webhook",
    ),
  organisation: async ({ organisationId }) => organisationId,
  key: (member) => make(member, "/api/v1/keys", { name: member.marker, scope: "read" }, "apiKey"),
}

async function make({ keys }: Member, path: string, body: unknown, field: string): Promise<string> {
  const { status, text } = await send("POST", path, keys.admin, body)
  expect(status, text).toBe(201)
  return JSON.parse(text)[field].id
}

/** The kind of resource a path parameter identifies; `undefined` if all organisations share it. */
function kindOf({ name, path }: Operation): string | undefined {
  if (!path.includes("{")) return undefined
  const kinds: readonly (readonly [RegExp, string | undefined])[] = [
    [/^\/api\/v1\/discussions\/\{id\}\/turns\/\{turn\}/, "spoken"],
    [/^\/api\/v1\/discussions\/\{id\}/, "discussion"],
    [/^\/api\/discussions\/\{projectId\}/, "project"],
    [/^\/api\/discussion\/\{id\}/, "prompt"],
    [/^\/api\/v1\/projects\/\{id\}/, "project"],
    [/^\/api\/v1\/agents\/\{id\}/, "agent"],
    [/^\/api\/v1\/webhooks\/\{id\}/, "webhook"],
    [/^\/api\/v1\/keys\/\{id\}/, "key"],
    [/^\/api\/v1\/organisations\/\{organisationId\}/, "organisation"],
    [/^\/api\/v1\/(?:tables|providers)\/\{name\}/, undefined],
    [/^\/v1\/models\/\{model\}/, undefined],
    [/^\/v1\/responses\/\{id\}/, "response"],
  ]
  const found = kinds.find(([pattern]) => pattern.test(path))
  if (!found) throw new Error(`add ${name} to the kinds in this test`)
  return found[1]
}

/** The path of a resource newly created for a member, so that changes to it affect no other test. */
async function pathFor(operation: Operation, member: Member): Promise<string> {
  const kind = kindOf(operation)
  const id = kind === undefined ? "duet" : await makers[kind]!(member)
  const path = operation.path
    .replace("{seat}", "model-a")
    .replace("{turn}", "t1")
    .replace(/\{\w+\}/, id)
  if (path.endsWith("/share-keys/{key}")) {
    const keys = path.replace("/{key}", "")
    return `${keys}/${await make(member, keys, { name: member.marker }, "apiKey")}`
  }
  return path.endsWith("/compare") ? `${path}?with=${id}` : path
}

/** The resource as its owner sees it. */
async function lookAt(operation: Operation, path: string): Promise<string> {
  const kind = kindOf(operation)
  if (kind === "organisation") return own.marker + (await send("GET", "/api/v1/spend", own.keys.admin)).text
  if (kind === "key" || kind === "webhook") return (await send("GET", `/api/v1/${kind}s`, own.keys.admin)).text
  const [, response] = /^\/v1\/responses\/resp_([^/]+)/.exec(path) ?? []
  if (response !== undefined) return (await send("GET", `/api/v1/discussions/${response}`, own.keys.admin)).text
  const [whole] = /^(\/api\/v1\/\w+|\/api\/\w+)\/[^/]+/.exec(path)!
  return (await send("GET", whole, own.keys.admin)).text
}

describe("every call in the API description", () => {
  test("has the expected scope [access.organisation]", () => {
    expect(operations.length).toBeGreaterThan(30)
    const given = Object.fromEntries(operations.map(({ name, scope }) => [name, scope]))
    const expected = operations.map(({ name, method }) => [
      name,
      otherScopes[name] ?? (method === "GET" ? "read" : "discuss"),
    ])
    expect(given).toEqual(Object.fromEntries(expected))
    expect(Object.keys(given)).toEqual(expect.arrayContaining(Object.keys(otherScopes)))
  })

  test("is registered through the description: no other file adds routes", () => {
    const root = new URL("../../src/server/", import.meta.url)
    const unregistered = globSync("**/*.ts", { cwd: root })
      .filter((file) => file !== "api.ts" && !file.endsWith(".test.ts"))
      .filter((file) =>
        /\bapp\s*\.\s*(get|post|put|patch|delete|all|on|route|mount|basePath)\b/.test(
          readFileSync(new URL(file, root), "utf8"),
        ),
      )
    expect(unregistered).toEqual([])
  })

  test("refuses requests without a key and requests with a wrong one [access.other-address]", async () => {
    for (const operation of operations) {
      const path = await pathFor(operation, own)
      for (const key of [undefined, wrongKey, "nonsense"]) {
        const { status, headers, text } = await send(operation.method, path, key, operation.body)
        if (operation.scope === "open") expect({ operation: operation.name, status }).toMatchObject({ status: 200 })
        else {
          expect({ operation: operation.name, key, status }).toMatchObject({ status: 401 })
          expect(headers.get("www-authenticate")).toContain("Bearer")
          expect(text).not.toContain(own.marker)
        }
      }
    }
  })

  test("refuses a key whose scope is too small, names the required scope, and accepts larger ones", async () => {
    for (const operation of operations.filter(({ scope }) => scope !== "open")) {
      for (const scope of scopes) {
        const path = await pathFor(operation, own)
        const { status, text } = await send(operation.method, path, own.keys[scope], operation.body)
        const seen = { operation: operation.name, scope, status, text: status >= 400 ? text : "" }
        const isEnough = scopes.indexOf(scope) >= scopes.indexOf(operation.scope as Scope)
        if (isEnough && !forOperator.includes(operation.name)) {
          expect([401, 403, 404, 429, 500], JSON.stringify(seen)).not.toContain(status)
        } else {
          expect(seen).toMatchObject({ status: 403 })
          if (!isEnough) expect(text).toContain(`needs \\"${operation.scope}\\"`)
        }
      }
    }
  })

  test("answers 404 for another organisation's resources and leaves them unchanged [access.organisation]", async () => {
    const withOwner = operations.filter((operation) => kindOf(operation) !== undefined)
    expect(withOwner.length).toBeGreaterThan(15)
    for (const operation of withOwner) {
      const path = await pathFor(operation, own)
      const before = await lookAt(operation, path)
      expect(before).toContain(own.marker)
      const methods = operation.method === "GET" ? ["GET", "HEAD"] : [operation.method]
      for (const method of methods) {
        const { status, text } = await send(method, path, other.keys.admin, operation.body)
        expect({ operation: operation.name, status }).toEqual({ operation: operation.name, status: 404 })
        expect(text).not.toContain(own.marker)
      }
      const missing = path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, "00000000-0000-4000-8000-00000000dead")
      const [there, nowhere] = await Promise.all(
        [path, missing].map((one) => send(operation.method, one, other.keys.admin, operation.body)),
      )
      const plain = (answer: Answer) => answer.text.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "id")
      expect(plain(there!), "the response for a foreign id differs from that for an unknown id").toBe(plain(nowhere!))
      expect(await lookAt(operation, path)).toBe(before)
    }
  })

  test("lists and returns no text of another organisation [access.organisation]", async () => {
    const ids = await Promise.all(Object.values(makers).map((maker) => maker(own)))
    await send("POST", "/api/v1/chat", own.keys.discuss, { agent_name: own.marker, message: own.marker })
    const secrets = [own.marker, ...ids, ...Object.values(own.keys)]
    for (const operation of operations.filter(({ path }) => !path.includes("{"))) {
      const queries = operation.method === "GET" ? ["", `?q=${own.marker}`, `?requester=asker`, "?limit=100"] : [""]
      for (const query of queries) {
        const { status, text } = await send(operation.method, operation.path + query, other.keys.admin, operation.body)
        expect({ operation: operation.name, query, status: status < 500 }).toMatchObject({ status: true })
        for (const secret of secrets) expect(text, operation.name + query).not.toContain(secret)
      }
    }
  })

  test("logs no server error", () => expect(server.faults).toEqual([]))
})

describe("one organisation", () => {
  test("cannot reference another's resources in its own", async () => {
    const [agent, prompt] = await Promise.all([makers.agent!(own), makers.prompt!(own)])
    const participants = [{ role: "leader", agentId: agent, sequenceOrder: 1 }]
    const requests: readonly (readonly [string, unknown])[] = [
      ["/api/v1/projects", { name: "Mine", participants }],
      ["/api/v1/chat", { agent_name: "x", message: "y", discussion_prompt_id: prompt }],
    ]
    for (const [path, body] of requests) {
      const { status, text } = await send("POST", path, other.keys.admin, body)
      expect({ path, refused: status >= 400 && status < 500 }).toEqual({ path, refused: true })
      expect(text).not.toContain(own.marker)
    }
  })

  test("gets no response from another's Idempotency-Key or cursor", async () => {
    const ask = async ({ keys }: Member) => {
      const response = await fetch(`${server.url}/api/v1/discussions`, {
        method: "POST",
        headers: { "x-api-key": keys.discuss, "idempotency-key": "the-same", "content-type": "application/json" },
        body: JSON.stringify({ format: "duet", topic: "the same", start: false }),
      })
      return JSON.parse(await response.text()).discussion.id
    }
    const ids = [await ask(own), await ask(other), await ask(own)]
    expect(ids[0]).toBe(ids[2])
    expect(ids[0]).not.toBe(ids[1])
    const page = await send("GET", "/api/v1/discussions?limit=1", own.keys.read)
    const { next } = JSON.parse(page.text)
    const others = await send(
      "GET",
      `/api/v1/discussions?limit=100&cursor=${encodeURIComponent(next)}`,
      other.keys.read,
    )
    expect(others.text).not.toContain(own.marker)
  })

  test("cannot read another's chat, and its tickets open only its own streams [access.organisation]", async () => {
    const ticketOf = async (member: Member) =>
      JSON.parse((await send("POST", "/api/v1/stream-tickets", member.keys.read)).text).ticket as string
    const [mine, theirs] = [await ticketOf(other), await ticketOf(own)]
    const disconnect = new AbortController()
    const { signal } = disconnect
    const response = await fetch(`${server.url}/api/v1/chat/events?ticket=${mine}`, { signal })
    expect(response.status).toBe(200)
    const say = (member: Member, message: string) =>
      send("POST", "/api/v1/chat", member.keys.discuss, { agent_name: "x", message })
    await say(own, own.marker)
    await say(other, "the last word")
    const reader = response.body!.getReader()
    let heard = ""
    while (!heard.includes("the last word")) heard += new TextDecoder().decode((await reader.read()).value)
    expect(heard).not.toContain(own.marker)
    disconnect.abort()
    const discussion = await makers.discussion!(own)
    const path = `/api/v1/discussions/${discussion}/events?ticket=`
    expect((await send("GET", path + mine, undefined)).status).toBe(404)
    expect((await send("GET", path + theirs, undefined)).status).toBe(200)
    expect((await send("GET", `/api/v1/discussions?ticket=${theirs}`, undefined)).status).toBe(401)
  })

  test("reads the whole server's metrics only as the operator", async () => {
    const { key } = await server.app.keys.create({
      organisationId: localOrganisationId,
      name: "operator",
      scope: "admin",
    })
    expect((await send("GET", "/metrics", other.keys.admin)).status).toBe(403)
    expect((await send("GET", "/metrics", key)).text).toContain("conclave_open_streams")
  })
})
