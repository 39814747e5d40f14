import { randomUUID } from "node:crypto"
import { describe, expect, test } from "vitest"
import { spendLedgerContract } from "../../src/ports/spend-ledger.contract.ts"
import { unlimitedCacheMs } from "../../src/ports/spend-ledger.ts"
import { PostgresKeyStore } from "../../src/stores/postgres/keys/postgres-key-store.ts"
import { PostgresSpendLedger } from "../../src/stores/postgres/spend/postgres-spend-ledger.ts"
import { ManualClock } from "../../src/testing/manual-clock.ts"
import { databases } from "../support/databases.ts"

for (const { name, open } of databases) {
  const opened = async () => {
    const database = await open()
    const clock = new ManualClock()
    const keys = new PostgresKeyStore(database)
    const { id: organisationId } = await keys.createOrganisation("Payer")
    const { id: keyId } = await keys.create({ organisationId, name: "x", scope: "discuss" })
    const ledger = new PostgresSpendLedger(database, clock)
    const lapse = async () => {
      const text = "UPDATE spend_reservations SET expires_at = now() WHERE organisation_id = $1"
      await database.pool.query(text, [organisationId])
    }
    return { database, clock, ledger, payer: { organisationId, keyId }, lapse }
  }

  spendLedgerContract(name, opened)

  describe(`spend in ${name}`, () => {
    test("two processes spend from one account, however they race [access.limits]", async () => {
      const { database, clock, ledger, payer } = await opened()
      const other = new PostgresSpendLedger(database, clock)
      await ledger.setLimits(payer, { usd: 1 })
      await ledger.setLimits({ organisationId: payer.organisationId }, { tokens: 1_000_000 })
      let [underWay, most, made, real] = [0, 0, 0, 0]
      const turn = async (index: number) => {
        for (let round = 0; round < 4; round++) {
          const reservation = await (index % 2 ? ledger : other)
            .reserve(payer, { usd: 0.05, tokens: 10 })
            .catch(() => undefined)
          if (!reservation) continue
          underWay += 0.05
          most = Math.max(most, real + underWay)
          const usd = 0.01 + (index % 5) / 100
          await Promise.resolve()
          real += usd
          underWay -= 0.05
          made++
          await reservation.settle({ usd, tokens: 5 })
        }
      }
      await Promise.all(Array.from({ length: 50 }, (_, index) => turn(index)))
      const { spent, reserved } = (await ledger.state(payer))!
      expect(made).toBeGreaterThan(10)
      expect(most).toBeLessThanOrEqual(1 + 1e-9)
      expect(spent.usd).toBeCloseTo(real, 9)
      expect(spent.usd).toBeLessThanOrEqual(1)
      expect({ reserved, tokens: spent.tokens }).toEqual({ reserved: { usd: 0, tokens: 0 }, tokens: made * 5 })
    })

    test("who comes while another is being let in waits to hear of it [access.limits]", async (context) => {
      const { database, ledger, payer } = await opened()
      if (database.embedded) return context.skip("it has one connection, so nobody comes meanwhile")
      const { pool } = database
      await ledger.setLimits(payer, { usd: 1 })
      const first = await pool.connect()
      await first.query("BEGIN")
      const values = [payer.organisationId, payer.keyId, randomUUID()]
      await first.query("SELECT reserve_spend($1, $2, $3, 0.6, 1, interval '1 minute')", values)
      let isIn = false
      const second = ledger.reserve(payer, { usd: 0.6, tokens: 1 }).then(() => {
        isIn = true
      })
      second.catch(() => {})
      const waiting = "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%reserve_spend%'"
      while (!isIn && (await pool.query(waiting)).rowCount === 0);
      await first.query("COMMIT")
      first.release()
      await expect(second).rejects.toMatchObject({ code: "SPEND_LIMIT", recoverable: true })
    })

    test("a limit that another process sets is heeded within seconds, and until then costs nothing", async () => {
      const { database, clock, ledger, payer } = await opened()
      const other = new PostgresSpendLedger(database, clock)
      expect(await ledger.reserve(payer, { usd: 9, tokens: 1 })).toBeUndefined()
      await other.setLimits(payer, { usd: 1 })
      expect(await ledger.reserve(payer, { usd: 9, tokens: 1 })).toBeUndefined()
      await clock.advance(unlimitedCacheMs)
      await expect(ledger.reserve(payer, { usd: 9, tokens: 1 })).rejects.toMatchObject({ code: "SPEND_LIMIT" })
    })

    test("nobody limits or spends for another organisation's key", async () => {
      const { ledger, payer } = await opened()
      const { payer: stranger } = await opened()
      const mixed = { organisationId: stranger.organisationId, keyId: payer.keyId }
      for (const wrong of [mixed, { organisationId: "x" }, { organisationId: mixed.keyId }]) {
        await expect(ledger.setLimits(wrong, { usd: 1 })).rejects.toMatchObject({ code: "NOT_FOUND" })
      }
      await ledger.setLimits(payer, { usd: 0 })
      expect(await ledger.reserve(mixed, { usd: 1, tokens: 1 })).toBeUndefined()
      expect(await ledger.state(mixed)).toBeUndefined()
    })
  })
}
