import { describe } from "vitest"
import { agentStoreContract, type ResourceFixture } from "../../src/ports/agent-store.contract.ts"
import { idempotencyStoreContract } from "../../src/ports/idempotency-store.contract.ts"
import { projectStoreContract } from "../../src/ports/project-store.contract.ts"
import { PostgresAgentStore } from "../../src/stores/postgres/agents/postgres-agent-store.ts"
import type { Database } from "../../src/stores/postgres/database.ts"
import { PostgresIdempotencyStore } from "../../src/stores/postgres/idempotency/postgres-idempotency-store.ts"
import { PostgresProjectStore } from "../../src/stores/postgres/projects/postgres-project-store.ts"
import { databases, newOrganisation } from "../support/databases.ts"

const storesOf = (database: Database, organisationId: string) => ({
  agents: new PostgresAgentStore(database, organisationId),
  projects: new PostgresProjectStore(database, organisationId),
})

for (const { name, open } of databases) {
  describe(name, () => {
    const house = async (): Promise<ResourceFixture> => {
      const database = await open()
      const [one, other] = [await newOrganisation(database), await newOrganisation(database)]
      return { ...storesOf(database, one), others: storesOf(database, other) }
    }
    agentStoreContract(name, house)
    projectStoreContract(name, house)
    idempotencyStoreContract(name, async () => {
      const database = await open()
      return {
        store: new PostgresIdempotencyStore(database),
        organisations: [await newOrganisation(database), await newOrganisation(database)],
        async advance(ms) {
          const earlier = "created_at = created_at - $1 * interval '1 millisecond'"
          await database.pool.query(`UPDATE idempotency_keys SET ${earlier}`, [ms])
        },
      }
    })
  })
}
