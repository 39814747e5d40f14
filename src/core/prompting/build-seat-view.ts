import { buildOutcome } from "../analysing/build-outcome.ts"
import { hasEnoughSupport } from "../analysing/position-changes.ts"
import { optionsAskedAlone, shownOptions } from "../counting/ballot-options.ts"
import { decidingBallots } from "../counting/ballot-positions.ts"
import { countableBallot } from "../counting/recount.ts"
import { isClosingPurpose } from "../discussion/decision-record.ts"
import type { Instruction, placeholders, SpeakStage } from "../discussion/format.ts"
import type { Entry } from "../discussion/history.ts"
import type { Seat, SeatId } from "../discussion/seat.ts"
import { getSeat } from "../discussion/seat-queries.ts"
import type { DiscussionState, OpenCall } from "../discussion/state.ts"
import type { ContestedPositions, Vote } from "../discussion/vote.ts"
import { seatLanguage } from "../languages/index.ts"
import { omitUndefined } from "../omit-undefined.ts"
import { hash } from "../random.ts"
import { mayPass, minStatementLength } from "../speaking/read-pass.ts"
import { asksForStance } from "../speaking/stance-line.ts"
import { excerpt } from "../text.ts"
import { displayNames, isAnonymous, namesWithPseudonyms } from "./pseudonyms.ts"
import type { Ask, SeatView } from "./seat-view.ts"

export function buildSeatView(state: DiscussionState, call: OpenCall): SeatView {
  const { table, round } = state
  const seat = getSeat(state, call.seat)
  const stage = speakStage(state)
  // The writer of the record sees the real names.
  const isClosing = isClosingPurpose(call.purpose)
  const isAlone = call.purpose === "baseline"
  const votesBlind = call.purpose === "vote" && seesOnlyOwnTurns(state)
  const unnamed = call.purpose === "vote" && seat.kind === "model" ? state.ballots.at(-1)?.answers : undefined
  return {
    discussionId: state.id,
    topic: table.topic,
    options: table.choices,
    language: seat.language ?? table.language,
    // Each baseline answer is sampled independently.
    seed: isAlone ? hash(`${table.seed}/${call.id}`) : table.seed,
    seat,
    seats: state.seats,
    round: round?.number ?? 0,
    rounds: table.format.settings.rounds,
    attempt: call.attempt,
    entries: isAlone
      ? []
      : isClosing
        ? closingEntries(state)
        : votesBlind
          ? ownEntries(state, seat)
          : withoutAnswers(visibleEntries(state, stage), unnamed),
    ...((votesBlind || unnamed || isAlone) && { partial: true }),
    shownName:
      call.purpose === "synthesis" && isAnonymous(table.format)
        ? namesWithPseudonyms(state)
        : displayNames(state, (stage?.sees === "anonymised" || unnamed !== undefined) && !isClosing),
    memory: isAlone ? [] : (state.memories[seat.id]?.lines ?? []),
    ask: buildAsk(state, call, seat, stage),
  }
}

function speakStage(state: DiscussionState): SpeakStage | undefined {
  const { stages } = state.table.format
  const stage = stages[state.round?.stage ?? 0]
  if (stage?.kind === "speak") return stage
  return stages.find((candidate) => candidate.kind === "speak")
}

/** The trimmed history, without the current stage if the stage hides its own turns. */
function visibleEntries(state: DiscussionState, stage: SpeakStage | undefined): readonly Entry[] {
  const hidden = stage?.sees === "own-round-hidden" && state.table.format.stages[state.round?.stage ?? 0] === stage
  return state.entries.slice(state.history.from, hidden ? state.round?.entriesBefore : undefined)
}

/** Voters who rank answers see them only on the ballot, without names. */
function withoutAnswers(entries: readonly Entry[], answers: readonly string[] | undefined): readonly Entry[] {
  return answers ? entries.filter((one) => one.kind !== "turn" || !answers.includes(one.turn.id)) : entries
}

/** The history and the synthesis, which is not an entry. */
function closingEntries({ entries, history, turns }: DiscussionState): readonly Entry[] {
  const written = turns.filter(({ purpose }) => purpose === "synthesis").map((turn): Entry => ({ kind: "turn", turn }))
  return [...entries.slice(history.from), ...written]
}

function seesOnlyOwnTurns(state: DiscussionState): boolean {
  const stage = state.table.format.stages[state.ballots.at(-1)?.stage ?? 0]
  return stage?.kind === "ballot" && stage.sees === "own"
}

function ownEntries(state: DiscussionState, { id }: Seat): readonly Entry[] {
  return state.entries
    .slice(state.history.from)
    .filter((one) => one.kind !== "turn" || one.turn.seat === id || one.turn.roundNumber !== state.round?.number)
}

