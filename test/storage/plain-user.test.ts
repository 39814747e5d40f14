import { randomUUID } from "node:crypto"
import { expect, inject, test } from "vitest"
import { localOrganisationId } from "../../src/ports/key-store.ts"
import { openDatabase } from "../../src/stores/postgres/database.ts"
import { rebuildProjections } from "../../src/stores/postgres/maintenance/rebuild-projections.ts"
import { PostgresDiscussionStore } from "../../src/stores/postgres/postgres-discussion-store.ts"
import { databaseUrl, onServer } from "../support/postgres.ts"
import { abortedEvent } from "../support/random-discussion.ts"

const server = inject("postgresUrl")

/** A new role with a database of the same name, and its URL. */
async function newUser({ ownsDatabase = true } = {}): Promise<{ readonly name: string; readonly url: string }> {
  const name = `user_${randomUUID().replaceAll("-", "")}`
  await onServer(server, `CREATE ROLE ${name} LOGIN PASSWORD 'x'`)
  await onServer(server, `CREATE DATABASE ${name} ${ownsDatabase ? `OWNER ${name}` : ""}`)
  const url = new URL(databaseUrl(server, name))
  url.username = name
  url.password = "x"
  return { name, url: url.href }
}

test("a server's user needs no more than its own database [data.both]", async () => {
  const { name, url } = await newUser()
  await onServer(server, `GRANT conclave_app TO ${name} WITH ADMIN OPTION`)
  const database = await openDatabase(url)
  try {
    const store = new PostgresDiscussionStore({ database, organisationId: localOrganisationId })
    const id = randomUUID()
    await store.append(id, [abortedEvent("x", 1, 1)])
    expect(await store.read(id)).toHaveLength(1)
    const other = new PostgresDiscussionStore({ database, organisationId: randomUUID() })
    await expect(other.read(id)).rejects.toMatchObject({ code: "NOT_FOUND" })
    expect((await rebuildProjections(database)).differences).toEqual([])
  } finally {
    await database.close()
  }
})

test.each([
  ["may not create tables", { ownsDatabase: false }],
  ["may not use the role of the application", { ownsDatabase: true }],
])("a user that %s gets one line that says what to grant", async (_what, options) => {
  const { url } = await newUser(options)
  await expect(openDatabase(url)).rejects.toMatchObject({
    code: "INITIALIZATION_FAILED",
    message: expect.stringMatching(/must own its database, .*GRANT conclave_app TO/),
  })
})
