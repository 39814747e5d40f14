import { spendLedgerContract } from "../../ports/spend-ledger.contract.ts"
import { reservationMs } from "../../ports/spend-ledger.ts"
import { ManualClock } from "../../testing/manual-clock.ts"
import { MemorySpendLedger } from "./memory-spend-ledger.ts"

spendLedgerContract("memory", async () => {
  const clock = new ManualClock()
  return {
    ledger: new MemorySpendLedger(clock),
    payer: { organisationId: "organisation", keyId: "key" },
    lapse: () => clock.advance(reservationMs),
  }
})
