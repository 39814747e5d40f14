import { optionsFor } from "../deciding/ballot-options.ts"
import { contestedIn } from "../deciding/contested.ts"
import type { Entry } from "../discussion/entry.ts"
import type { Seat, SeatId } from "../discussion/seat.ts"
import { seatOf } from "../discussion/seats-of.ts"
import type { DiscussionState, OpenCall } from "../discussion/state.ts"
import type { Instruction, SpeakStage } from "../formats/format.ts"
import { mayPass } from "../speaking/may-pass.ts"
import { minimumLength } from "../speaking/statement-check.ts"
import { fillIn } from "./fill-in.ts"
import { languageFor } from "./languages/index.ts"
import { namesIn } from "./pseudonyms.ts"
import type { Ask, SeatView } from "./seat-view.ts"

/** What a seat that is asked something may know. */
export function viewOf(state: DiscussionState, call: OpenCall): SeatView {
  const { table, round } = state
  const seat = seatOf(state, call.seat)
  const stage = speakStage(state)
  const votesAlone = call.purpose === "vote" && isBlind(state)
  return {
    discussionId: state.id,
    topic: table.topic,
    options: table.choices,
    voice: table.format.voice,
    language: seat.language ?? table.language,
    seed: table.seed,
    seat,
    seats: state.seats,
    round: round?.number ?? 0,
    rounds: table.format.settings.rounds,
    attempt: call.attempt,
    entries: votesAlone ? ownEntries(state, seat) : visibleEntries(state, stage),
    ...(votesAlone && { partial: true }),
    shownName: namesIn(state, stage?.sees === "anonymised"),
    memory: state.memories[seat.id]?.lines ?? [],
    ask: askOf(state, call, seat, stage),
  }
}

function speakStage(state: DiscussionState): SpeakStage | undefined {
  const { stages } = state.table.format
  const stage = stages[state.round?.stage ?? 0]
  if (stage?.kind === "speak") return stage
  return stages.find((candidate) => candidate.kind === "speak")
}

/** Trimmed at its old end for everyone alike; where a stage hides its own words, also at its new end. */
function visibleEntries(state: DiscussionState, stage: SpeakStage | undefined): readonly Entry[] {
  const hidden = stage?.sees === "own-round-hidden" && state.table.format.stages[state.round?.stage ?? 0] === stage
  return state.entries.slice(state.history.from, hidden ? state.round?.entriesBefore : undefined)
}

function isBlind(state: DiscussionState): boolean {
  const stage = state.table.format.stages[state.ballots.at(-1)?.stage ?? 0]
  return stage?.kind === "ballot" && stage.sees === "own"
}

function ownEntries(state: DiscussionState, { id }: Seat): readonly Entry[] {
  return state.entries
    .slice(state.history.from)
    .filter((one) => one.kind !== "turn" || one.turn.seat === id || one.turn.roundNumber !== state.round?.number)
}

function askOf(state: DiscussionState, call: OpenCall, seat: Seat, stage: SpeakStage | undefined): Ask {
  const clarify = call.clarify && { clarify: call.clarify }
  if (call.purpose === "choose") return { kind: "choose", candidates: state.round?.remaining ?? [] }
  if (call.purpose === "vote") {
    const ballot = state.ballots.at(-1)!
    const { asks, form } = ballot
    const asked = state.table.format.stages[ballot.stage]
    const voted = state.ballots.some(({ stage, votes }) => stage === ballot.stage && votes.some(isOwn(seat)))
    const words = asked?.kind === "ballot" ? instructionFor(state, seat, asked.instructions, !voted) : undefined
    return {
      kind: "vote",
      asks,
      options: optionsFor(ballot, seat.id),
      ...(form && { form }),
      ...(words !== undefined && { instruction: words }),
      ...clarify,
    }
  }
  const first = !state.turns.some((turn) => turn.seat === seat.id && turn.purpose !== "sub-discussion")
  if (call.purpose === "synthesis") {
    const words = instructionFor(state, seat, state.table.format.closing?.instructions, first)
    return { kind: "synthesis", ...(words !== undefined && { instruction: words }), ...clarify }
  }
  const { settings } = state.table.format
  const words = instructionFor(state, seat, stage?.instructions, first)
  const contested = contestedIn(state)
  const alone = settings.decide === "vote-first" && state.round?.number === 1
  return {
    kind: "turn",
    first,
    mayPass: mayPass(state),
    minLength: minimumLength(settings, languageFor(seat.language ?? state.table.language)),
    ...(words !== undefined && { instruction: words }),
    ...(alone && { alone }),
    ...(contested && { contested }),
    ...clarify,
  }
}

function isOwn({ id }: Seat) {
  return ({ seat }: { readonly seat: SeatId }) => seat === id
}

function instructionFor(
  state: DiscussionState,
  seat: Seat,
  instructions: Readonly<Record<string, Instruction>> | undefined,
  first: boolean,
): string | undefined {
  const found = instructions?.[seat.role] ?? instructions?.["*"]
  if (found === undefined) return undefined
  const { rounds } = state.table.format.settings
  const round = state.round?.number ?? 0
  const values = { topic: state.table.topic, name: seat.name, round: String(round), rounds: String(rounds) }
  return fillIn(worded(found, first, round >= rounds), values)
}

/** A seat that speaks only once, in the last round, is asked for its last word. */
function worded(instruction: Instruction, first: boolean, last: boolean): string {
  if (typeof instruction === "string") return instruction
  return (last ? instruction.last : undefined) ?? (first ? instruction.first : instruction.later)
}
