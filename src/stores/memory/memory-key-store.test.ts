import { keyStoreContract } from "../../ports/key-store.contract.ts"
import { ManualClock } from "../../testing/manual-clock.ts"
import { MemoryKeyStore } from "./memory-key-store.ts"

keyStoreContract("memory", async () => new MemoryKeyStore(new ManualClock()))
