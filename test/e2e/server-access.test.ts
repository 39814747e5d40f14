import { globSync, readFileSync } from "node:fs"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { localOrganisationId, type Scope, scopes } from "../../src/ports/key-store.ts"
import { type Answer, type KeyedServer, keyedServer, type Member } from "./keyed-server.ts"

/** Who may what, besides: to look needs "read", everything else "discuss". A new call of another kind is listed here. */
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

/** Calls that only an admin of the local organisation may make, who runs the server. */
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

/** Makes something and gives its id; the member's marker stands in what it says. */
const makers: Readonly<Record<string, (member: Member) => Promise<string>>> = {
  discussion: (member) =>
    make(member, "/api/v1/discussions", { format: "duet", topic: member.marker, start: false }, "discussion"),
  /** One in which a person has taken the first turn, t1. */
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

/** What the parameter of a path is the id of; `undefined` where everybody has the same. */
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
  if (!found) throw new Error(`say in this test what ${name} is about`)
  return found[1]
}

/** The path for something new of a member's, so that whatever is done to it disturbs nobody. */
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

/** How a thing looks to its owner. */
async function lookAt(operation: Operation, path: string): Promise<string> {
  const kind = kindOf(operation)
  if (kind === "organisation") return own.marker + (await send("GET", "/api/v1/spend", own.keys.admin)).text
  if (kind === "key" || kind === "webhook") return (await send("GET", `/api/v1/${kind}s`, own.keys.admin)).text
  const [, response] = /^\/v1\/responses\/resp_([^/]+)/.exec(path) ?? []
  if (response !== undefined) return (await send("GET", `/api/v1/discussions/${response}`, own.keys.admin)).text
  const [whole] = /^(\/api\/v1\/\w+|\/api\/\w+)\/[^/]+/.exec(path)!
  return (await send("GET", whole, own.keys.admin)).text
}

describe("every call that the server describes", () => {
  test("has a scope, and the one that it should have [access.organisation]", () => {
    expect(operations.length).toBeGreaterThan(30)
    const given = Object.fromEntries(operations.map(({ name, scope }) => [name, scope]))
    const expected = operations.map(({ name, method }) => [
      name,
      otherScopes[name] ?? (method === "GET" ? "read" : "discuss"),
    ])
    expect(given).toEqual(Object.fromEntries(expected))
    expect(Object.keys(given)).toEqual(expect.arrayContaining(Object.keys(otherScopes)))
  })

  test("is one that was described: no file answers past the description", () => {
    const root = new URL("../../src/server/", import.meta.url)
    const past = globSync("**/*.ts", { cwd: root })
      .filter((file) => file !== "api.ts" && !file.endsWith(".test.ts"))
      .filter((file) =>
        /\bapp\s*\.\s*(get|post|put|patch|delete|all|on|route|mount|basePath)\b/.test(
          readFileSync(new URL(file, root), "utf8"),
        ),
      )
    expect(past).toEqual([])
  })

  test("refuses those without a key and those with a wrong one [access.other-address]", async () => {
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

  test("refuses a key whose scope is too small, says which is needed, and lets the others in", async () => {
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

  test("knows nothing of another organisation's things: 404, and they stay as they are [access.organisation]", async () => {
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
      expect(plain(there!), "another's id tells more than one that nobody has").toBe(plain(nowhere!))
      expect(await lookAt(operation, path)).toBe(before)
    }
  })

  test("lists and answers without a word of another organisation's [access.organisation]", async () => {
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

  test("reported no fault of ours", () => expect(server.faults).toEqual([]))
})

describe("what one organisation says to another's things", () => {
  test("cannot name them in what it makes", async () => {
    const [agent, prompt] = await Promise.all([makers.agent!(own), makers.prompt!(own)])
    const participants = [{ role: "leader", agentId: agent, sequenceOrder: 1 }]
    const naming: readonly (readonly [string, unknown])[] = [
      ["/api/v1/projects", { name: "Mine", participants }],
      ["/api/v1/chat", { agent_name: "x", message: "y", discussion_prompt_id: prompt }],
    ]
    for (const [path, body] of naming) {
      const { status, text } = await send("POST", path, other.keys.admin, body)
      expect({ path, refused: status >= 400 && status < 500 }).toEqual({ path, refused: true })
      expect(text).not.toContain(own.marker)
    }
  })

  test("is not answered from another's Idempotency-Key, nor from another's page", async () => {
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

  test("is not heard in another's chat, and a ticket opens only one's own streams [access.organisation]", async () => {
    const ticketOf = async (member: Member) =>
      JSON.parse((await send("POST", "/api/v1/stream-tickets", member.keys.read)).text).ticket as string
    const [mine, theirs] = [await ticketOf(other), await ticketOf(own)]
    const leaving = new AbortController()
    const { signal } = leaving
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
    leaving.abort()
    const discussion = await makers.discussion!(own)
    const path = `/api/v1/discussions/${discussion}/events?ticket=`
    expect((await send("GET", path + mine, undefined)).status).toBe(404)
    expect((await send("GET", path + theirs, undefined)).status).toBe(200)
    expect((await send("GET", `/api/v1/discussions?ticket=${theirs}`, undefined)).status).toBe(401)
  })

  test("the figures of the whole server are for its operator", async () => {
    const { key } = await server.app.keys.create({
      organisationId: localOrganisationId,
      name: "operator",
      scope: "admin",
    })
    expect((await send("GET", "/metrics", other.keys.admin)).status).toBe(403)
    expect((await send("GET", "/metrics", key)).text).toContain("conclave_open_streams")
  })
})
