import { mkdtempSync, rmSync } from "node:fs"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync, type SQLInputValue } from "node:sqlite"
import { serve } from "@hono/node-server"
import pg from "pg"
import { afterAll, describe, inject, test } from "vitest"
import { createApp } from "../../src/main/app.ts"
import { type Config, parseConfig } from "../../src/main/config.ts"
import type { Model } from "../../src/ports/model.ts"
import { createServer } from "../../src/server/index.ts"
import { freshDatabase } from "../support/postgres.ts"
import { type How, type Row, saveRows } from "./table.ts"

export type DatabaseName = "PostgreSQL" | "SQLite"

/** Runs the same client of an original text against a server on each database. */
export function onBothDatabases(declare: (database: DatabaseName) => void): void {
  describe.each(["PostgreSQL", "SQLite"] as const)("on %s", declare)
}

/**
 * Checks of one original text, each with the lines it covers. Each check is a row of the table printed at the end;
 * a check that runs on both databases is one row, and holds only if both runs passed.
 */
export function checksOf(text: "panel" | "hive" | "squad" | "assembly" | "duet", part = "") {
  const rows = new Map<string, Omit<Row, "hasHeld"> & { runs: number; held: number }>()
  afterAll(() => {
    const all = [...rows.values()].map(({ runs, held, ...row }) => ({ ...row, hasHeld: runs === held }))
    saveRows(inject("originalsFolder"), `${text}${part}`, all)
  })
  const row = (lines: string, how: How, about: string) => {
    const known = rows.get(about) ?? { text, lines, how, about, runs: 0, held: 0 }
    rows.set(about, known)
    return known
  }
  const checkAs = (how: How) => (lines: string, about: string, run: () => void | Promise<void>) => {
    row(lines, how, about).runs++
    test(`line ${lines}: ${about}`, async () => {
      await run()
      row(lines, how, about).held++
    })
  }
  return {
    exact: checkAs("exact"),
    mapped: checkAs("mapped"),
    leftOut: (lines: string, reason: string) => void row(lines, "left out", reason),
  }
}

// biome-ignore lint/suspicious/noExplicitAny: what a server answers is what the test is about
export const json = (response: Response) => response.json() as Promise<any>

export interface Running {
  readonly url: string
  /** Runs SQL past the server, as another program would; JSON columns of SQLite are parsed. */
  // biome-ignore lint/suspicious/noExplicitAny: rows are whatever the test asks for
  sql(text: string, ...values: readonly unknown[]): Promise<any[]>
  // biome-ignore lint/suspicious/noExplicitAny: what a server answers is what the test is about
  call(method: string, path: string, body?: unknown): Promise<{ readonly status: number; readonly body: any }>
  close(): Promise<void>
}

interface ServerOptions {
  readonly database?: DatabaseName
  readonly models?: readonly Model[]
  readonly config?: Config
}

/** The whole server on a real port with its own database, open to callers without a key. */
export async function startServer({ database = "PostgreSQL", models = [], config = {} }: ServerOptions = {}) {
  const { location, ...prompt } = database === "SQLite" ? sqlitePrompt() : await postgresPrompt()
  const app = await createApp({
    location,
    config: parseConfig(config),
    env: {},
    own: models,
    workers: 20,
    paced: false,
    isLocal: true,
    onError: (error) => console.error(error),
  })
  const server = createServer({ services: app.services, onError: (error) => console.error(error) })
  const http = serve({ fetch: (request) => server.fetch(request), port: 0, hostname: "127.0.0.1" })
  if (!http.listening) await new Promise((resolve) => http.once("listening", resolve))
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  const running: Running = {
    url,
    sql: prompt.sql,
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
      await app.close(0)
      await prompt.close()
    },
  }
  return running
}

/** A separate connection to the server's database. */
async function postgresPrompt() {
  const location = { url: await freshDatabase(inject("postgresUrl")) }
  const pool = new pg.Pool({ connectionString: location.url })
  const sql: Running["sql"] = async (text, ...values) => (await pool.query(text, [...values])).rows
  return { location, sql, close: () => pool.end() }
}

function sqlitePrompt() {
  const data = mkdtempSync(join(tmpdir(), "conclave-originals-"))
  let opened: DatabaseSync | undefined
  const sql: Running["sql"] = async (text, ...values) => {
    opened ??= new DatabaseSync(join(data, "conclave.db"), { timeout: 10_000, enableForeignKeyConstraints: true })
    const given = values.map((value) => (typeof value === "object" && value !== null ? JSON.stringify(value) : value))
    const rows = opened.prepare(text.replaceAll(/\$(\d+)/g, "?$1")).all(...(given as SQLInputValue[]))
    return rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, parsed(value)])))
  }
  const close = async () => {
    opened?.close()
    rmSync(data, { recursive: true, force: true })
  }
  return { location: { data }, sql, close }
}

/** SQLite has no JSON type. */
function parsed(value: unknown): unknown {
  return typeof value === "string" && /^[[{]/.test(value) ? JSON.parse(value) : value
}
