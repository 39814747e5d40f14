import { describe, expect, test } from "vitest"
import { keyStoreContract } from "../../src/ports/key-store.contract.ts"
import { localOrganisationId } from "../../src/ports/organisation.ts"
import { PostgresKeyStore } from "../../src/stores/postgres/keys/postgres-key-store.ts"
import { databases } from "../support/databases.ts"

for (const { name, open } of databases) {
  keyStoreContract(name, async () => new PostgresKeyStore(await open()))

  describe(`keys in ${name}`, () => {
    test("nothing that is kept of a key opens anything", async () => {
      const { pool, transaction } = await open()
      const store = new PostgresKeyStore(await open())
      const { key, id } = await store.create({ organisationId: localOrganisationId, name: "x", scope: "admin" })
      const { rows } = await pool.query("SELECT * FROM api_keys WHERE id = $1", [id])
      const kept = Object.values(rows[0]!).map(String)
      expect(kept.join(" ")).not.toContain(key.slice(-43))
      for (const value of kept) expect(await store.find(value)).toBeUndefined()
      const other = await store.createOrganisation("Other")
      const seen = await transaction(other.id, async (client) => (await client.query("SELECT * FROM api_keys")).rows)
      expect(seen).toEqual([])
    })

    test("the local organisation is there from the start", async () => {
      const known = await new PostgresKeyStore(await open()).organisations()
      expect(known.map(({ id }) => id)).toContain(localOrganisationId)
    })
  })
}
