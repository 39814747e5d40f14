import type { ChunkEvent, DiscussionEvent } from "../../core/discussion/event.ts"
import type { LiveTurn } from "./live-turns.ts"
import type { TurnOffset } from "./stream-cursor.ts"

interface AttemptOffset {
  readonly attempt: number
  readonly offset: number
}

interface TurnChange {
  readonly turnId: string
  /** The attempt that begins, or the last one that has ended. */
  readonly attempt: number
  readonly begins: boolean
}

/** What an event says about a turn, if anything. */
export function turnChange(event: DiscussionEvent): TurnChange | undefined {
  switch (event.type) {
    case "turn_started":
    case "turn_retried":
      return { turnId: event.data.turnId, attempt: event.data.attempt, begins: true }
    case "turn_completed":
    case "turn_passed":
      return { turnId: event.data.turn.id, attempt: event.data.turn.attempt, begins: false }
    case "turn_skipped":
      return { turnId: event.data.turnId, attempt: Number.POSITIVE_INFINITY, begins: false }
    default:
      return undefined
  }
}

/** A watcher that is far behind gets a long turn in several chunks. */
const maxChunkLength = 65_536
const noOffsets: readonly TurnOffset[] = []

/** How much of each open turn one watcher has received. */
export class TurnOffsets {
  readonly #offsets: Map<string, AttemptOffset>
  /** Turns that start in the page being read. If one also ends there, its final event has all the text. */
  readonly #justBegun = new Map<string, AttemptOffset>()

  /** Attempts that are open according to the log. */
  readonly #open = new Map<string, number>()

  constructor(received: readonly TurnOffset[] = []) {
    this.#offsets = new Map(received.map(({ turnId, attempt, offset }) => [turnId, { attempt, offset }]))
  }

  /** Applies an event that the watcher already has. */
  applyPast(event: DiscussionEvent): void {
    const change = turnChange(event)
    if (change?.begins) this.#open.set(change.turnId, change.attempt)
    else if (change) this.#open.delete(change.turnId)
  }

  /** Applies an event; when a turn ends, returns the text that the watcher still lacks. */
  applyEvent(event: DiscussionEvent, seq: number): ChunkEvent | undefined {
    this.applyPast(event)
    const change = turnChange(event)
    if (!change) return undefined
    const { turnId, attempt } = change
    const before = this.#offsets.get(turnId)
    if (change.begins) this.#begin(turnId, attempt)
    else this.#forget(turnId)
    if (event.type !== "turn_completed" || before?.attempt !== attempt) return undefined
    const { seat, content: text } = event.data.turn
    return chunkFrom({ seat, turnId, attempt, text }, before.offset, text.length, { seq, at: event.at })
  }

  /** All events have been read: open turns are live from now on. */
  markCaughtUp(): void {
    for (const [turnId, start] of this.#justBegun) this.#offsets.set(turnId, start)
    this.#justBegun.clear()
  }

  /**
   * The text of a live turn that the watcher lacks. Text from another process may arrive before the log has the turn, or
   * after its end if that process died: it counts only while the attempt is open in the log.
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

  /** Open turns of which the watcher has some text. */
  get openOffsets(): readonly TurnOffset[] {
    if (this.#offsets.size === 0) return noOffsets
    const places: TurnOffset[] = []
    for (const [turnId, { attempt, offset }] of this.#offsets) if (offset > 0) places.push({ turnId, attempt, offset })
    return places
  }

  /** Keeps the offset if the watcher resumes in the middle of this attempt. */
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

/** Never splits a surrogate pair. */
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
