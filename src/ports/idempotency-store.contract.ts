import { beforeEach, describe, expect, test } from "vitest"
import type { IdempotencyKey, IdempotencyStore } from "./idempotency-store.ts"

/** What every store of answers must do. `advance` moves its time on, where its time can be moved. */
export function idempotencyStoreContract(
  name: string,
  open: () => Promise<{
    readonly store: IdempotencyStore
    readonly advance?: (ms: number) => Promise<void>
    /** Two that there are, where the store must know them. */
    readonly organisations?: readonly [string, string]
  }>,
): void {
  describe(`${name} as a store of answers`, () => {
    let store: IdempotencyStore
    let advance: ((ms: number) => Promise<void>) | undefined
    let key: IdempotencyKey
    let other: string
    let count = 0
    beforeEach(async () => {
      const opened = await open()
      ;({ store, advance } = opened)
      const [organisationId, another] = opened.organisations ?? ["local", "other"]
      other = another
      key = { organisationId, route: "post /things", key: `key-${++count}` }
    })

    const answer = { status: 201, body: '{"made":"naïve 😀"}' }

    test("a key is claimed once, and its answer is given to all who come later [http.idempotency]", async () => {
      expect(await store.claim(key, "a")).toEqual({ kind: "claimed" })
      expect(await store.claim(key, "b")).toEqual({ kind: "busy", fingerprint: "a" })
      await store.storeResponse(key, answer)
      expect(await store.claim(key, "b")).toEqual({ kind: "answered", fingerprint: "a", answer })
    })

    test("of many who claim at once one gets it", async () => {
      const claims = await Promise.all(Array.from({ length: 20 }, () => store.claim(key, "a")))
      expect(claims.filter(({ kind }) => kind === "claimed")).toHaveLength(1)
    })

    test("a released key is free again", async () => {
      await store.claim(key, "a")
      await store.release(key)
      expect(await store.claim(key, "b")).toEqual({ kind: "claimed" })
    })

    test("keys of other organisations and other calls are other keys", async () => {
      await store.claim(key, "a")
      expect(await store.claim({ ...key, organisationId: other }, "a")).toEqual({ kind: "claimed" })
      expect(await store.claim({ ...key, route: "post /others" }, "a")).toEqual({ kind: "claimed" })
    })

    test("an answer is kept for 24 hours, a claim without one for minutes", async (context) => {
      if (!advance) return context.skip()
      await store.claim(key, "a")
      await advance(4 * 60_000)
      expect(await store.claim(key, "a")).toMatchObject({ kind: "busy" })
      await advance(2 * 60_000)
      expect(await store.claim(key, "a")).toEqual({ kind: "claimed" })
      await store.storeResponse(key, answer)
      await advance(23 * 3_600_000)
      expect(await store.claim(key, "a")).toMatchObject({ kind: "answered" })
      await advance(2 * 3_600_000)
      expect(await store.claim(key, "a")).toEqual({ kind: "claimed" })
    })
  })
}
