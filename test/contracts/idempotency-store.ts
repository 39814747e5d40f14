import { beforeEach, describe, expect, test } from "vitest"
import {
  type IdempotencyKey,
  IdempotencyKeyUsedError,
  type IdempotencyStore,
  type IdempotentAnswer,
  pendingResponse,
} from "../../src/ports/idempotency-store.ts"

/** What every store of answers must do. `advance` moves its time on, where its time can be moved. */
export function idempotencyStoreContract(
  name: string,
  open: () => Promise<{
    readonly store: IdempotencyStore
    /** Stores an answer as whatever it answers for does. */
    readonly put: (answer: IdempotentAnswer) => Promise<void>
    readonly advance?: (ms: number) => Promise<void>
    /** Two that there are, where the store must know them. */
    readonly organisations?: readonly [string, string]
  }>,
): void {
  describe(`${name} as a store of answers`, () => {
    let store: IdempotencyStore
    let put: (answer: IdempotentAnswer) => Promise<void>
    let advance: ((ms: number) => Promise<void>) | undefined
    let key: IdempotencyKey
    let other: string
    let count = 0
    beforeEach(async () => {
      const opened = await open()
      ;({ store, put, advance } = opened)
      const [organisationId, another] = opened.organisations ?? ["local", "other"]
      other = another
      key = { organisationId, route: "post /things", key: `key-${++count}` }
    })

    const answer = { status: 201, body: '{"made":"naïve 😀"}' }

    const stored = (given = answer) => put({ key, fingerprint: "a", answer: given })

    test("an answer is stored once, and given to all who come later [http.idempotency]", async () => {
      expect(await store.find(key)).toBeUndefined()
      await stored()
      expect(await store.find(key)).toEqual({ fingerprint: "a", answer })
      await expect(stored()).rejects.toThrow(IdempotencyKeyUsedError)
    })

    test("of many who store at once one does", async () => {
      const results = await Promise.allSettled(Array.from({ length: 20 }, () => stored()))
      expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1)
    })

    test("what has begun is completed once", async () => {
      await stored(pendingResponse)
      expect(await store.find(key)).toEqual({ fingerprint: "a", answer: pendingResponse })
      await store.complete(key, answer)
      await store.complete(key, { status: 200, body: "later" })
      expect(await store.find(key)).toEqual({ fingerprint: "a", answer })
    })

    test("keys of other organisations and other calls are other keys", async () => {
      await stored()
      expect(await store.find({ ...key, organisationId: other })).toBeUndefined()
      expect(await store.find({ ...key, route: "post /others" })).toBeUndefined()
      await put({ key: { ...key, organisationId: other }, fingerprint: "b", answer })
      expect(await store.find(key)).toMatchObject({ fingerprint: "a" })
    })

    test("an answer is kept for 24 hours", async (context) => {
      if (!advance) return context.skip()
      await stored()
      await advance(23 * 3_600_000)
      expect(await store.find(key)).toMatchObject({ answer })
      await advance(2 * 3_600_000)
      expect(await store.find(key)).toBeUndefined()
      await stored()
      expect(await store.find(key)).toMatchObject({ answer })
    })
  })
}
