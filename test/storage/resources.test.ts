import { randomUUID } from "node:crypto"
import { describe } from "vitest"
import { resolveTable } from "../../src/core/tables/resolve-table.ts"
import { agentStoreContract, type ResourceFixture } from "../contracts/agent-store.ts"
import { idempotencyStoreContract } from "../contracts/idempotency-store.ts"
import { projectStoreContract } from "../contracts/project-store.ts"
import { newOrganisation, testDatabases } from "../support/databases.ts"

const databases = testDatabases()

const defaults = { model: "rehearsal/auto", seed: 1, language: "en", roundsCeiling: 10, settings: {} }

for (const { name, open } of databases) {
  describe(name, () => {
    const fixture = async (): Promise<ResourceFixture> => {
      const database = await open()
      const [one, other] = [await newOrganisation(database), await newOrganisation(database)]
      return { ...database.storage.organisation(one), others: database.storage.organisation(other) }
    }
    agentStoreContract(name, fixture)
    projectStoreContract(name, fixture)
    idempotencyStoreContract(name, async () => {
      const database = await open()
      return {
        store: database.storage.idempotency,
        put: (answer) => {
          const { discussions } = database.storage.organisation(answer.key.organisationId)
          const table = resolveTable({ format: "duet", topic: "x" }, defaults)
          const created = { type: "discussion_created", data: { table }, seq: 1, at: 1 } as const
          return discussions.append(randomUUID(), [created], { idempotent: answer })
        },
        organisations: [await newOrganisation(database), await newOrganisation(database)],
        async advance(ms) {
          const kept = await database.query("SELECT key, created_at FROM idempotency_keys")
          for (const { key, created_at } of kept) {
            const earlier = new Date(new Date(created_at).getTime() - ms).toISOString()
            await database.query("UPDATE idempotency_keys SET created_at = $1 WHERE key = $2", [earlier, key])
          }
        },
      }
    })
  })
}
