import type { ChunkEvent, DiscussionEvent } from "../../core/discussion/event.ts"
import type { LiveTurn } from "./live-turns.ts"
import type { TurnOffset } from "./stream-cursor.ts"

type AttemptOffset = { readonly attempt: number; readonly offset: number }

/** A watcher that was away takes a long speech in pieces, so that none of them is large. */
const maxChunkLength = 65_536
const noOffsets: readonly TurnOffset[] = []

/** How far one watcher has heard each turn that is being spoken. */
export class TurnOffsets {
  readonly #offsets: Map<string, AttemptOffset>
  /** Begun in the events being read now. One that also ends in them is the past: its text is all in its end. */
  readonly #justBegun = new Map<string, AttemptOffset>()

  /** The attempts that the log says are under way. */
  readonly #open = new Map<string, number>()

  constructor(heard: readonly TurnOffset[] = []) {
    this.#offsets = new Map(heard.map(({ turnId, attempt, offset }) => [turnId, { attempt, offset }]))
  }

  /** Takes note of an event that the watcher has already got. */
  applyPast(event: DiscussionEvent): void {
    switch (event.type) {
      case "turn_started":
      case "turn_retried":
        this.#open.set(event.data.turnId, event.data.attempt)
        return
      case "turn_completed":
      case "turn_passed":
        this.#open.delete(event.data.turn.id)
        return
      case "turn_skipped":
        this.#open.delete(event.data.turnId)
    }
  }

  /** Takes note of an event, and gives the words of a turn that are still missing when it ends. */
  applyEvent(event: DiscussionEvent, seq: number): ChunkEvent | undefined {
    this.applyPast(event)
    switch (event.type) {
      case "turn_started":
      case "turn_retried":
        this.#begin(event.data.turnId, event.data.attempt)
        return undefined
      case "turn_completed": {
        const { id: turnId, seat, attempt, content } = event.data.turn
        const before = this.#offsets.get(turnId)
        this.#forget(turnId)
        if (before?.attempt !== attempt) return undefined
        return chunkFrom({ seat, turnId, attempt, text: content }, before.offset, content.length, {
          seq,
          at: event.at,
        })
      }
      case "turn_passed":
        this.#forget(event.data.turn.id)
        return undefined
      case "turn_skipped":
        this.#forget(event.data.turnId)
        return undefined
      default:
        return undefined
    }
  }

  /** All events there are have been read: what is open now is being listened to. */
  markCaughtUp(): void {
    for (const [turnId, heard] of this.#justBegun) this.#offsets.set(turnId, heard)
    this.#justBegun.clear()
  }

  /**
   * What a live turn has more than was heard of it. Words from another process may come before the log tells of their
   * turn, or after its end where that process died: they count while the log says that the attempt is under way.
   */
  nextChunk(turn: LiveTurn, seq: number, at: number): ChunkEvent | undefined {
    if (turn.isRemote && this.#open.get(turn.turnId) !== turn.attempt) return undefined
    const before = this.#offsets.get(turn.turnId)
    const offset = before?.attempt === turn.attempt ? before.offset : 0
    const end = endOfChunk(turn.text, offset)
    const chunk = chunkFrom(turn, offset, end, { seq, at })
    if (chunk) this.#offsets.set(turn.turnId, { attempt: turn.attempt, offset: end })
    return chunk
  }

  /** The turns of which some words have been heard and more may come. */
  get openOffsets(): readonly TurnOffset[] {
    if (this.#offsets.size === 0) return noOffsets
    const places: TurnOffset[] = []
    for (const [turnId, { attempt, offset }] of this.#offsets) if (offset > 0) places.push({ turnId, attempt, offset })
    return places
  }

  /** What was heard of this attempt before its place was lost is not heard again. */
  #begin(turnId: string, attempt: number): void {
    if (this.#offsets.get(turnId)?.attempt === attempt) return
    this.#offsets.delete(turnId)
    this.#justBegun.set(turnId, { attempt, offset: 0 })
  }

  #forget(turnId: string): void {
    this.#offsets.delete(turnId)
    this.#justBegun.delete(turnId)
  }
}

/** Never between the two halves of a character. */
function endOfChunk(text: string, offset: number): number {
  const end = offset + maxChunkLength
  if (end >= text.length) return text.length
  const last = text.charCodeAt(end - 1)
  return last >= 0xd800 && last <= 0xdbff ? end - 1 : end
}

function chunkFrom(
  turn: LiveTurn,
  offset: number,
  end: number,
  { seq, at }: { readonly seq: number; readonly at: number },
): ChunkEvent | undefined {
  if (end <= offset) return undefined
  const { seat, turnId, attempt } = turn
  return { type: "turn_chunk", seq, at, data: { seat, turnId, attempt, offset, chunk: turn.text.slice(offset, end) } }
}
