import type { z } from "zod"
import type { SeatQuestion } from "../core/discussion/seat-question.ts"
import type { PublicDiscussion } from "../core/public/types.ts"
import { isOver } from "../core/public/view.ts"
import { steeringOperations } from "../operations/steering.ts"
import { type ApiFetch, callApi } from "./api.ts"
import { cutToTokens, upperTokenEstimate } from "./fit.ts"
import { seatResult, takeTurnInput } from "./schemas.ts"
import { addTool, type ToolContext } from "./tool.ts"
import { pathOf } from "./wait-for-discussion.ts"

type SeatResult = z.input<typeof seatResult>

/** The response of `GET …/seats/{seat}/prompt`. */
interface SeatPromptResponse {
  readonly discussionId: string
  readonly status: SeatResult["status"]
  readonly seat: { readonly id: string }
  readonly question: (SeatQuestion & { readonly callId: string; purpose: string; until: string | null }) | null
  readonly prompt: { readonly rules: string; readonly transcript: readonly string[]; readonly ask: string } | null
}

export function fetchSeatPrompt(fetch: ApiFetch, id: string, seat: string, wait = 0, signal?: AbortSignal) {
  const path = `${pathOf(id)}/seats/${encodeURIComponent(seat)}/prompt?wait=${wait}`
  return callApi<SeatPromptResponse>(fetch, "GET", path, signal ? { signal } : {})
}

export function addSeatTools(context: ToolContext): void {
  addTool(context, {
    operation: steeringOperations.takeTurn,
    usage:
      "Use it to take part yourself: without content it waits until your seat is asked, and returns the question, the expected form of the answer and an example; with content it submits your turn, vote or pass, and waits for the next question.",
    input: takeTurnInput,
    output: seatResult,
    run: async ({ id, seat, content, wait }, { signal }) => {
      const { fetch } = context
      if (content !== undefined) {
        await callApi(fetch, "POST", `${pathOf(id)}/turns`, { body: { content, seat } })
      }
      const own = seat ?? (await onlySeat(fetch, id))
      return present(await fetchSeatPrompt(fetch, id, own, wait, signal), context.maxTokens / 2)
    },
  })
}

/** The default seat: the only one that is not a model. */
async function onlySeat(fetch: ApiFetch, id: string): Promise<string> {
  const { discussion } = await callApi<{ discussion: PublicDiscussion }>(fetch, "GET", pathOf(id))
  const outside = discussion.seats.filter(({ kind }) => kind !== "model")
  // With several, a name that no seat has: the API's error then lists the seats.
  return outside.length === 1 ? outside[0]!.id : outside.map((seat) => seat.id).join(" or ") || "?"
}

function present({ discussionId, status, seat, question, prompt }: SeatPromptResponse, maxTokens: number): SeatResult {
  const whole = prompt && writePrompt(prompt, maxTokens)
  const asked = question && (({ callId: _, ...rest }) => rest)(question)
  const next = asked
    ? "Call take_turn with content to answer; the example shows the form."
    : isOver(status)
      ? `The discussion has ended. Call get_discussion with id ${discussionId} for the outcome.`
      : `${seat.id} is not asked anything yet. Call take_turn without content to keep waiting.`
  const { text = null, shortened = false } = whole ?? {}
  return { discussionId, status, seat: seat.id, question: asked, prompt: text, shortened, next }
}

/** The rules, the question, and as many of the latest transcript entries as fit. */
function writePrompt({ rules, transcript, ask }: NonNullable<SeatPromptResponse["prompt"]>, maxTokens: number) {
  const shownRules = cutToTokens(rules, maxTokens / 3)
  const shownAsk = cutToTokens(ask, maxTokens / 3)
  let left = maxTokens - upperTokenEstimate(shownRules) - upperTokenEstimate(shownAsk) - 300
  const shown: string[] = []
  for (const entry of transcript.toReversed()) {
    left -= upperTokenEstimate(entry)
    if (left < 0) break
    shown.unshift(entry)
  }
  const shortened = shown.length < transcript.length || shownRules !== rules || shownAsk !== ask
  const gap = shown.length < transcript.length ? ["[…]"] : []
  return { text: [shownRules, ...gap, ...shown, shownAsk].join("\n\n"), shortened }
}
