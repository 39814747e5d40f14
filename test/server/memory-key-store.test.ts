import { ManualClock } from "../../src/testing/manual-clock.ts"
import { keyStoreContract } from "../contracts/key-store.ts"
import { MemoryKeyStore } from "../support/memory-key-store.ts"

keyStoreContract("memory", async () => new MemoryKeyStore(new ManualClock()))
