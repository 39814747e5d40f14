import { keyStoreContract } from "../../src/ports/key-store.contract.ts"
import { ManualClock } from "../../src/testing/manual-clock.ts"
import { MemoryKeyStore } from "../support/memory-key-store.ts"

keyStoreContract("memory", async () => new MemoryKeyStore(new ManualClock()))
