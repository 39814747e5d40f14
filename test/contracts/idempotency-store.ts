import { beforeEach, describe, expect, test } from "vitest"
import {
  type IdempotencyKey,
  IdempotencyKeyUsedError,
  type IdempotencyStore,
  type IdempotentAnswer,
  pendingResponse,
} from "../../src/ports/idempotency-store.ts"

/** Contract of every idempotency store. `advance` moves its clock, if it can be moved. */
export function idempotencyStoreContract(
  name: string,
  open: () => Promise<{
    readonly store: IdempotencyStore
    /** Stores a response as a creating request does. */
    readonly put: (answer: IdempotentAnswer) => Promise<void>
    readonly advance?: (ms: number) => Promise<void>
    /** Two existing organisations, if the store needs them. */
    readonly organisations?: readonly [string, string]
  }>,
): void {
  describe(`${name} as a store of responses`, () => {
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

    test("a response is stored once, and returned to all later requests [http.idempotency]", async () => {
      expect(await store.find(key)).toBeUndefined()
      await stored()
      expect(await store.find(key)).toEqual({ fingerprint: "a", answer })
      await expect(stored()).rejects.toThrow(IdempotencyKeyUsedError)
    })

    test("one of many concurrent writers stores its response", async () => {
      const results = await Promise.allSettled(Array.from({ length: 20 }, () => stored()))
      expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1)
    })

    test("a started request is completed once", async () => {
      await stored(pendingResponse)
      expect(await store.find(key)).toEqual({ fingerprint: "a", answer: pendingResponse })
      await store.complete(key, answer)
      await store.complete(key, { status: 200, body: "later" })
      expect(await store.find(key)).toEqual({ fingerprint: "a", answer })
    })

    test("keys are separate per organisation and route", async () => {
      await stored()
      expect(await store.find({ ...key, organisationId: other })).toBeUndefined()
      expect(await store.find({ ...key, route: "post /others" })).toBeUndefined()
      await put({ key: { ...key, organisationId: other }, fingerprint: "b", answer })
      expect(await store.find(key)).toMatchObject({ fingerprint: "a" })
    })

    test("a response is kept for 24 hours", async (context) => {
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
