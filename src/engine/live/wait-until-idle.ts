import { foldEvent, isOver } from "../../core/discussion/fold.ts"
import type { DiscussionState } from "../../core/discussion/state.ts"
import type { EngineContext } from "../context.ts"
import { follow } from "./follow.ts"

/** A discussion as soon as it waits for somebody, is paused or over; as it stands then where the signal comes first. */
export async function waitUntilIdle(
  context: EngineContext,
  from: DiscussionState,
  signal?: AbortSignal,
): Promise<DiscussionState> {
  let state = from
  if (isIdle(state)) return state
  const options = { discussionId: state.id, after: state.seq, wantsWords: () => false, ...(signal && { signal }) }
  for await (const event of follow(context, options)) {
    if (event.type === "turn_chunk") continue
    state = foldEvent(state, event)
    if (isIdle(state)) break
  }
  return state
}

function isIdle({ status }: DiscussionState): boolean {
  return status === "waiting" || status === "paused" || isOver(status)
}
