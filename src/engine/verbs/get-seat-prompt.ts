import type { Seat } from "../../core/discussion/seat.ts"
import type { DiscussionState, OpenCall } from "../../core/discussion/state.ts"
import { ConclaveError } from "../../core/errors.ts"
import { buildSeatView } from "../../core/prompting/build-seat-view.ts"
import type { Prompt } from "../../core/prompting/seat-view.ts"
import { describeQuestion, writePrompt } from "../../core/prompting/write-prompt.ts"
import { resolveSeatId } from "../../core/public/pseudonymise.ts"
import { loadState, type Verb } from "../context.ts"
import { waitUntil } from "../live/wait-until.ts"

interface SeatPromptInput {
  /** Id or name. */
  readonly seat: string
  /** How long to wait for a question to the seat. */
  readonly seconds: number
  readonly signal?: AbortSignal
}

export interface SeatPrompt {
  readonly state: DiscussionState
  readonly seat: Seat
  /** Absent while the seat is not asked anything. */
  readonly asked?: {
    readonly call: OpenCall
    readonly question: ReturnType<typeof describeQuestion>
    readonly prompt: Prompt
  }
}

/** The prompt that a model in this seat would get now. */
export const getSeatPrompt: Verb<SeatPromptInput, SeatPrompt> = async ({ context, input }) => {
  const { discussionId, seconds, signal } = input
  const begun = await loadState(context.store, discussionId)
  const seat = findOutsideSeat(begun, resolveSeatId(begun, input.seat))
  const until = (state: DiscussionState) =>
    findAwaitedCall(state, seat) !== undefined || state.leftSeats.includes(seat.id)
  const state = await waitUntil(context, begun, { until, seconds, signal })
  const call = findAwaitedCall(state, seat)
  if (!call) return { state, seat }
  const prompt = writePrompt(state, buildSeatView(state, call), false)
  return { state, seat, asked: { call, question: describeQuestion(state, call), prompt } }
}

export function findOutsideSeat(state: DiscussionState, idOrName: string): Seat {
  const seats = state.everyone.filter(({ id }) => !state.leftSeats.includes(id))
  const seat = seats.find(({ id }) => id === idOrName) ?? seats.find(({ name }) => name === idOrName)
  if (!seat) {
    const ids = seats.map(({ id }) => id).sort()
    throw new ConclaveError("NOT_FOUND", `there is no seat "${idOrName}"; the seats are ${ids.join(", ")}`)
  }
  if (seat.kind !== "model") return seat
  throw new ConclaveError(
    "STATE_INVALID",
    `the seat "${seat.id}" is held by a model; only human and external seats can be answered for`,
  )
}

function findAwaitedCall(state: DiscussionState, { id }: Seat): OpenCall | undefined {
  return state.leftSeats.includes(id) ? undefined : state.openCalls.find((call) => call.awaiting && call.seat === id)
}
