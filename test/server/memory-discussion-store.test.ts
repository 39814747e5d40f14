import { MemoryDiscussionStore } from "../../src/stores/memory/memory-discussion-store.ts"
import { discussionStoreContract } from "../contracts/discussion-store.ts"

discussionStoreContract("memory", async () => new MemoryDiscussionStore())
