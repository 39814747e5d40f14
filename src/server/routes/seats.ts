import { publicSeat } from "../../core/discussion/seat.ts"
import { roundNumber } from "../../core/discussion/seat-queries.ts"
import type { Prompt } from "../../core/prompting/seat-view.ts"
import { hideNames, type Pseudonyms, pseudonymise, pseudonymsFor } from "../../core/public/pseudonymise.ts"
import { isoTime } from "../../core/text.ts"
import { getSeatPrompt, type SeatPrompt } from "../../engine/verbs/get-seat-prompt.ts"
import { seatParams } from "../../operations/steering.ts"
import { type Api, jsonContent } from "../api.ts"
import { seatPromptQuery } from "../schemas/requests.ts"
import { seatPromptResponse } from "../schemas/responses.ts"

export function seatRoutes(api: Api): void {
  api.routes("Seats", "/api/v1/discussions/{id}/seats/{seat}").get("/prompt", {
    operationId: "getSeatPrompt",
    summary: "Get what a seat is asked",
    description:
      "All that a model in this seat would be given: persona, briefing, the transcript as the seat may see it, the question, its options, the form of the answer and an example. With `wait` the answer comes as soon as the seat is asked something. Answer with `POST …/turns`. `question` is null while nothing is asked, and for good where `status` is `completed`, `failed` or `aborted`.",
    scope: "discuss",
    forSeatKeys: true,
    params: seatParams,
    query: seatPromptQuery,
    errors: [409],
    responses: { 200: jsonContent(seatPromptResponse, "What the seat is asked") },
    handle: async ({ request, services: { engine, placeOf }, params, query }) => {
      const input = { discussionId: params.id, seat: params.seat, seconds: query.wait, signal: request.signal }
      const found = await getSeatPrompt({ context: engine, input })
      const { id, status } = found.state
      const isQueued = status === "running" && (await placeOf?.(id)) !== undefined
      return Response.json({ ...presentSeatPrompt(found, params.seat), ...(isQueued && { status: "queued" }) })
    },
  })
}

/** Whoever asks for a seat by its pseudonym does not learn its name either. */
function presentSeatPrompt({ state, seat, asked }: SeatPrompt, called: string) {
  const isByName = called === seat.id || called === seat.name
  const names = pseudonymsFor(state, isByName ? seat.id : undefined) ?? new Map()
  const { persona = null, briefing = null } = seat
  return {
    discussionId: state.id,
    status: state.status,
    round: roundNumber(state),
    seat: { ...pseudonymise(publicSeat(seat), names), persona, briefing },
    question: asked ? pseudonymise(presentQuestion(asked), names) : null,
    prompt: asked ? withoutNames(asked.prompt, names) : null,
  }
}

function withoutNames({ rules, transcript, ask }: Prompt, names: Pseudonyms): Prompt {
  const hide = (text: string) => hideNames(text, names)
  return { rules: hide(rules), transcript: transcript.map(hide), ask: hide(ask) }
}

function presentQuestion({ call: { id: callId, purpose, until }, question }: NonNullable<SeatPrompt["asked"]>) {
  return { callId, purpose, until: until === undefined ? null : isoTime(until), ...question }
}
