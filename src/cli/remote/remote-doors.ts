import { randomUUID } from "node:crypto"
import { setTimeout } from "node:timers/promises"
import { ConclaveError } from "../../core/errors.ts"
import type { PublicDiscussion, PublicEvent } from "../../core/public/types.ts"
import type { ForkComparison } from "../../core/reporting/compare-forks.ts"
import type { ApiKey } from "../../ports/key-store.ts"
import { localOrganisation } from "../../ports/organisation.ts"
import type { PostedPrompt, SquadPrompt } from "../../ports/squad-store.ts"
import { longestWaitSeconds, type PromptDetail } from "../../squad/index.ts"
import type { Doors, Following, FoundModels, KeyDoor, SquadDoor } from "../doors.ts"
import type { HttpClient } from "./http-client.ts"
import { readEventStream } from "./read-event-stream.ts"

const root = "/api/v1/discussions"

/** Works through the server that holds the data folder. */
export function remoteDoors(client: HttpClient): Doors {
  const of = (id: string) => `${root}/${encodeURIComponent(id)}`
  const post = async (path: string, body?: unknown) => {
    await client.json(path, { method: "POST", ...(body !== undefined && { body }) })
  }
  const steered = async (path: string, body?: unknown, method: "POST" | "DELETE" = "POST") => {
    const asked = { method, ...(body !== undefined && { body }) }
    return (await client.json<{ discussion: PublicDiscussion }>(path, asked)).discussion
  }
  /** Asked once, however often the line breaks meanwhile. */
  const begun = async (path: string, body: unknown) => {
    const headers = { "idempotency-key": randomUUID() }
    const answer = await client.json<{ discussion: PublicDiscussion }>(path, { method: "POST", body, headers })
    return answer.discussion.id
  }
  return {
    address: client.address,
    shared: true,
    list: (filter) => client.json(`${root}?${query(filter)}`),
    discussion: async (id) => (await client.json<{ discussion: PublicDiscussion }>(of(id))).discussion,
    export: (id, form) => client.text(`${of(id)}/export?as=${form}`),
    discuss: (input, sessionId) => begun(root, sessionId === undefined ? input : { ...input, sessionId }),
    follow: (id, following) => follow(client, of(id), following),
    say: (id, content, seat) => post(`${of(id)}/turns`, { content, ...(seat !== undefined && { seat }) }),
    interject: (id, author, content) => post(`${of(id)}/interjections`, { author, content }),
    pause: (id) => steered(`${of(id)}/pause`),
    resume: (id) => steered(`${of(id)}/resume`),
    abort: (id) => steered(`${of(id)}/abort`),
    interrupt: (id, turn) => steered(`${of(id)}/interrupt?${query({ turn })}`),
    join: (id, seat) => steered(`${of(id)}/seats`, seat),
    leave: (id, seat) => steered(`${of(id)}/seats/${encodeURIComponent(seat)}`, undefined, "DELETE"),
    fork: (id, atTurn, changes) => begun(`${of(id)}/fork`, { atTurn, changes }),
    compare: async (a, b) =>
      (await client.json<{ comparison: ForkComparison }>(`${of(a)}/compare?${query({ with: b })}`)).comparison,
    models: () => client.json<FoundModels>("/api/v1/models"),
    squad: squadDoor(client),
    keys: keyDoor(client),
    close: async () => {},
  }
}

const finalEvents: ReadonlySet<string> = new Set(["discussion_completed", "discussion_error", "discussion_aborted"])
const mostTries = 5

/** A stream that breaks off goes on exactly where it was. */
async function* follow(
  client: HttpClient,
  path: string,
  { after, signal }: Following = {},
): AsyncGenerator<PublicEvent> {
  let place = after === undefined ? undefined : String(after)
  for (let tries = 0; tries < mostTries && !signal?.aborted; tries++) {
    try {
      const headers = { accept: "text/event-stream", ...(place !== undefined && { "last-event-id": place }) }
      const response = await client.fetch(`${path}/events`, { headers, ...(signal && { signal }) })
      if (response.status === 204 || !response.body) return
      for await (const { id, event, data } of readEventStream(response.body)) {
        if (id !== "") place = id
        tries = 0
        const seen = seenEvent(id, event, data)
        yield seen
        if (finalEvents.has(seen.type)) return
      }
    } catch (error) {
      if (signal?.aborted) return
      if (error instanceof ConclaveError && error.code !== "INITIALIZATION_FAILED") throw error
      if (tries === mostTries - 1) throw error
    }
    await setTimeout(200 * 2 ** tries)
  }
}

function seenEvent(id: string, name: string, text: string): PublicEvent {
  const { discussionId: _, timestamp, ...data } = JSON.parse(text) as Record<string, unknown>
  const seq = Number(id.split(":", 1)[0])
  return { type: name.replaceAll("-", "_"), seq, at: timestamp, data } as PublicEvent
}

function squadDoor(client: HttpClient): SquadDoor {
  const path = "/api/discussion"
  return {
    ask: (body) =>
      client.json<PostedPrompt>(path, { method: "POST", body, headers: { "idempotency-key": randomUUID() } }),
    wait(id, seconds, signal) {
      const wait = Math.min(seconds, longestWaitSeconds)
      return client.json<PromptDetail>(`${path}/${encodeURIComponent(id)}?wait=${wait}`, { ...(signal && { signal }) })
    },
    answer: ({ promptId, ...body }) => client.json(`${path}/${encodeURIComponent(promptId)}`, { method: "POST", body }),
    prompts: async (filter) =>
      (await client.json<{ prompts: readonly SquadPrompt[] }>(`${path}?${query(filter)}`)).prompts,
  }
}

/** Over HTTP a key's holder sees their own organisation alone. */
function keyDoor(client: HttpClient): KeyDoor {
  const path = "/api/v1/keys"
  const notHere = (): never => {
    const message = `organisations are made where the database is: stop the server at ${client.address} first`
    throw new ConclaveError("DATA_LOCKED", message)
  }
  return {
    organisations: async () => [{ id: localOrganisation, name: "local", createdAt: "" }],
    createOrganisation: async () => notHere(),
    async create({ name, scope, organisationId }) {
      if (organisationId !== localOrganisation) notHere()
      const { apiKey, key } = await client.json<{ apiKey: ApiKey; key: string }>(path, {
        method: "POST",
        body: { name, scope },
      })
      return { ...apiKey, key }
    },
    list: async () => (await client.json<{ keys: readonly ApiKey[] }>(path)).keys,
    async revoke(id) {
      const asked = { method: "DELETE" } as const
      return (await client.json<{ apiKey: ApiKey }>(`${path}/${encodeURIComponent(id)}`, asked)).apiKey
    },
  }
}

function query(fields: object): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) search.set(name, String(value))
  return search.toString()
}
