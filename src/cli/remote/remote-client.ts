import { randomUUID } from "node:crypto"
import { setTimeout } from "node:timers/promises"
import { ConclaveError } from "../../core/errors.ts"
import type { PublicDiscussion, PublicEvent } from "../../core/public/types.ts"
import type { ForkComparison } from "../../core/reporting/compare-forks.ts"
import type { ApiKey } from "../../ports/key-store.ts"
import { localOrganisationId } from "../../ports/organisation.ts"
import type { PostedPrompt, SquadPrompt } from "../../ports/squad-store.ts"
import { longestWaitSeconds, type PromptDetail } from "../../squad/index.ts"
import type { Client, ClientFollowOptions, KeyClient, ModelListing, SquadClient } from "../client.ts"
import type { HttpClient } from "./http-client.ts"
import { readEventStream } from "./read-event-stream.ts"

const root = "/api/v1/discussions"

/** Works through the server that holds the data folder. */
export function remoteClient(client: HttpClient): Client {
  const pathOf = (id: string) => `${root}/${encodeURIComponent(id)}`
  const post = async (path: string, body?: unknown) => {
    await client.json(path, { method: "POST", ...(body !== undefined && { body }) })
  }
  const steer = async (path: string, body?: unknown, method: "POST" | "DELETE" = "POST") => {
    const request = { method, ...(body !== undefined && { body }) }
    return (await client.json<{ discussion: PublicDiscussion }>(path, request)).discussion
  }
  /** Asked once, however often the line breaks meanwhile. */
  const createDiscussion = async (path: string, body: unknown) => {
    const headers = { "idempotency-key": randomUUID() }
    const answer = await client.json<{ discussion: PublicDiscussion }>(path, { method: "POST", body, headers })
    return answer.discussion.id
  }
  return {
    address: client.address,
    shared: true,
    list: (filter) => client.json(`${root}?${queryString(filter)}`),
    discussion: async (id) => (await client.json<{ discussion: PublicDiscussion }>(pathOf(id))).discussion,
    export: (id, form) => client.text(`${pathOf(id)}/export?as=${form}`),
    discuss: (input, sessionId) => createDiscussion(root, sessionId === undefined ? input : { ...input, sessionId }),
    follow: (id, following) => follow(client, pathOf(id), following),
    say: (id, content, seat) => post(`${pathOf(id)}/turns`, { content, ...(seat !== undefined && { seat }) }),
    interject: (id, author, content) => post(`${pathOf(id)}/interjections`, { author, content }),
    pause: (id) => steer(`${pathOf(id)}/pause`),
    resume: (id) => steer(`${pathOf(id)}/resume`),
    abort: (id) => steer(`${pathOf(id)}/abort`),
    interrupt: (id, turn) => steer(`${pathOf(id)}/interrupt?${queryString({ turn })}`),
    join: (id, seat) => steer(`${pathOf(id)}/seats`, seat),
    leave: (id, seat) => steer(`${pathOf(id)}/seats/${encodeURIComponent(seat)}`, undefined, "DELETE"),
    fork: (id, atTurn, changes) => createDiscussion(`${pathOf(id)}/fork`, { atTurn, changes }),
    compare: async (a, b) =>
      (await client.json<{ comparison: ForkComparison }>(`${pathOf(a)}/compare?${queryString({ with: b })}`))
        .comparison,
    models: () => client.json<ModelListing>("/api/v1/models"),
    squad: squadClient(client),
    keys: keyClient(client),
    close: async () => {},
  }
}

const finalEvents: ReadonlySet<string> = new Set(["discussion_completed", "discussion_error", "discussion_aborted"])
const maxAttempts = 5

/** A stream that breaks off goes on exactly where it was. */
async function* follow(
  client: HttpClient,
  path: string,
  { after, signal }: ClientFollowOptions = {},
): AsyncGenerator<PublicEvent> {
  let lastEventId = after === undefined ? undefined : String(after)
  for (let attempts = 0; attempts < maxAttempts && !signal?.aborted; attempts++) {
    try {
      const headers = {
        accept: "text/event-stream",
        ...(lastEventId !== undefined && { "last-event-id": lastEventId }),
      }
      const response = await client.fetch(`${path}/events`, { headers, ...(signal && { signal }) })
      if (response.status === 204 || !response.body) return
      for await (const { id, event, data } of readEventStream(response.body)) {
        if (id !== "") lastEventId = id
        attempts = 0
        const seen = parsePublicEvent(id, event, data)
        yield seen
        if (finalEvents.has(seen.type)) return
      }
    } catch (error) {
      if (signal?.aborted) return
      if (error instanceof ConclaveError && error.code !== "INITIALIZATION_FAILED") throw error
      if (attempts === maxAttempts - 1) throw error
    }
    await setTimeout(200 * 2 ** attempts)
  }
}

function parsePublicEvent(id: string, name: string, text: string): PublicEvent {
  const { discussionId: _, timestamp, ...data } = JSON.parse(text) as Record<string, unknown>
  const seq = Number(id.split(":", 1)[0])
  return { type: name.replaceAll("-", "_"), seq, at: timestamp, data } as PublicEvent
}

function squadClient(client: HttpClient): SquadClient {
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
      (await client.json<{ prompts: readonly SquadPrompt[] }>(`${path}?${queryString(filter)}`)).prompts,
  }
}

/** Over HTTP a key's holder sees their own organisation alone. */
function keyClient(client: HttpClient): KeyClient {
  const path = "/api/v1/keys"
  const rejectRemote = (): never => {
    const message = `organisations are made where the database is: stop the server at ${client.address} first`
    throw new ConclaveError("DATA_LOCKED", message)
  }
  return {
    organisations: async () => [{ id: localOrganisationId, name: "local", createdAt: "" }],
    createOrganisation: async () => rejectRemote(),
    async create({ name, scope, organisationId }) {
      if (organisationId !== localOrganisationId) rejectRemote()
      const { apiKey, key } = await client.json<{ apiKey: ApiKey; key: string }>(path, {
        method: "POST",
        body: { name, scope },
      })
      return { ...apiKey, key }
    },
    list: async () => (await client.json<{ keys: readonly ApiKey[] }>(path)).keys,
    async revoke(id) {
      const request = { method: "DELETE" } as const
      return (await client.json<{ apiKey: ApiKey }>(`${path}/${encodeURIComponent(id)}`, request)).apiKey
    },
  }
}

function queryString(fields: object): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) search.set(name, String(value))
  return search.toString()
}
