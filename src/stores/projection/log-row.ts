import type { DiscussionEvent } from "../../core/discussion/event.ts"
import type { Interjection, Turn } from "../../core/discussion/turn.ts"
import { characterCount, isoTime } from "../../core/text.ts"
import { isTurn, type Projection } from "./project-events.ts"

/** A turn or interjection as a row of `discussion_logs`. */
export interface LogRow {
  readonly seq: number
  readonly agent_id: string | null
  readonly turn_index: number | null
  readonly round_number: number
  readonly created_at: string
  readonly role: string
  readonly content: string
  readonly metadata: Readonly<Record<string, unknown>>
}

type Known = Pick<Projection, "seats" | "turnIndex">

/** The row of an event, if it has one. */
export function logRow(before: Known, event: DiscussionEvent): LogRow | undefined {
  switch (event.type) {
    case "turn_completed":
    case "turn_passed":
      return isTurn(event) ? turnRow(before, event.seq, event.at, event.data.turn) : undefined
    case "interjection":
      return interjectionRow(event.seq, event.at, event.data.interjection)
    default:
      return undefined
  }
}

/** A turn's index is its place in the speaking order; a synthesis and the outcome of a sub-discussion have none. */
function turnRow({ seats, turnIndex }: Known, seq: number, at: number, turn: Turn): LogRow {
  const seat = seats[turn.seat]
  const { promptTokens, completionTokens } = turn.tokenUsage
  return {
    seq,
    agent_id: seat?.agentId ?? null,
    turn_index: turn.purpose === "turn" ? turnIndex : null,
    round_number: turn.roundNumber,
    created_at: isoTime(at),
    role: seat?.role ?? turn.seat,
    content: turn.content,
    metadata: {
      kind: turn.passed ? "pass" : turn.purpose,
      turnId: turn.id,
      name: seat?.name ?? turn.seat,
      finishReason: turn.finishReason,
      tokens: promptTokens + completionTokens,
      character_count: characterCount(turn.content),
      ...(turn.author !== undefined && { author: turn.author }),
    },
  }
}

function interjectionRow(seq: number, at: number, { author, content, roundNumber }: Interjection): LogRow {
  return {
    seq,
    agent_id: null,
    turn_index: null,
    round_number: roundNumber,
    created_at: isoTime(at),
    role: "user",
    content,
    metadata: { kind: "interjection", name: author },
  }
}
