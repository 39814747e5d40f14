import { foldEvent, isOver } from "../../core/discussion/fold.ts"
import type { DiscussionState } from "../../core/discussion/state.ts"
import type { EngineContext } from "../context.ts"
import { follow } from "./follower.ts"

interface WaitOptions {
  readonly until: (state: DiscussionState) => boolean
  /** Timeout (default: none). */
  readonly seconds?: number
  /** Ends the wait, not the discussion. */
  readonly signal?: AbortSignal | undefined
}

/** Resolves with the state as soon as `until` holds or the discussion ends; on timeout or abort with the state reached. */
export async function waitUntil(
  context: EngineContext,
  from: DiscussionState,
  { until, seconds, signal }: WaitOptions,
): Promise<DiscussionState> {
  let state = from
  if (until(state) || isOver(state.status) || seconds === 0) return state
  const timeout = new AbortController()
  const cancel = seconds === undefined ? () => {} : context.clock.after(seconds * 1_000, () => timeout.abort())
  const signals = signal ? AbortSignal.any([signal, timeout.signal]) : timeout.signal
  const options = { discussionId: state.id, after: state.seq, wantsChunks: () => false, signal: signals }
  try {
    for await (const event of follow(context, options)) {
      if (event.type === "turn_chunk") continue
      state = foldEvent(state, event)
      if (until(state)) break
    }
  } finally {
    cancel()
  }
  return state
}

/** Whether nothing happens without input. */
export function isIdle({ status }: DiscussionState): boolean {
  return status === "waiting" || status === "paused" || isOver(status)
}
