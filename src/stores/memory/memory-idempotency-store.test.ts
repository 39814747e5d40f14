import { idempotencyStoreContract } from "../../ports/idempotency-store.contract.ts"
import { ManualClock } from "../../testing/index.ts"
import { MemoryIdempotencyStore } from "./memory-idempotency-store.ts"

idempotencyStoreContract("memory", async () => {
  const clock = new ManualClock()
  const store = new MemoryIdempotencyStore(clock)
  return { store, put: async (answer) => store.store(answer), advance: (ms) => clock.advance(ms) }
})
