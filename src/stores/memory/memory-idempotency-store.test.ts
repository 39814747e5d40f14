import { idempotencyStoreContract } from "../../ports/idempotency-store.contract.ts"
import { ManualClock } from "../../testing/index.ts"
import { MemoryIdempotencyStore } from "./memory-idempotency-store.ts"

idempotencyStoreContract("memory", async () => {
  const clock = new ManualClock()
  return { store: new MemoryIdempotencyStore(clock), advance: (ms) => clock.advance(ms) }
})
