import type { ChatEvent } from "../ports/squad-store.ts"
import type { SquadContext } from "./context.ts"

const pageSize = 200
/** Covers a line to the database that was down while something was told. */
const pollIntervalMs = 15_000

export interface FollowChatInput {
  /** The number of the last event seen; left out, it begins with what comes next. */
  readonly after?: number
  readonly signal?: AbortSignal
}

/**
 * Every message and every change of a prompt, in order, until the signal. Numbers follow the order of commits, so
 * whoever goes on after the last number seen misses nothing. The reader pulls: a slow one costs no memory.
 */
export async function* followChat(request: {
  readonly context: Pick<SquadContext, "squad" | "clock">
  readonly input: FollowChatInput
}): AsyncGenerator<ChatEvent, void> {
  const { squad, clock } = request.context
  const { signal } = request.input
  let changed = false
  let wake = () => {}
  const onChange = () => {
    changed = true
    wake()
  }
  const unwatch = squad.watchChat(onChange)
  signal?.addEventListener("abort", onChange)
  try {
    let seq = request.input.after ?? (await squad.lastSeq())
    while (!signal?.aborted) {
      changed = false
      const events = await squad.events(seq, pageSize)
      for (const event of events) {
        if (signal?.aborted) return
        seq = event.seq
        yield event
      }
      if (changed || events.length === pageSize) continue
      const cancel = clock.after(pollIntervalMs, () => wake())
      await new Promise<void>((resolve) => {
        wake = resolve
      })
      cancel()
    }
  } finally {
    unwatch()
    signal?.removeEventListener("abort", onChange)
  }
}
