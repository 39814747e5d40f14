import { beforeEach, describe, expect, test } from "vitest"
import type { KeyStore, Organisation } from "../../src/ports/key-store.ts"

/** Contract of every key store; `open` returns an empty one. */
export function keyStoreContract(name: string, open: () => Promise<KeyStore>): void {
  describe(`${name} as a store of keys`, () => {
    let store: KeyStore
    let organisation: Organisation
    beforeEach(async () => {
      store = await open()
      organisation = await store.createOrganisation("Acme")
    })

    const create = (given: { name?: string; organisationId?: string } = {}) =>
      store.create({ organisationId: organisation.id, name: "laptop", scope: "discuss", ...given })

    test("a key opens its organisation, by itself and by its id, and is shown once", async () => {
      const { key, ...made } = await create()
      expect(key).toMatch(/^cnk_[0-9a-f]{8}_[\w-]{43}$/)
      expect(key.startsWith(`${made.prefix}_`)).toBe(true)
      expect(made).toMatchObject({ organisationId: organisation.id, name: "laptop", scope: "discuss", revokedAt: null })
      const found = await store.find(key)
      expect(found).toMatchObject({ id: made.id, organisationId: organisation.id, scope: "discuss" })
      expect(await store.findById(made.id)).toMatchObject({ id: made.id, ticketSecret: found!.ticketSecret })
      const secret = key.split("_").slice(2).join("_")
      for (const shown of [made, found, await store.list()]) expect(JSON.stringify(shown)).not.toContain(secret)
      expect(JSON.stringify(await store.list())).not.toContain(found!.ticketSecret)
    })

    test("keys are unique, and an invalid key opens nothing", async () => {
      const [a, b] = await Promise.all([create(), create()])
      expect(a.key).not.toBe(b.key)
      const [one, other] = [await store.find(a.key), await store.find(b.key)]
      expect(one!.ticketSecret).not.toBe(other!.ticketSecret)
      const wrong = `${a.key.slice(0, -1)}${a.key.endsWith("A") ? "B" : "A"}`
      for (const key of [wrong, a.prefix, a.id, "", " ", `${a.key} `, a.key.toUpperCase(), "cnk_\u0000_", "\ud800"]) {
        expect(await store.find(key), key).toBeUndefined()
      }
      for (const id of ["", "x", a.key, organisation.id]) expect(await store.findById(id), id).toBeUndefined()
    })

    test.each(["kim", null])(
      "a key may be limited to one discussion and seat %s, and says so wherever it is returned",
      async (own) => {
        const seat = { discussionId: "00000000-0000-4000-8000-000000000001", seat: own }
        const { key, id } = await store.create({ organisationId: organisation.id, name: "Kim", scope: "discuss", seat })
        expect(await store.find(key)).toMatchObject({ id, seat })
        expect(await store.findById(id)).toMatchObject({ id, seat })
        expect(await store.list(organisation.id)).toEqual([expect.objectContaining({ id, seat })])
        expect(await store.revoke(organisation.id, id)).toMatchObject({ seat })
        expect(await create()).not.toHaveProperty("seat")
      },
    )

    test("a revoked key opens nothing, stays in the list, and may be revoked again", async () => {
      const { key, id } = await create()
      const revoked = await store.revoke(organisation.id, id)
      expect(revoked.revokedAt).toEqual(expect.any(String))
      expect(await store.find(key)).toBeUndefined()
      expect(await store.findById(id)).toBeUndefined()
      expect(await store.revoke(organisation.id, id)).toEqual(revoked)
      expect(await store.list(organisation.id)).toEqual([revoked])
    })

    test("an organisation neither sees nor revokes another's keys", async () => {
      const other = await store.createOrganisation("Other")
      const { key, id } = await create()
      const own = await create({ organisationId: other.id, name: "own" })
      expect((await store.list(other.id)).map((listed) => listed.id)).toEqual([own.id])
      for (const missing of [id, "x", "00000000-0000-4000-8000-000000000009"]) {
        await expect(store.revoke(other.id, missing)).rejects.toMatchObject({ code: "NOT_FOUND" })
      }
      expect(await store.find(key)).toBeDefined()
      expect((await store.list()).map((listed) => listed.id)).toEqual(expect.arrayContaining([id, own.id]))
    })

    test("lists are newest first, organisations oldest first", async () => {
      const names = ["first", "second", "third"]
      for (const key of names) await create({ name: key })
      expect((await store.list(organisation.id)).map((key) => key.name)).toEqual(names.toReversed())
      const later = await store.createOrganisation("Later")
      const ids = (await store.organisations()).map(({ id }) => id)
      expect(ids.indexOf(later.id)).toBeGreaterThan(ids.indexOf(organisation.id))
    })

    test("stores when a key was last used", async () => {
      const { key, id } = await create()
      expect((await store.list(organisation.id))[0]).toMatchObject({ id, lastUsedAt: null })
      await store.find(key)
      expect((await store.list(organisation.id))[0]).toMatchObject({ id, lastUsedAt: expect.any(String) })
    })

    test("a key needs an existing organisation", async () => {
      for (const organisationId of ["00000000-0000-4000-8000-000000000009", "x"]) {
        await expect(create({ organisationId })).rejects.toMatchObject({ code: "NOT_FOUND" })
      }
    })

    test("reports whether any valid key exists", async () => {
      for (const { organisationId, id } of await store.list()) await store.revoke(organisationId, id)
      expect(await store.hasAny()).toBe(false)
      const { id } = await create()
      expect(await store.hasAny()).toBe(true)
      await store.revoke(organisation.id, id)
      expect(await store.hasAny()).toBe(false)
    })
  })
}
