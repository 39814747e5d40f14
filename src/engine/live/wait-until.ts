import { foldEvent, isOver } from "../../core/discussion/fold.ts"
import type { DiscussionState } from "../../core/discussion/state.ts"
import type { EngineContext } from "../context.ts"
import { follow } from "./follower.ts"

interface WaitOptions {
  readonly until: (state: DiscussionState) => boolean
  /** Left out: for as long as it takes. */
  readonly seconds?: number
  /** Ends the waiting, never the discussion. */
  readonly signal?: AbortSignal | undefined
}

/** A discussion as soon as it has come so far or is over; as it stands then where the time or the signal is first. */
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

/** Whether nothing happens until somebody does something. */
export function isIdle({ status }: DiscussionState): boolean {
  return status === "waiting" || status === "paused" || isOver(status)
}
