import { afterAll, beforeAll, describe } from "vitest"
import { squadStoreContract } from "../contracts/squad-store.ts"
import { locations as databases, openTest, type TestDatabase } from "../support/databases.ts"
import { squadFixture } from "./squad-fixture.ts"

for (const [name, location] of Object.entries(databases)) {
  describe(name, () => {
    let database: TestDatabase
    beforeAll(async () => {
      database = await openTest(await location())
    })
    afterAll(() => database.storage.close())
    squadStoreContract(name, () => squadFixture(database))
  })
}
