import type { EventData, NewEvent } from "../discussion/event.ts"
import type { Stage } from "../discussion/format.ts"
import type { Seat } from "../discussion/seat.ts"
import { currentModel, roundNumber, stageSeats } from "../discussion/seat-queries.ts"
import type { DiscussionState, RoundState } from "../discussion/state.ts"
import { novelty } from "../speaking/novelty.ts"
import { speakingOrders } from "../speaking/speaking-orders.ts"

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
  const ids = speakingOrders[order]({
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
