import { spawn } from "node:child_process"
import { randomUUID } from "node:crypto"
import { createInterface } from "node:readline"
import pg from "pg"

export interface TestServer {
  readonly url: string
  /** Restarts the server, which ends all connections; resolves when it is up again. */
  restart(): Promise<void>
  stop(): Promise<void>
}

/** Starts a separate PostgreSQL, which ends with this process however that dies. */
export async function startPostgres(...settings: string[]): Promise<TestServer> {
  const script = new URL("./postgres-server.ts", import.meta.url).pathname
  const child = spawn(process.execPath, [script, ...settings], { stdio: ["pipe", "pipe", "inherit"] })
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()))
  const lines = createInterface(child.stdout)
  const up = () =>
    new Promise<string>((resolve, reject) => {
      lines.once("line", resolve)
      child.once("exit", (code) => reject(new Error(`the PostgreSQL for tests ended with code ${code}`)))
    })
  const url = await up()
  return {
    url,
    async restart() {
      child.stdin.write("restart\n")
      await up()
    },
    async stop() {
      child.stdin.end()
      await exited
    },
  }
}

/** The URL of another database on the same server. */
export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

export const template = "conclave_template"

/** A new database with the schema. */
export async function freshDatabase(serverUrl: string): Promise<string> {
  const name = `test_${randomUUID().replaceAll("-", "")}`
  await onServer(serverUrl, `CREATE DATABASE ${name} TEMPLATE ${template}`)
  return databaseUrl(serverUrl, name)
}

export async function onServer(serverUrl: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}
