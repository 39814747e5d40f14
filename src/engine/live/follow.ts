import type { ChunkEvent, DiscussionEvent, LiveEvent } from "../../core/discussion/event.ts"
import type { EngineContext } from "../context.ts"

export interface FollowOptions {
  readonly discussionId: string
  /** Begin after this event. */
  readonly after?: number
  readonly signal?: AbortSignal
  /** Whether the words of turns being spoken are wanted now; they are unless this says no. */
  readonly wantsWords?: () => boolean
}

const finalTypes: ReadonlySet<string> = new Set(["discussion_completed", "discussion_error", "discussion_aborted"])

interface Heard {
  readonly attempt: number
  readonly offset: number
}

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
  const heard = new Map<string, Heard>()
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
          const rest = restOfTurn(event, heard, seq)
          if (rest) yield rest
          seq = event.seq
          yield event
          if (finalTypes.has(event.type)) return
        }
      }
      if (!wantsWords()) continue
      for (const turn of live.under(discussionId)) {
        const before = heard.get(turn.turnId)
        const offset = before?.attempt === turn.attempt ? before.offset : 0
        if (turn.text.length <= offset) continue
        const { role, turnId, attempt } = turn
        const chunk = turn.text.slice(offset)
        heard.set(turnId, { attempt, offset: offset + chunk.length })
        yield { type: "turn_chunk", seq, at: clock.now(), data: { role, turnId, attempt, offset, chunk } }
      }
    }
  } finally {
    unwatchStore()
    unwatchLive()
    signal?.removeEventListener("abort", onAbort)
  }
}

/** What a reader who followed a turn has not heard of it when it ends. */
function restOfTurn(event: DiscussionEvent, heard: Map<string, Heard>, seq: number): ChunkEvent | undefined {
  if (event.type !== "turn_completed") return undefined
  const { id: turnId, role, attempt, content } = event.data.turn
  const before = heard.get(turnId)
  heard.delete(turnId)
  if (before?.attempt !== attempt || before.offset >= content.length) return undefined
  const { offset } = before
  return {
    type: "turn_chunk",
    seq,
    at: event.at,
    data: { role, turnId, attempt, offset, chunk: content.slice(offset) },
  }
}
