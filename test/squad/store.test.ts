import { afterAll, beforeAll, describe } from "vitest"
import { squadStoreContract } from "../../src/ports/squad-store.contract.ts"
import { type Database, openDatabase } from "../../src/stores/postgres/database.ts"
import { databases } from "./databases.ts"
import { squadHouse } from "./house.ts"

for (const [name, location] of Object.entries(databases)) {
  describe(name, () => {
    let database: Database
    beforeAll(async () => {
      database = await openDatabase(await location())
    })
    afterAll(() => database.close())
    squadStoreContract(name, () => squadHouse(database))
  })
}
