import { discussionStoreContract } from "../../ports/discussion-store.contract.ts"
import { MemoryDiscussionStore } from "./memory-discussion-store.ts"

discussionStoreContract("memory", async () => new MemoryDiscussionStore())
