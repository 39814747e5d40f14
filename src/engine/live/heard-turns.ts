import type { ChunkEvent, DiscussionEvent } from "../../core/discussion/event.ts"
import type { LiveTurn } from "./live-turns.ts"

interface Heard {
  readonly attempt: number
  readonly offset: number
}

/** How far one watcher has heard each turn that is being spoken. */
export class HeardTurns {
  readonly #heard = new Map<string, Heard>()
  /** Begun in the events being read now. One that also ends in them is the past: its text is all in its end. */
  readonly #justBegun = new Map<string, Heard>()

  /** Takes note of an event, and gives the words of a turn that are still missing when it ends. */
  note(event: DiscussionEvent, seq: number): ChunkEvent | undefined {
    if (event.type === "turn_started" || event.type === "turn_retried") {
      this.#justBegun.set(event.data.turnId, { attempt: event.data.attempt, offset: 0 })
    }
    if (event.type !== "turn_completed") return undefined
    const { id: turnId, role, attempt, content } = event.data.turn
    const before = this.#justBegun.has(turnId) ? undefined : this.#heard.get(turnId)
    this.#heard.delete(turnId)
    this.#justBegun.delete(turnId)
    if (before?.attempt !== attempt) return undefined
    return chunkFrom({ role, turnId, attempt, text: content }, before.offset, seq, event.at)
  }

  /** All events there are have been read: what is open now is being listened to. */
  caughtUp(): void {
    for (const [turnId, heard] of this.#justBegun) this.#heard.set(turnId, heard)
    this.#justBegun.clear()
  }

  /** What a live turn has more than was heard of it. */
  more(turn: LiveTurn, seq: number, at: number): ChunkEvent | undefined {
    const before = this.#heard.get(turn.turnId)
    const chunk = chunkFrom(turn, before?.attempt === turn.attempt ? before.offset : 0, seq, at)
    if (chunk) this.#heard.set(turn.turnId, { attempt: turn.attempt, offset: turn.text.length })
    return chunk
  }
}

function chunkFrom(turn: LiveTurn, offset: number, seq: number, at: number): ChunkEvent | undefined {
  if (turn.text.length <= offset) return undefined
  const { role, turnId, attempt } = turn
  return { type: "turn_chunk", seq, at, data: { role, turnId, attempt, offset, chunk: turn.text.slice(offset) } }
}
