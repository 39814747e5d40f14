import { randomUUID } from "node:crypto"
import { describe, expect, onTestFinished, test } from "vitest"
import { unlimitedCacheMs } from "../../src/ports/spend-ledger.ts"
import type { PostgresStorage } from "../../src/stores/postgres/open-postgres.ts"
import { ManualClock } from "../../src/testing/manual-clock.ts"
import { spendLedgerContract } from "../contracts/spend-ledger.ts"
import { openTest, sharedLocations, testDatabases } from "../support/databases.ts"

const databases = testDatabases()

for (const { name, open } of databases) {
  const opened = async () => {
    const database = await open()
    const { keys, spend: ledger } = database.storage
    const { id: organisationId } = await keys.createOrganisation("Payer")
    const { id: keyId } = await keys.create({ organisationId, name: "x", scope: "discuss" })
    const lapse = async () => {
      const text = "UPDATE spend_reservations SET expires_at = now() WHERE organisation_id = $1"
      await database.query(text, [organisationId])
    }
    const pass = async (unit: "minute" | "month") => {
      const change = unit === "minute" ? "minute = '2026-01-01T00:00'" : "month = '2026-01'"
      await database.query(`UPDATE spend_accounts SET ${change} WHERE organisation_id = $1`, [organisationId])
    }
    return { database, ledger, payer: { organisationId, keyId }, lapse, pass }
  }

  spendLedgerContract(name, opened)

  describe(`spend in ${name}`, () => {
    test("no organisation can limit or spend for another's key", async () => {
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

/** Two ledgers on one database, as in two processes, and a clock for their caches. */
async function twoLedgers(kind: "SQLite" | "PostgreSQL") {
  const clock = new ManualClock()
  const location = await sharedLocations[kind]()
  const [one, two] = [await openTest(location, clock), await openTest(location, clock)]
  onTestFinished(async () => {
    await Promise.all([one.storage.close(), two.storage.close()])
  })
  const { id: organisationId } = await one.storage.keys.createOrganisation("Payer")
  const { id: keyId } = await one.storage.keys.create({ organisationId, name: "x", scope: "discuss" })
  return { clock, one, ledger: one.storage.spend, other: two.storage.spend, payer: { organisationId, keyId } }
}

describe.each(["SQLite", "PostgreSQL"] as const)("spend of two processes on %s", (kind) => {
  test("is counted in one account under concurrency [access.limits]", async () => {
    const { ledger, other, payer } = await twoLedgers(kind)
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

  test("a limit set by the other takes effect within seconds", async () => {
    const { clock, ledger, other, payer } = await twoLedgers(kind)
    expect(await ledger.reserve(payer, { usd: 9, tokens: 1 })).toBeUndefined()
    await other.setLimits(payer, { usd: 1 })
    await clock.advance(unlimitedCacheMs)
    await expect(ledger.reserve(payer, { usd: 9, tokens: 1 })).rejects.toMatchObject({ code: "SPEND_LIMIT" })
  })
})

test("on PostgreSQL, a reservation waits for a concurrent one to commit [access.limits]", async () => {
  const { one, ledger, payer } = await twoLedgers("PostgreSQL")
  const { pool } = (one.storage as PostgresStorage).database
  await ledger.setLimits(payer, { usd: 1 })
  const first = await pool.connect()
  await first.query("BEGIN")
  const values = [payer.organisationId, payer.keyId, randomUUID()]
  await first.query("SELECT reserve_spend($1, $2, $3, 0.6, 1, interval '1 minute', '2026-01', '')", values)
  let isIn = false
  const second = ledger.reserve(payer, { usd: 0.6, tokens: 1 }).then(() => {
    isIn = true
  })
  second.catch(() => {})
  const waiting = `SELECT FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%reserve_spend%'`
  while (!isIn && (await pool.query(waiting)).rowCount === 0);
  await first.query("COMMIT")
  first.release()
  await expect(second).rejects.toMatchObject({ code: "SPEND_LIMIT", recoverable: true })
})
