import type { TestProject } from "vitest/node"
import { systemClock } from "../../src/main/system-ports.ts"
import { openPostgres } from "../../src/stores/postgres/open-postgres.ts"
import { databaseUrl, onServer, startPostgres, type TestServer, template } from "./postgres.ts"

declare module "vitest" {
  interface ProvidedContext {
    postgresUrl: string
  }
}

interface SharedServer {
  readonly server: Promise<TestServer>
  projects: number
}

/** On the global object because each project loads this file again. */
const globals = globalThis as { sharedTestPostgres?: SharedServer | undefined }

/** One PostgreSQL for all projects of a run; each test file creates its own database in it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  globals.sharedTestPostgres ??= { server: start(), projects: 0 }
  const shared = globals.sharedTestPostgres
  shared.projects++
  const server = await shared.server
  project.provide("postgresUrl", server.url)
  return async () => {
    if (--shared.projects > 0) return
    globals.sharedTestPostgres = undefined
    await server.stop()
  }
}

async function start(): Promise<TestServer> {
  const server = await startPostgres("fsync=off")
  await onServer(server.url, `CREATE DATABASE ${template}`)
  const onError = console.error
  await (await openPostgres(databaseUrl(server.url, template), { clock: systemClock, onError })).close()
  return server
}
