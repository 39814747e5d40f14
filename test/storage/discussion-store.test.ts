import { discussionStoreContract } from "../../src/ports/discussion-store.contract.ts"
import { PostgresDiscussionStore } from "../../src/stores/postgres/postgres-discussion-store.ts"
import { databases, newOrganisation } from "../support/databases.ts"

for (const { name, open } of databases) {
  discussionStoreContract(`${name} [data.both] [data.once]`, async () => {
    const database = await open()
    return new PostgresDiscussionStore({ database, organisationId: await newOrganisation(database) })
  })
}
