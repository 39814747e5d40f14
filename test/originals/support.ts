import type { AddressInfo } from "node:net"
import { serve } from "@hono/node-server"
import pg from "pg"
import { afterAll, inject, test } from "vitest"
import { createApp } from "../../src/main/app.ts"
import { type Config, parseConfig } from "../../src/main/config.ts"
import type { Model } from "../../src/ports/model.ts"
import { createServer } from "../../src/server/index.ts"
import { freshDatabase } from "../support/postgres.ts"

/** `exact`: as the text has it. `mapped`: under another name or shape; docs/coming-from.md says which. */
type How = "exact" | "mapped"

interface Row {
  readonly lines: string
  readonly how: How | "left out"
  readonly about: string
}

/** Checks of one original text, each with the lines of the text that it checks; what was checked is printed at the end. */
export function checksOf(original: string) {
  const rows: Row[] = []
  afterAll(() => {
    const count = (how: Row["how"]) => rows.filter((row) => row.how === how).length
    const summary = `${original}: ${count("exact")} exact, ${count("mapped")} mapped, ${count("left out")} left out`
    console.log(
      [summary, ...rows.map(({ lines, how, about }) => `  ${lines.padEnd(12)} ${how.padEnd(9)} ${about}`)].join("\n"),
    )
  })
  const checkAs = (how: How) => (lines: string, about: string, run: () => void | Promise<void>) =>
    test(`line ${lines}: ${about}`, async () => {
      await run()
      rows.push({ lines, how, about })
    })
  return {
    exact: checkAs("exact"),
    mapped: checkAs("mapped"),
    leftOut: (lines: string, reason: string) => void rows.push({ lines, how: "left out", about: reason }),
  }
}

// biome-ignore lint/suspicious/noExplicitAny: what a server answers is what the test is about
export const json = (response: Response) => response.json() as Promise<any>

export interface Running {
  readonly url: string
  readonly pool: pg.Pool
  // biome-ignore lint/suspicious/noExplicitAny: what a server answers is what the test is about
  call(method: string, path: string, body?: unknown): Promise<{ readonly status: number; readonly body: any }>
  close(): Promise<void>
}

/** The whole server on a real port over a PostgreSQL of its own, for whoever calls it without a key. */
export async function startServer(own: readonly Model[] = [], config: Config = {}): Promise<Running> {
  const location = { url: await freshDatabase(inject("postgresUrl")) }
  const pool = new pg.Pool({ connectionString: location.url })
  const app = await createApp({
    location,
    config: parseConfig(config),
    env: {},
    own,
    workers: 20,
    paced: false,
    isLocal: true,
    onError: (error) => console.error(error),
  })
  const server = createServer({ services: app.services, onError: (error) => console.error(error) })
  const http = serve({ fetch: (request) => server.fetch(request), port: 0, hostname: "127.0.0.1" })
  if (!http.listening) await new Promise((resolve) => http.once("listening", resolve))
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  return {
    url,
    pool,
    async call(method, path, body) {
      const init =
        body === undefined ? {} : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }
      const response = await fetch(url + path, { method, ...init })
      return { status: response.status, body: await response.json() }
    },
    async close() {
      await new Promise((resolve) => {
        http.close(resolve)
        if ("closeAllConnections" in http) http.closeAllConnections()
      })
      await pool.end()
      await app.close(0)
    },
  }
}
