import type { DiscussionEvent, LiveEvent } from "../discussion/event.ts"
import { fold, foldEvent } from "../discussion/fold.ts"
import type { Entry } from "../discussion/history.ts"
import type { SeatId } from "../discussion/seat.ts"
import { stageSeats } from "../discussion/seat-queries.ts"
import { type DiscussionState, isOver } from "../discussion/state.ts"
import type { Turn } from "../discussion/turn.ts"
import { findStageBallot } from "../steps/ballots.ts"
import { isStageInRound } from "../steps/rounds.ts"
import { type Pseudonyms, pseudonymise, pseudonymsFor } from "./pseudonymise.ts"
import { publish } from "./publish.ts"
import { publishTurn } from "./publish-discussion.ts"
import type { PublicEvent } from "./types.ts"

/**
 * The discussion as a seat, or a reader without one (undefined), may see it now: without other seats' turns that it
 * must not know before its own turn or vote, and with pseudonyms if names are hidden.
 */
export function withholdFrom(state: DiscussionState, seat: SeatId | undefined): DiscussionState {
  const names = pseudonymsFor(state, seat)
  const shown = withoutWithheldTurns(state, seat)
  return names ? pseudonymise(shown, names) : shown
}

function withoutWithheldTurns(state: DiscussionState, seat: SeatId | undefined): DiscussionState {
  const hidden = new Set(withheldTurns(state, seat).map(({ id }) => id))
  if (hidden.size === 0) return state
  const shown = (turn: Turn) => (hidden.has(turn.id) ? withoutContent(turn) : turn)
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
 * Publishes a log, from its start or a later position, as one seat may see it. Withheld turns follow in `revealed` of
 * the first event after which the seat may see them, so every read of the log gives the same events.
 */
export class SeatPublisher {
  readonly #discussionId: string
  readonly #seat: SeatId | undefined
  /** Names stay hidden until the end of the stream, so that each seat has one name throughout. */
  readonly #hidesNames: boolean
  #state: DiscussionState | undefined
  #withheld: readonly Turn[] = []
  /** Turns with withheld chunks: their text follows when they end. */
  readonly #missed = new Set<string>()

  /** `past`: the events that the reader already has; `now`: the current state. */
  constructor(seat: SeatId | undefined, now: DiscussionState, past: readonly DiscussionEvent[] = []) {
    this.#discussionId = now.id
    this.#seat = seat
    this.#hidesNames = !isOver(now.status)
    if (past.length === 0) return
    this.#state = fold(now.id, past)
    this.#withheld = withheldTurns(this.#state, seat)
  }

  /** Undefined for withheld live text. */
  publish(event: LiveEvent): PublicEvent | undefined {
    const before = this.#withheld
    const allowed = this.#withhold(event)
    const names = this.#hidesNames && this.#state && pseudonymsFor({ ...this.#state, status: "running" }, this.#seat)
    // A seat that knows the names may write them, split across chunks, where they cannot be replaced: withhold its
    // chunks.
    const mayContainNames =
      names && event.type === "turn_chunk" && event.data.seat !== this.#seat && !names.has(event.data.seat)
    if (!allowed || mayContainNames) return undefined
    const shown = publish(names ? withPseudonyms(allowed, names) : allowed)
    const revealed = before.filter(({ id }) => !this.#withheld.some((turn) => turn.id === id))
    if (revealed.length === 0) return shown
    const turns = (names ? pseudonymise(revealed, names) : revealed).map(publishTurn)
    return { ...shown, data: { ...shown.data, revealed: turns } } as PublicEvent
  }

  #withhold(event: LiveEvent): LiveEvent | undefined {
    if (event.type === "turn_chunk") {
      const { seat, turnId } = event.data
      if (seat !== this.#seat && this.#state && mustSpeakFirst(this.#state, this.#seat)) this.#missed.add(turnId)
      return this.#missed.has(turnId) ? undefined : event
    }
    this.#state = this.#state ? foldEvent(this.#state, event) : fold(this.#discussionId, [event])
    this.#withheld = withheldTurns(this.#state, this.#seat)
    return mustSpeakFirst(this.#state, this.#seat) ? withoutContentOf(event, this.#seat) : event
  }
}

/** A seat's model could reveal it. An embedding model belongs to no seat. */
function withPseudonyms(event: LiveEvent, names: Pseudonyms): LiveEvent {
  const { data, ...shown } = pseudonymise(event, names)
  switch (event.type) {
    case "turn_started":
    case "closing_call_started":
      return { ...shown, data: { ...data, modelId: null } } as LiveEvent
    case "novelty_measured":
    case "positions_compared":
      return { ...shown, data: { ...data, modelId: event.data.modelId } } as LiveEvent
    default:
      return { ...shown, data } as LiveEvent
  }
}

function withoutContentOf(event: DiscussionEvent, seat: SeatId | undefined): DiscussionEvent {
  switch (event.type) {
    case "turn_completed":
    case "turn_passed":
      return event.data.turn.seat === seat || event.data.turn.purpose !== "turn"
        ? event
        : { ...event, data: { turn: withoutContent(event.data.turn) } }
    case "turn_retried": {
      const { kept: _, ...data } = event.data
      return event.data.seat === seat ? event : { ...event, data }
    }
    default:
      return event
  }
}

function withoutContent({ stance: _, reasoning: __, ...turn }: Turn): Turn {
  return { ...turn, content: "", hidden: true }
}

function mustSpeakFirst(state: DiscussionState, seat: SeatId | undefined): boolean {
  const { round, status, closing } = state
  if (seat === undefined || !round || round.completed || round.aborted || closing || isOver(status)) return false
  return mustSpeakUnheard(state, seat) || mustVoteUnheard(state, seat)
}

/** Whether the seat has yet to speak in the current stage and must not hear the others before. */
function mustSpeakUnheard({ table, round, openCalls }: DiscussionState, seat: SeatId): boolean {
  if (!round) return false
  const stage = table.format.stages[round.stage]
  if (stage?.kind !== "speak" || !(round.parallel || stage.sees === "own-round-hidden")) return false
  const started = round.settled + openCalls.length
  return (
    openCalls.some((call) => call.seat === seat && call.purpose === "turn") ||
    round.remaining.includes(seat) ||
    round.order.indexOf(seat) >= started
  )
}

/** Whether the seat has yet to vote in a ballot, open or next, in which voters see only their own turns. */
function mustVoteUnheard(state: DiscussionState, seat: SeatId): boolean {
  const { round, table } = state
  if (!round) return false
  const { stages } = table.format
  const now = stages[round.stage]
  const isPrivateStage = now?.kind === "ballot" || round.parallel || now?.sees === "own-round-hidden"
  return stages.some((stage, index) => {
    if (stage.kind !== "ballot" || stage.sees !== "own" || index < round.stage || !isPrivateStage) return false
    const isVoter = stageSeats(state, stage).some(({ id }) => id === seat)
    const ballot = findStageBallot(state, round, index)
    const isDone = ballot?.result || ballot?.votes.some((vote) => vote.seat === seat)
    return isVoter && !isDone && isStageInRound(state, stage, round.number)
  })
}

function withheldTurns(state: DiscussionState, seat: SeatId | undefined): readonly Turn[] {
  const { round, entries } = state
  if (!round || !mustSpeakFirst(state, seat)) return []
  const said = entries.slice(round.entriesBefore).flatMap((entry) => (entry.kind === "turn" ? [entry.turn] : []))
  return [...said, ...round.heldBack].filter((turn) => turn.seat !== seat && turn.purpose === "turn")
}
