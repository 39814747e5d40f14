import { type App, createApp } from "../../src/main/app.ts"
import { parseConfig } from "../../src/main/config.ts"
import { type Scope, scopes } from "../../src/ports/key-store.ts"
import { createServer } from "../../src/server/index.ts"
import { startPostgres } from "../support/postgres.ts"
import { listen } from "./server-rig.ts"

/** An organisation with one key per scope. */
export interface Member {
  readonly organisationId: string
  /** Text that appears in everything this organisation writes in the tests. */
  readonly marker: string
  readonly keys: Readonly<Record<Scope, string>>
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

export interface KeyedServer {
  readonly databaseUrl: string
  readonly url: string
  readonly app: App
  readonly own: Member
  readonly other: Member
  readonly faults: readonly unknown[]
  /** Reads a response to its end, or the first data of a stream. */
  send(method: string, path: string, key: string | undefined, body?: unknown): Promise<Answer>
  close(): Promise<void>
}

/** A server that requires keys, on its own PostgreSQL database, with two organisations. */
export async function keyedServer(): Promise<KeyedServer> {
  const faults: unknown[] = []
  const onFault = (error: unknown) => void faults.push(error)
  const postgres = await startPostgres("fsync=off")
  const app = await createApp({
    location: { url: postgres.url },
    config: parseConfig({}),
    env: {},
    workers: 50,
    paced: false,
    isLocal: false,
    onError: onFault,
  })
  const keys = { store: app.keys, spend: app.spend, required: true }
  const limits = { keyRequestsPerMinute: 1e6, addressRequestsPerMinute: 1e6 }
  const { url, close } = await listen({
    server: createServer({ services: app.services, keys, limits, onError: onFault }),
  })
  return {
    databaseUrl: postgres.url,
    url,
    app,
    own: await member(app, "Own"),
    other: await member(app, "Other"),
    faults,
    send: (method, path, key, body) => send(`${url}${path}`, method, key, body),
    async close() {
      await close()
      await app.close(0)
      await postgres.stop()
    },
  }
}

async function member({ keys }: App, name: string): Promise<Member> {
  const { id: organisationId } = await keys.createOrganisation(name)
  const made = scopes.map(async (scope) => [scope, (await keys.create({ organisationId, name: scope, scope })).key])
  const marker = `marker-${name}-${organisationId.slice(0, 8)}`
  return { organisationId, marker, keys: Object.fromEntries(await Promise.all(made)) }
}

async function send(url: string, method: string, key: string | undefined, body: unknown): Promise<Answer> {
  const disconnect = new AbortController()
  const response = await fetch(url, {
    method,
    signal: disconnect.signal,
    headers: {
      ...(key !== undefined && { "x-api-key": key }),
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const { status, headers } = response
  const isStream = headers.get("content-type")?.startsWith("text/event-stream")
  if (!isStream) return { status, headers, text: await response.text() }
  const { value } = await response.body!.getReader().read()
  disconnect.abort()
  return { status, headers, text: new TextDecoder().decode(value) }
}
