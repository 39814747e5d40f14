import type { LiveEvent } from "../../core/discussion/event.ts"
import type { EngineContext } from "../context.ts"
import { HeardTurns } from "./heard-turns.ts"

export interface FollowOptions {
  readonly discussionId: string
  /** Begin after this event. */
  readonly after?: number
  readonly signal?: AbortSignal
  /** Whether the words of turns being spoken are wanted now; they are unless this says no. */
  readonly wantsWords?: () => boolean
}

const finalTypes: ReadonlySet<string> = new Set(["discussion_completed", "discussion_error", "discussion_aborted"])

/**
 * Everything that happens in a discussion, in order, to its end. The reader pulls: while it is slow, words gather in
 * the turn itself and come as one larger chunk, so that no reader costs memory or holds up the discussion.
 */
export async function* follow(context: EngineContext, options: FollowOptions): AsyncGenerator<LiveEvent, void> {
  const { store, live, clock } = context
  const { discussionId, signal, wantsWords = () => true } = options
  let seq = options.after ?? 0
  let wake = () => {}
  let written = true
  let said = false
  const onAppend = () => {
    written = true
    wake()
  }
  const onWords = () => {
    said = wantsWords()
    if (said) wake()
  }
  const heard = new HeardTurns()
  const unwatchStore = store.watch(discussionId, onAppend)
  const unwatchLive = live.watch(discussionId, onWords)
  const onAbort = () => wake()
  signal?.addEventListener("abort", onAbort)
  try {
    while (!signal?.aborted) {
      if (!written && !said) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
      if (signal?.aborted) return
      said = false
      if (written) {
        written = false
        for (const event of await store.read(discussionId, seq)) {
          const rest = heard.note(event, seq)
          if (rest && wantsWords()) yield rest
          seq = event.seq
          yield event
          if (finalTypes.has(event.type)) return
        }
        heard.caughtUp()
      }
      if (!wantsWords()) continue
      for (const turn of live.under(discussionId)) {
        const chunk = heard.more(turn, seq, clock.now())
        if (chunk) yield chunk
      }
    }
  } finally {
    unwatchStore()
    unwatchLive()
    signal?.removeEventListener("abort", onAbort)
  }
}
