import { beforeEach, describe, expect, test } from "vitest"
import type { Payer, SpendLedger } from "../../src/ports/spend-ledger.ts"

interface Opened {
  readonly ledger: SpendLedger
  /** An organisation with a key. */
  readonly payer: Required<Payer>
  /** Lets unsettled reservations expire, like those of a dead process. */
  readonly lapse: () => Promise<void>
  /** Moves everything counted so far to the previous minute or month. */
  readonly pass: (unit: "minute" | "month") => Promise<void>
}

/** Contract of every spend ledger. */
export function spendLedgerContract(name: string, open: () => Promise<Opened>): void {
  describe(`${name} as a spend ledger`, () => {
    let ledger: SpendLedger
    let key: Payer
    let organisation: Payer
    let lapse: () => Promise<void>
    let pass: Opened["pass"]
    beforeEach(async () => {
      const opened = await open()
      ledger = opened.ledger
      ;({ lapse, pass } = opened)
      key = opened.payer
      organisation = { organisationId: opened.payer.organisationId }
    })

    const cents = (usd: number) => ({ usd: usd / 100, tokens: 100 })

    test("without a limit nothing is reserved or stored", async () => {
      expect(await ledger.reserve(key, cents(1e9))).toBeUndefined()
      expect(await ledger.state(key)).toBeUndefined()
      expect(await ledger.state(organisation)).toBeUndefined()
    })

    test("a reservation counts until it is settled, then the actual spend counts", async () => {
      await ledger.setLimits(key, { usd: 1 })
      const reservation = await ledger.reserve(key, cents(60))
      expect(await ledger.state(key)).toMatchObject({
        reserved: { usd: 0.6, tokens: 100 },
        spent: { usd: 0, tokens: 0 },
      })
      await expect(ledger.reserve(key, cents(60))).rejects.toMatchObject({ code: "SPEND_LIMIT", recoverable: true })
      await reservation!.settle({ usd: 0.1, tokens: 10 })
      expect(await ledger.state(key)).toMatchObject({
        reserved: { usd: 0, tokens: 0 },
        spent: { usd: 0.1, tokens: 10 },
      })
      expect(await ledger.reserve(key, cents(60))).toBeDefined()
    })

    test("if too little is left, retries do not help, and the error says what does", async () => {
      await ledger.setLimits(organisation, { usd: 1 })
      await expect(ledger.reserve(key, cents(101))).rejects.toMatchObject({
        code: "SPEND_LIMIT",
        recoverable: false,
        message: expect.stringMatching(/organisation's spend limit of \$1\.0000 leaves \$1\.0000.*raise the limit/),
      })
      await (await ledger.reserve(key, cents(50)))!.settle({ usd: 0.7, tokens: 1 })
      await expect(ledger.reserve(key, cents(50))).rejects.toMatchObject({ recoverable: false })
      await ledger.setLimits(organisation, { usd: 2 })
      expect(await ledger.reserve(key, cents(50))).toBeDefined()
      expect(await ledger.state(organisation)).toMatchObject({ limits: { usd: 2 }, spent: { usd: 0.7 } })
    })

    test("tokens are limited like dollars, even if no price is known", async () => {
      await ledger.setLimits(key, { tokens: 150 })
      await ledger.reserve(key, { usd: 0, tokens: 100 })
      await expect(ledger.reserve(key, { usd: 0, tokens: 100 })).rejects.toMatchObject({ code: "SPEND_LIMIT" })
      expect(await ledger.reserve(key, { usd: 0, tokens: 50 })).toBeDefined()
    })

    test("a key's calls count for it and for its organisation; a refusal reserves nothing at either", async () => {
      await ledger.setLimits(organisation, { usd: 10 })
      await ledger.setLimits(key, { usd: 1 })
      await ledger.reserve(key, cents(80))
      await expect(ledger.reserve(key, cents(80))).rejects.toMatchObject({
        message: expect.stringContaining("the key's"),
      })
      expect(await ledger.state(organisation)).toMatchObject({ reserved: { usd: 0.8 } })
      expect(await ledger.reserve(organisation, cents(900))).toBeDefined()
      await expect(ledger.reserve(key, cents(20.5))).rejects.toMatchObject({ code: "SPEND_LIMIT" })
      expect(await ledger.state(key)).toMatchObject({ reserved: { usd: 0.8 } })
    })

    test("a removed limit has no effect", async () => {
      await ledger.setLimits(key, { usd: 0 })
      await expect(ledger.reserve(key, cents(1))).rejects.toMatchObject({ code: "SPEND_LIMIT" })
      await ledger.setLimits(key, {})
      await expect(ledger.reserve(key, cents(1))).resolves.not.toThrow()
    })

    test("reservations of a dead process expire, and late settling still counts", async () => {
      await ledger.setLimits(key, { usd: 1 })
      const late = await ledger.reserve(key, cents(100))
      await lapse()
      expect(await ledger.reserve(key, cents(40))).toBeDefined()
      await late!.settle({ usd: 0.5, tokens: 5 })
      expect(await ledger.state(key)).toMatchObject({ spent: { usd: 0.5 }, reserved: { usd: 0.4 } })
    })

    test("a monthly limit starts again with the next month, and the error says so", async () => {
      await ledger.setLimits(key, { usd: 1, per: "month" })
      await (await ledger.reserve(key, cents(50)))!.settle({ usd: 0.9, tokens: 5 })
      await expect(ledger.reserve(key, cents(50))).rejects.toMatchObject({
        recoverable: false,
        message: expect.stringMatching(/limit of \$1\.0000 a month leaves \$0\.1000.*next month/),
      })
      await ledger.setLimits(key, { usd: 1, per: "month" })
      expect(await ledger.state(key)).toMatchObject({ limits: { usd: 1, per: "month" }, spent: { usd: 0.9 } })
      await pass("month")
      expect(await ledger.state(key)).toMatchObject({ spent: { usd: 0, tokens: 0 } })
      await (await ledger.reserve(key, cents(50)))!.settle({ usd: 0.2, tokens: 3 })
      expect(await ledger.state(key)).toMatchObject({ spent: { usd: 0.2, tokens: 3 } })
      await ledger.setLimits(key, { usd: 1 })
      expect(await ledger.state(key)).toMatchObject({ limits: { usd: 1 }, spent: { usd: 0, tokens: 0 } })
    })

    test("tokens per minute delay calls, but never a lone one", async () => {
      await ledger.setLimits(key, { tokensPerMinute: 150 })
      const lone = await ledger.reserve(key, { usd: 0, tokens: 1_000 })
      const waits = { code: "SPEND_LIMIT", recoverable: true, retryAfterMs: expect.any(Number) }
      await expect(ledger.reserve(key, { usd: 0, tokens: 1 })).rejects.toMatchObject(waits)
      await lone!.settle({ usd: 0, tokens: 100 })
      const next = await ledger.reserve(key, { usd: 0, tokens: 50 })
      await next!.settle({ usd: 0, tokens: 50 })
      await expect(ledger.reserve(key, { usd: 0, tokens: 1 })).rejects.toMatchObject(waits)
      await pass("minute")
      expect(await ledger.reserve(key, { usd: 0, tokens: 50 })).toBeDefined()
      expect(await ledger.state(key)).toMatchObject({ limits: { tokensPerMinute: 150 }, spent: { tokens: 150 } })
    })

    test("of fifty concurrent calls no more are allowed than the limit covers [access.limits]", async () => {
      await ledger.setLimits(organisation, { usd: 1 })
      await ledger.setLimits(key, { usd: 0.75 })
      const tries = await Promise.allSettled(Array.from({ length: 50 }, () => ledger.reserve(key, cents(10))))
      const let_in = tries.flatMap((one) => (one.status === "fulfilled" ? [one.value!] : []))
      expect(let_in).toHaveLength(7)
      expect((await ledger.state(organisation))!.reserved.usd).toBeCloseTo(0.7, 9)
      await Promise.all(let_in.map((reservation) => reservation.settle({ usd: 0.1, tokens: 1 })))
      const { spent, reserved } = (await ledger.state(key))!
      expect({ usd: spent.usd.toFixed(9), tokens: spent.tokens, reserved }).toEqual({
        usd: "0.700000000",
        tokens: 7,
        reserved: { usd: 0, tokens: 0 },
      })
    })
  })
}
