import type { NewEvent } from "../../core/discussion/event.ts"
import { getSeat } from "../../core/discussion/seat-queries.ts"
import type { DiscussionState, OpenCall } from "../../core/discussion/state.ts"
import { noUsage } from "../../core/discussion/usage.ts"
import { ConclaveError, invalidField } from "../../core/errors.ts"
import { pseudonymsFor, resolveSeatId, showNames } from "../../core/public/pseudonymise.ts"
import { settle } from "../../core/settle.ts"
import { asksForStance, maxPositionLength, type StanceLine } from "../../core/speaking/stance-line.ts"
import { cleanText, excerpt, isBlank } from "../../core/text.ts"
import type { Verb } from "../context.ts"
import { updateDiscussion } from "./update-discussion.ts"

interface AnswerForSeatInput {
  readonly content: string
  /** The seat, by id or name; optional if the discussion waits for only one. */
  readonly seat?: string
  /** Who answers for the seat; stored with the turn. */
  readonly author?: string
  /** The seat's position; only for turns at a table that asks for stances. */
  readonly stance?: StanceInput
}

export interface StanceInput {
  readonly position: string
  readonly confidence?: number | undefined
  readonly answers?: readonly string[] | undefined
}

/** Submits the turn or vote that the discussion expects from a person or outside agent. */
export const answerForSeat: Verb<AnswerForSeatInput> = ({ context, input }) =>
  updateDiscussion(context, input.discussionId, (state, now) => {
    const text = cleanText(input.content)
    if (isBlank(text)) throw invalidField("content", "must not be empty; write [PASS] to pass")
    const call = findWaitingCall(state, input.seat && resolveSeatId(state, input.seat))
    // Voters who rank answers may know the authors by pseudonyms only.
    const names = call.purpose === "vote" ? pseudonymsFor(state, call.seat) : undefined
    const stated = input.stance && statedStance(state, call, input.stance)
    const said = {
      kind: "said",
      text: names ? showNames(text, names) : text,
      finishReason: "stop",
      usage: noUsage,
      ...(stated && { stated }),
    } as const
    const events = settle(state, call, said, now)
    // A model that names no seat falls back to the seat order; a person gets an error.
    if (events.some((event) => event.type === "speaker_chosen" && event.data.by === null)) {
      const names = (state.round?.remaining ?? []).map((id) => getSeat(state, id).name)
      throw invalidField("content", `names no seat that can speak now; name ${names.join(" or ")}`)
    }
    return input.author === undefined ? events : events.map((event) => withAuthor(event, input.author!))
  })

function statedStance(state: DiscussionState, call: OpenCall, stance: StanceInput): StanceLine {
  if (call.purpose !== "turn" || !asksForStance(state)) throw invalidField("stance", "is not expected here; omit it")
  const { confidence, answers = [] } = stance
  const nameOf = (seat: string) => state.everyone.find(({ id }) => id === seat)?.name ?? seat
  const said = excerpt(cleanText(stance.position), maxPositionLength)
  if (isBlank(said)) throw invalidField("stance.position", "must not be empty; state your position")
  return { position: said, ...(confidence !== undefined && { confidence }), answers: answers.map(nameOf) }
}

function withAuthor(event: NewEvent, author: string): NewEvent {
  if (!("turn" in event.data)) return event
  return { ...event, data: { turn: { ...event.data.turn, author } } } as NewEvent
}

function findWaitingCall(state: DiscussionState, seat: string | undefined) {
  const waiting = state.openCalls.filter((call) => call.awaiting && !state.leftSeats.includes(call.seat))
  const isCalled = ({ seat: id }: OpenCall) => id === seat || getSeat(state, id).name === seat
  const found = seat === undefined ? waiting : waiting.filter(isCalled)
  const shown = pseudonymsFor(state, undefined)
  const names = waiting.map((call) => shown?.get(call.seat) ?? getSeat(state, call.seat).name)
  if (found.length === 1) return found[0]!
  if (waiting.length === 0) throw new ConclaveError("STATE_INVALID", "the discussion is not waiting for an answer")
  if (seat === undefined) throw invalidField("seat", `name the seat that answers: ${names.join(", ")}`)
  throw new ConclaveError("STATE_INVALID", `it is not the turn of "${seat}"; waiting for: ${names.join(", ")}`)
}
