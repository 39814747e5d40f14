import { z } from "zod"
import { publicSeat } from "../../core/discussion/seat.ts"
import { roundNumber } from "../../core/discussion/seat-queries.ts"
import type { Prompt } from "../../core/prompting/seat-view.ts"
import { hideNames, type Pseudonyms, pseudonymise, pseudonymsFor } from "../../core/public/pseudonymise.ts"
import { isoTime } from "../../core/text.ts"
import { getSeatPrompt, type SeatPrompt } from "../../engine/verbs/get-seat-prompt.ts"
import { waitSeconds } from "../../operations/common.ts"
import { seatParams } from "../../operations/steering.ts"
import { type Api, jsonContent } from "../api.ts"
import { seatPromptResponse } from "../schemas/responses.ts"

const seatPromptQuery = z.strictObject({
  wait: waitSeconds.describe("seconds to wait until the seat is asked something"),
})

export function seatRoutes(api: Api): void {
  api.routes("Seats", "/api/v1/discussions/{id}/seats/{seat}").get("/prompt", {
    operationId: "getSeatPrompt",
    summary: "Get a seat's question and prompt",
    description:
      "Everything that a model in this seat would get: persona, briefing, the transcript as far as the seat may see it, the question, its options, the form of the answer and an example. With `wait` the response is delayed until the seat is asked something. Answer with `POST …/turns`. `question` is null while the seat is not asked anything; if `status` is `completed`, `failed` or `aborted`, it stays null.",
    scope: "discuss",
    forSeatKeys: true,
    params: seatParams,
    query: seatPromptQuery,
    errors: [409],
    responses: { 200: jsonContent(seatPromptResponse, "The question and the prompt") },
    handle: async ({ request, services: { engine, placeOf }, params, query }) => {
      const input = { discussionId: params.id, seat: params.seat, seconds: query.wait, signal: request.signal }
      const found = await getSeatPrompt({ context: engine, input })
      const { id, status } = found.state
      const isQueued = status === "running" && (await placeOf?.(id)) !== undefined
      return { ...presentSeatPrompt(found, params.seat), ...(isQueued && { status: "queued" }) }
    },
  })
}

/** A client that names the seat by its pseudonym does not get its real name. */
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
