import type { DiscussionEvent, LiveEvent } from "../discussion/event.ts"
import { fold, foldEvent } from "../discussion/fold.ts"
import type { Entry } from "../discussion/history.ts"
import type { SeatId } from "../discussion/seat.ts"
import { type DiscussionState, isOver } from "../discussion/state.ts"
import type { Turn } from "../discussion/turn.ts"
import { publish } from "./publish.ts"
import { publishTurn } from "./publish-parts.ts"
import type { PublicEvent } from "./types.ts"

/** The discussion as one seat may see it now: without what the others said where it has to speak first. */
export function withholdFrom(state: DiscussionState, seat: SeatId): DiscussionState {
  const hidden = new Set(withheldTurns(state, seat).map(({ id }) => id))
  if (hidden.size === 0) return state
  const shown = (turn: Turn) => (hidden.has(turn.id) ? withoutWords(turn) : turn)
  const shownEntry = (entry: Entry): Entry => (entry.kind === "turn" ? { ...entry, turn: shown(entry.turn) } : entry)
  const isShown = ([id]: readonly [SeatId, unknown]) =>
    !state.turns.some((turn) => turn.seat === id && hidden.has(turn.id))
  return {
    ...state,
    turns: state.turns.map(shown),
    entries: state.entries.map(shownEntry),
    round: state.round && { ...state.round, heldBack: state.round.heldBack.map(shown) },
    stances: Object.fromEntries(Object.entries(state.stances).filter(isShown)),
  }
}

/**
 * Publishes a log, from its first event or from where a reader left off, as one seat may see it. What was withheld comes
 * in `revealed` of the first event after which the seat may have it, so each event is the same whenever it is read.
 */
export class SeatPublisher {
  readonly #discussionId: string
  readonly #seat: SeatId
  #state: DiscussionState | undefined
  #withheld: readonly Turn[] = []
  /** Turns of which the seat missed words: the rest comes when they end. */
  readonly #missed = new Set<string>()

  /** `past`: the events that the reader has. */
  constructor(discussionId: string, seat: SeatId, past: readonly DiscussionEvent[] = []) {
    this.#discussionId = discussionId
    this.#seat = seat
    if (past.length === 0) return
    this.#state = fold(discussionId, past)
    this.#withheld = withheldTurns(this.#state, seat)
  }

  /** Undefined for words that are withheld. */
  publish(event: LiveEvent): PublicEvent | undefined {
    if (event.type === "turn_chunk") {
      const { role, turnId } = event.data
      if (role !== this.#seat && this.#state && mustSpeakFirst(this.#state, this.#seat)) this.#missed.add(turnId)
      return this.#missed.has(turnId) ? undefined : publish(event)
    }
    const before = this.#withheld
    this.#state = this.#state ? foldEvent(this.#state, event) : fold(this.#discussionId, [event])
    this.#withheld = withheldTurns(this.#state, this.#seat)
    const isWithheld = (id: string) => this.#withheld.some((turn) => turn.id === id)
    const revealed = before.filter(({ id }) => !isWithheld(id))
    const shown = publish(mustSpeakFirst(this.#state, this.#seat) ? withoutWordsOf(event, this.#seat) : event)
    if (revealed.length === 0) return shown
    return { ...shown, data: { ...shown.data, revealed: revealed.map(publishTurn) } } as PublicEvent
  }
}

function withoutWordsOf(event: DiscussionEvent, seat: SeatId): DiscussionEvent {
  switch (event.type) {
    case "turn_completed":
    case "turn_passed":
      return event.data.turn.seat === seat || event.data.turn.purpose !== "turn"
        ? event
        : { ...event, data: { turn: withoutWords(event.data.turn) } }
    case "turn_retried": {
      const { kept: _, ...data } = event.data
      return event.data.seat === seat ? event : { ...event, data }
    }
    default:
      return event
  }
}

function withoutWords({ stance: _, reasoning: __, ...turn }: Turn): Turn {
  return { ...turn, content: "", hidden: true }
}

/** Whether others speak in this stage unheard by the seat, which has yet to speak in it. */
function mustSpeakFirst({ table, round, status, closing, openCalls }: DiscussionState, seat: SeatId): boolean {
  if (!round || round.completed || round.aborted || closing || isOver(status)) return false
  const stage = table.format.stages[round.stage]
  if (stage?.kind !== "speak" || !(round.parallel || stage.sees === "own-round-hidden")) return false
  const started = round.settled + openCalls.length
  return (
    openCalls.some((call) => call.seat === seat && call.purpose === "turn") ||
    round.remaining.includes(seat) ||
    round.order.indexOf(seat) >= started
  )
}

function withheldTurns(state: DiscussionState, seat: SeatId): readonly Turn[] {
  const { round, entries } = state
  if (!round || !mustSpeakFirst(state, seat)) return []
  const said = entries.slice(round.entriesBefore).flatMap((entry) => (entry.kind === "turn" ? [entry.turn] : []))
  return [...said, ...round.heldBack].filter((turn) => turn.seat !== seat && turn.purpose === "turn")
}
