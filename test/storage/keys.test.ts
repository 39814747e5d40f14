import { describe, expect, test } from "vitest"
import { localOrganisationId } from "../../src/ports/key-store.ts"
import { keyStoreContract } from "../contracts/key-store.ts"
import { testDatabases } from "../support/databases.ts"

const databases = testDatabases()

for (const { name, open } of databases) {
  keyStoreContract(name, async () => (await open()).storage.keys)

  describe(`keys in ${name}`, () => {
    test("nothing stored about a key can be used as a key", async () => {
      const { storage, query } = await open()
      const store = storage.keys
      const { key, id } = await store.create({ organisationId: localOrganisationId, name: "x", scope: "admin" })
      const [row] = await query("SELECT * FROM api_keys WHERE id = $1", [id])
      const kept = Object.values(row).map(String)
      expect(kept.join(" ")).not.toContain(key.slice(-43))
      for (const value of kept) expect(await store.find(value)).toBeUndefined()
      const other = await store.createOrganisation("Other")
      expect(await store.list(other.id)).toEqual([])
    })

    test("the local organisation exists from the start", async () => {
      const known = await (await open()).storage.keys.organisations()
      expect(known.map(({ id }) => id)).toContain(localOrganisationId)
    })
  })
}
