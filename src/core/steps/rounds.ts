import { mayMeanTheSame } from "../counting/cluster-proposals.ts"
import type { EventData, NewEvent, SharedPosition } from "../discussion/event.ts"
import type { Stage } from "../discussion/format.ts"
import type { Seat, SeatId } from "../discussion/seat.ts"
import { currentModel, roundNumber, stageSeats } from "../discussion/seat-queries.ts"
import type { DiscussionState, RoundState } from "../discussion/state.ts"
import { novelty } from "../speaking/novelty.ts"
import { speakingOrder } from "../speaking/speaking-orders.ts"

export function startRound(state: DiscussionState, number: number): NewEvent {
  const { order, parallel } = stageOrder(state, 0, number)
  return { type: "round_started", data: { roundNumber: number, order, parallel } }
}

export function startTurn(
  state: DiscussionState,
  seat: Seat,
  purpose: EventData["turn_started"]["purpose"],
  index = 0,
): NewEvent {
  return {
    type: "turn_started",
    data: {
      seat: seat.id,
      name: seat.name,
      modelId: currentModel(state, seat) ?? null,
      roundNumber: roundNumber(state),
      turnId: `t${state.turnsStarted + index + 1}`,
      attempt: 1,
      purpose,
    },
  }
}

export function isStageInRound({ table }: DiscussionState, { rounds = {} }: Stage, round: number): boolean {
  const number = (given: number | "last") => (given === "last" ? table.format.settings.rounds : given)
  return round >= number(rounds.from ?? 1) && round <= number(rounds.to ?? Number.POSITIVE_INFINITY)
}

export function stageOrder(state: DiscussionState, index: number, round: number) {
  const stage = state.table.format.stages[index]
  if (stage?.kind !== "speak" || !isStageInRound(state, stage, round)) return { order: [], parallel: false }
  const { settings } = state.table.format
  const independent = settings.independentFirstRound && round === 1
  const order = independent ? "parallel" : (stage.order ?? settings.order)
  const ids = speakingOrder(order, {
    seats: stageSeats(state, stage, round).map((seat) => seat.id),
    round,
    stage: index,
    seed: state.table.seed,
    lastFinisher: state.round?.order.at(-1) ?? null,
    finisherRestriction: settings.finisherRestriction,
  })
  return { order: ids, parallel: order === "parallel" }
}

export function completeRound(state: DiscussionState, round: RoundState): NewEvent {
  const { number, contributions, passes, skips } = round
  const words = (turns: readonly { content: string; passed: boolean }[]) =>
    turns.filter((turn) => !turn.passed).map((turn) => turn.content)
  const byWords = () => novelty(words(state.turns.slice(round.firstTurn)), words(state.turns.slice(0, round.firstTurn)))
  const { similarity } = round
  const share = !state.table.format.settings.smartTermination
    ? undefined
    : typeof similarity === "number"
      ? Math.min(1, 1 - similarity)
      : byWords()
  const summary = {
    number,
    contributions,
    passes,
    skips,
    ...(share !== undefined && { novelty: Math.round(share * 1000) / 1000 }),
    ...(round.aborted && { aborted: true as const }),
  }
  return { type: "round_completed", data: { round: summary } }
}

/** The model that must still compare the round's positions, if there is anything to compare. */
export function stanceModelFor(state: DiscussionState, round: RoundState): string | undefined {
  const { stanceModel } = state.table.format.settings
  if (!stanceModel || round.positionsCompared) return undefined
  return comparedPositions(state, round).length > 0 ? stanceModel : undefined
}

/** The texts whose embeddings the comparison needs. */
export function comparedPositions(state: DiscussionState, round: RoundState): readonly string[] {
  const texts = new Set<string>()
  sharedPositions(state, round, (position, held) => {
    texts.add(position).add(held)
    return -1
  })
  return [...texts]
}

/**
 * Positions of the round that restate one held before. Compares only positions that did not match any by their words,
 * with each seat's position at that time, and never pairs whose numbers or negations differ.
 */
export function sharedPositions(
  { table, turns }: DiscussionState,
  { firstTurn }: RoundState,
  similarity: (position: string, held: string) => number,
): readonly SharedPosition[] {
  const held = new Map<SeatId, string>()
  const shared: SharedPosition[] = []
  for (const [index, { id: turnId, seat, stance }] of turns.entries()) {
    if (!stance) continue
    const { position: own, wording } = stance
    const isOwn = index >= firstTurn && wording === undefined && !table.choices.includes(own)
    const others = isOwn ? new Set(held.values()) : new Set<string>()
    const candidates = others.has(own) ? [] : [...others].filter((other) => mayMeanTheSame(own, other))
    const scored = candidates.map((position) => ({ position, score: similarity(own, position) }))
    const best = scored.toSorted((a, b) => b.score - a.score)[0]
    const isShared = best !== undefined && best.score >= table.format.settings.stanceSimilarity
    if (isShared) shared.push({ turnId, seat, position: best.position })
    held.set(seat, isShared ? best.position : own)
  }
  return shared
}
