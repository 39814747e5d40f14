import { randomUUID } from "node:crypto"
import pg from "pg"
import { expect, inject, test } from "vitest"
import { localOrganisationId } from "../../src/ports/key-store.ts"
import { openTest } from "../support/databases.ts"
import { freshDatabase, onServer } from "../support/postgres.ts"
import { abortedEvent } from "../support/random-discussion.ts"

test("a role without grants reads and forges nothing [access.database]", async () => {
  const server = inject("postgresUrl")
  const url = await freshDatabase(server)
  const { storage } = await openTest({ url })
  const id = randomUUID()
  await storage.organisation(localOrganisationId).discussions.append(id, [abortedEvent("secret", 1, 1)])
  const name = `stranger_${randomUUID().replaceAll("-", "")}`
  await onServer(server, `CREATE ROLE ${name} LOGIN PASSWORD 'x'`)
  const stranger = new URL(url)
  stranger.username = name
  stranger.password = "x"
  const client = new pg.Client({ connectionString: stranger.href })
  await client.connect()
  const denied = { code: "42501" }
  const attempt = (text: string, values: unknown[] = []) => client.query(text, values)
  const read = "SELECT data FROM read_events($1, $2, 0, 10)"
  await expect(attempt(read, [localOrganisationId, id])).rejects.toMatchObject(denied)
  const forge = "SELECT append_events($1, $2, NULL, NULL, NULL, NULL, NULL, NULL, false, 2::smallint)"
  await expect(attempt(forge, [localOrganisationId, id])).rejects.toMatchObject(denied)
  await expect(attempt("SELECT tell_processes($1, NULL, NULL, 1, NULL, true)", [id])).rejects.toMatchObject(denied)
  for (const table of ["discussion_events", "api_keys", "running.words", "pgboss.job"]) {
    await expect(attempt(`SELECT * FROM ${table}`)).rejects.toMatchObject(denied)
  }
  await client.end()
  await storage.close()
})

test("functions that run as their owner can be called by no other role, and use a fixed search path [access.database]", async () => {
  const { storage, query } = await openTest({ url: await freshDatabase(inject("postgresUrl")) })
  const functions = await query(
    `SELECT proname AS name, proconfig AS settings, has_function_privilege('public', oid, 'EXECUTE') AS open
     FROM pg_proc WHERE prosecdef AND pronamespace = 'public'::regnamespace ORDER BY proname`,
  )
  expect(functions.map(({ name }) => name)).toEqual(expect.arrayContaining(["append_events", "read_events"]))
  for (const one of functions) {
    expect(one).toMatchObject({ open: false, settings: ["search_path=pg_catalog, public, pg_temp"] })
  }
  await storage.close()
})