function buildAsk(state: DiscussionState, call: OpenCall, seat: Seat, stage: SpeakStage | undefined): Ask {
  const clarify = call.clarification && { clarify: call.clarification }
  if (call.purpose === "baseline")
    return { kind: "vote", asks: "choice", alone: true, options: optionsAskedAlone(state, call.id) }
  if (call.purpose === "result") {
    const ended = buildOutcome(state, state.closing ?? "decided").sentence
    return { kind: "result", schema: state.table.result ?? {}, ended, problems: call.problems ?? [] }
  }
  if (call.purpose === "record") {
    const turns = closingEntries(state).flatMap((one) => (one.kind === "turn" && !one.turn.passed ? [one.turn] : []))
    const findings = state.table.format.record?.findings === true
    const ended = buildOutcome(state, state.closing ?? "decided").sentence
    return { kind: "record", turns, ended, findings, problems: call.problems ?? [] }
  }
  if (call.purpose === "choose") return { kind: "choose", candidates: state.round?.remaining ?? [] }
  if (call.purpose === "vote") {
    const ballot = state.ballots.at(-1)!
    const { asks, form } = ballot
    const asked = state.table.format.stages[ballot.stage]
    const voted = state.ballots.some(({ stage, votes }) => stage === ballot.stage && votes.some(isFromSeat(seat)))
    const instruction = asked?.kind === "ballot" ? instructionFor(state, seat, asked.instructions, !voted) : undefined
    const options = shownOptions(state, ballot, seat, seatLanguage(state, seat))
    return { kind: "vote", asks, ...options, ...omitUndefined({ form, instruction }), ...clarify }
  }
  const first = !state.turns.some((turn) => turn.seat === seat.id && turn.purpose !== "sub-discussion")
  if (call.purpose === "synthesis") {
    const instruction = instructionFor(state, seat, state.table.format.closing?.instructions, first)
    return { kind: "synthesis", ...omitUndefined({ instruction }), ...clarify }
  }
  if (call.purpose === "interjection") {
    const speaker = displayNames(state, false)(state.turns.at(-1)!.seat)
    const instruction = seatLanguage(state, seat).interjection({ speaker })
    return { kind: "turn", first: false, mayPass: true, interjection: true, minLength: 0, instruction, ...clarify }
  }
  const { settings } = state.table.format
  const instruction = instructionFor(state, seat, stage?.instructions, first)
  const contested = findContestedPositions(state)
  const alone = settings.decide === "vote-first" && state.round?.number === 1
  return {
    kind: "turn",
    first,
    mayPass: mayPass(state),
    ...(asksForStance(state) && { stance: true }),
    minLength: minStatementLength(settings, seatLanguage(state, seat)),
    ...(alone && { alone }),
    ...omitUndefined({ instruction, contested }),
    ...clarify,
  }
}

function isFromSeat({ id }: Seat) {
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
  return fillPlaceholders(selectInstruction(found, first, round >= rounds), values)
}

/** In the last round `last` takes precedence, even on a seat's first turn. */
function selectInstruction(instruction: Instruction, first: boolean, last: boolean): string {
  if (typeof instruction === "string") return instruction
  return (last ? instruction.last : undefined) ?? (first ? instruction.first : instruction.later)
}

type Values = { readonly [P in (typeof placeholders)[number]]?: string }

/** Fills in {placeholders}; unknown ones stay. */
export function fillPlaceholders(text: string, values: Values): string {
  return text.replace(/\{(\w+)\}/g, (whole, key: string) =>
    Object.hasOwn(values, key) ? values[key as keyof Values]! : whole,
  )
}

const maxPositionLength = 300

/** With vote-first: the positions that the last vote left open. Without names, since the ballot may be secret. */
function findContestedPositions(state: DiscussionState): ContestedPositions | undefined {
  const ballot = state.table.format.settings.decide === "vote-first" ? decidingBallots(state).at(-1) : undefined
  if (!ballot) return undefined
  const agreed = ballot.result?.protocol === undefined ? ballot.result?.passed : hasEnoughSupport(state, ballot)
  if (agreed) return undefined
  const { options, votes } = countableBallot(state, ballot)
  const held = [...Map.groupBy(votes.flatMap(positionsOf), (position) => position)]
    .map(([position, { length: seats }]) => ({ position: excerpt(position, maxPositionLength), seats }))
    .toSorted((a, b) => b.seats - a.seats)
  if (held.length < 2) return undefined
  const dropped = options.filter((option) => votes.every((vote) => !supportedOptions(vote).includes(option)))
  return { positions: held, dropped: dropped.map((option) => excerpt(option, maxPositionLength)) }
}

function supportedOptions({ approved, choice }: Vote): readonly string[] {
  return approved ?? (choice === undefined ? [] : [choice])
}

/** The same option with a different amount is a different position. */
function positionsOf(vote: Vote): readonly string[] {
  return supportedOptions(vote).map((option) => (vote.amount === undefined ? option : `${option} (${vote.amount})`))
}
