import { reservationMs } from "../../src/ports/spend-ledger.ts"
import { ManualClock } from "../../src/testing/manual-clock.ts"
import { spendLedgerContract } from "../contracts/spend-ledger.ts"
import { MemorySpendLedger } from "../support/memory-spend-ledger.ts"

spendLedgerContract("memory", async () => {
  const clock = new ManualClock()
  return {
    ledger: new MemorySpendLedger(clock),
    payer: { organisationId: "organisation", keyId: "key" },
    lapse: () => clock.advance(reservationMs),
    pass: (unit) => clock.advance(unit === "minute" ? 60_000 : 31 * 24 * 3_600_000),
  }
})
