import { fold } from "../core/discussion/fold.ts"
import type { DiscussionState } from "../core/discussion/state.ts"
import type { DiscussionStore } from "../ports/discussion-store.ts"

export async function loadState(store: DiscussionStore, discussionId: string): Promise<DiscussionState> {
  return fold(discussionId, await store.read(discussionId))
}
