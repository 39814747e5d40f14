import { expect, test } from "vitest"
import { type App, createApp } from "../../src/main/app.ts"
import { parseConfig } from "../../src/main/config.ts"
import type { StorageLocation } from "../../src/main/open-storage.ts"
import type { IdempotencyStore } from "../../src/ports/idempotency-store.ts"
import { type Rig, rig } from "../e2e/server-rig.ts"
import { sharedLocations } from "../support/databases.ts"

const path = "/api/v1/discussions"
const body = { format: "duet", topic: "Once?", start: false }
const key = { "idempotency-key": "k1" }

async function withServers(
  location: StorageLocation,
  count: number,
  work: (servers: readonly Rig[], dying: Rig) => Promise<void>,
  workers = 0,
): Promise<void> {
  const options = { location, config: parseConfig({}), env: {}, workers, paced: false, isLocal: true }
  const onError = (error: unknown) => console.error(error)
  const apps = await Promise.all(Array.from({ length: count }, () => createApp({ ...options, onError })))
  const { services } = apps[0]!
  const dying = rig({
    services: { ...services, idempotency: neverAnswering(services.idempotency) },
    keys: keysOf(apps[0]!),
  })
  try {
    await work(
      apps.map((app) => rig({ services: app.services, keys: keysOf(app) })),
      dying,
    )
  } finally {
    for (const app of apps) await app.close(0)
  }
}

function keysOf({ keys: store, spend }: App) {
  return { store, spend, required: false }
}

/** A process that dies right after the transaction of the request. */
function neverAnswering(store: IdempotencyStore): IdempotencyStore {
  const dead = () => new Promise<never>(() => {})
  return {
    find: (...given) => store.find(...given),
    complete: dead,
  }
}

const kinds = ["SQLite", "PostgreSQL"] as const

test.each(kinds)(
  "on %s a process that dies after creating leaves its response for the retry [http.idempotency]",
  async (kind) => {
    await withServers(await sharedLocations[kind](), 2, async ([, second], dying) => {
      const first = dying.call("POST", path, body, key)
      await expect.poll(async () => (await second!.call("GET", path)).body.discussions.length).toBe(1)
      const repeated = await second!.call("POST", path, body, key)
      expect(repeated.status).toBe(201)
      expect((await second!.call("GET", path)).body.discussions.map(({ id }: { id: string }) => id)).toEqual([
        repeated.body.discussion.id,
      ])
      void first
    })
  },
)

const ann = { name: "Ann", systemPrompt: "You doubt.", modelConfig: { model: "rehearsal/bold" } }
const creations: readonly (readonly [path: string, body: object, listed?: string])[] = [
  ["/api/v1/agents", ann],
  ["/api/v1/projects", { name: "Bridge", participants: [{ role: "user", sequenceOrder: 1 }] }],
  ["/api/v1/webhooks", { url: "https://example.com/hook", events: ["prompt.posted"] }],
  ["/api/v1/keys", { name: "build", scope: "read" }],
  ["/api/v1/chat", { agent_name: "Ann", message: "Hello" }],
  ["/api/discussion", { requester_agent: "Ann", prompt_message: "Why?" }],
  ["/v1/responses", { model: "conclave/duet", input: "Why?", background: true }, "/api/v1/discussions"],
]

test.each(kinds)(
  "on %s nothing is created twice if its process died, and the retry gets the response [http.idempotency]",
  async (kind) => {
    await withServers(await sharedLocations[kind](), 2, async ([, second], dying) => {
      const list = async (at: string): Promise<unknown[]> =>
        Object.values((await second!.call("GET", at)).body).find((value) => Array.isArray(value)) as unknown[]
      for (const [at, given, listed = at] of creations) {
        const before = await list(listed)
        void dying.call("POST", at, given, key)
        await expect.poll(async () => (await list(listed)).length).toBe(before.length + 1)
        const [repeated, again] = [
          await second!.call("POST", at, given, key),
          await second!.call("POST", at, given, key),
        ]
        expect([at, repeated.status]).toEqual([at, at.startsWith("/v1") ? 200 : 201])
        expect(JSON.stringify(again.body)).toBe(JSON.stringify(repeated.body))
        expect(await list(listed)).toHaveLength(before.length + 1)
        expect([at, (await second!.call("POST", at, { ...given, extra: 1 }, key)).status >= 400]).toEqual([at, true])
      }
    })
  },
)

test.each(kinds)("on %s a comment whose response was lost is added once [http.idempotency]", async (kind) => {
  await withServers(await sharedLocations[kind](), 2, async ([, second], dying) => {
    const { id } = (await second!.call("POST", path, body)).body.discussion
    const comments = `${path}/${id}/interjections`
    const comment = { author: "Kim", content: "Hello" }
    void dying.call("POST", comments, comment, key)
    await expect
      .poll(async () => (await second!.call("GET", `${path}/${id}`)).body.discussion.interjections.length)
      .toBe(1)
    const repeated = await second!.call("POST", comments, comment, key)
    expect([repeated.status, repeated.body.discussion.interjections.length]).toEqual([200, 1])
  })
})

