import { MemoryIdempotencyStore } from "../../src/stores/memory/memory-idempotency-store.ts"
import { ManualClock } from "../../src/testing/index.ts"
import { idempotencyStoreContract } from "../contracts/idempotency-store.ts"

idempotencyStoreContract("memory", async () => {
  const clock = new ManualClock()
  const store = new MemoryIdempotencyStore(clock)
  return { store, put: async (answer) => store.store(answer), advance: (ms) => clock.advance(ms) }
})