test.each(kinds)("on %s a sub-discussion whose response was lost is opened once [http.idempotency]", async (kind) => {
  await withServers(await sharedLocations[kind](), 2, async ([, second], dying) => {
    const seats = [{ name: "Ann" }, { name: "Ben" }, { name: "Cai" }]
    const { id } = (await second!.call("POST", path, { format: "panel", topic: "Whole?", seats })).body.discussion
    const subs = `${path}/${id}/sub-discussions`
    const asked = { topic: "Part?", seats: ["ann", "ben"] }
    void dying.call("POST", subs, asked, key)
    await expect.poll(async () => (await second!.call("GET", path)).body.discussions.length).toBe(2)
    const answers = await Promise.all(Array.from({ length: 10 }, () => second!.call("POST", subs, asked, key)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1)
    const { discussion } = answers[0]!.body
    expect((await second!.call("GET", `${path}/${discussion.id}`)).body.discussion).toMatchObject({
      ...{ topic: "Part?", startedAt: discussion.startedAt },
    })
    expect((await second!.call("GET", `${path}/${id}`)).body.discussion.subDiscussions).toHaveLength(1)
    expect((await second!.call("POST", subs, { ...asked, topic: "Other?" }, key)).status).toBe(422)
  })
})

const user = { role: "user", sequenceOrder: 1 }

test.each(kinds)("on %s a panel's message whose response was lost is stored once [http.idempotency]", async (kind) => {
  const lost = async ([, second]: readonly Rig[], dying: Rig) => {
    const { agent } = (await second!.call("POST", "/api/v1/agents", ann)).body
    const member = { agentId: agent.id, role: "manager", sequenceOrder: 2 }
    for (const participants of [[user, member], [{ ...user, sequenceOrder: 3 }, member], [member]]) {
      const given = { name: "Bridge", participants, rounds: 2 }
      const { project } = (await second!.call("POST", "/api/v1/projects", given)).body
      const own = { "idempotency-key": project.id }
      const panel = `/api/discussions/${project.id}`
      const message = { message: "Wood or steel?", userId: "kim" }
      const said = async () => {
        const { status, body } = await second!.call("GET", `${path}/${project.id}`)
        if (status !== 200) return 0
        const { topic, turns } = body.discussion
        const words = [topic, ...turns.map(({ content }: { content: string }) => content)]
        return words.filter((text) => text.includes("Wood or steel?")).length
      }
      void dying.call("POST", panel, message, own)
      await expect.poll(said).toBeGreaterThan(0)
      const [once, ...repeated] = await Promise.all(
        Array.from({ length: 10 }, () => second!.call("POST", panel, message, own)),
      )
      expect([once!.status, once!.body.error]).toEqual([200, undefined])
      expect(new Set(repeated.map(({ body }) => JSON.stringify(body)))).toEqual(new Set([JSON.stringify(once!.body)]))
      const before = await said()
      expect((await second!.call("POST", panel, message, own)).body).toEqual(once!.body)
      expect(await said()).toBe(before)
      expect((await second!.call("POST", panel, { ...message, message: "Stone?" }, own)).status).toBe(422)
    }
  }
  await withServers(await sharedLocations[kind](), 2, lost, 2)
})

test.each(kinds)("on %s ten equal first messages to a panel start it once [http.idempotency]", async (kind) => {
  await withServers(
    await sharedLocations[kind](),
    2,
    async (servers) => {
      const { agent } = (await servers[0]!.call("POST", "/api/v1/agents", ann)).body
      const participants = [
        { agentId: agent.id, role: "manager", sequenceOrder: 1 },
        { ...user, sequenceOrder: 2 },
      ]
      const given = { name: "Bridge", participants, rounds: 2 }
      const { project } = (await servers[0]!.call("POST", "/api/v1/projects", given)).body
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          servers[index % 2]!.call("POST", `/api/discussions/${project.id}`, { message: "Now?", userId: "kim" }, key),
        ),
      )
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
      expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    },
    2,
  )
})

test.each(kinds)("on %s a hundred equal requests at two servers get one body [http.idempotency]", async (kind) => {
  await withServers(await sharedLocations[kind](), 2, async (servers) => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) => servers[index % 2]!.call("POST", path, body, key)),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1)
    expect((await servers[0]!.call("GET", path)).body.discussions).toHaveLength(1)
    const agents = await Promise.all(
      Array.from({ length: 50 }, (_, index) => servers[index % 2]!.call("POST", "/api/v1/agents", ann, key)),
    )
    expect(new Set(agents.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(agents.map((answer) => JSON.stringify(answer.body))).size).toBe(1)
  })
})
