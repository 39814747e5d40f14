import { fold } from "../../core/discussion/fold.ts"
import type { Seat, SeatId } from "../../core/discussion/seat.ts"
import { stageSeats } from "../../core/discussion/seat-queries.ts"
import type { Table } from "../../core/discussion/table.ts"
import { isStageInRound } from "../../core/steps/rounds.ts"
import { estimateTokens } from "../../core/text.ts"
import type { Models } from "../../ports/model.ts"
import {
  assertMaterialsFit,
  type ContextWindow,
  describeModels,
  smallestWindow,
  tokensPerPrompt,
} from "./check-materials.ts"
import { type CreateDiscussionInput, resolveDiscussionTable } from "./create-discussion.ts"
import { firstEvents } from "./create-with-table.ts"

/** Average length of an answer; prompts ask models to be brief. */
const tokensPerAnswer = 400

/** Upper bound for a discussion without retries, computed before any model is called. */
export interface DiscussionEstimate {
  readonly rounds: number
  readonly seats: readonly { readonly name: string; readonly model: string | null; readonly calls: number }[]
  readonly calls: number
  readonly promptTokens: number
  readonly completionTokens: number
  /** Null if the price of any model is unknown. */
  readonly dollars: number | null
  readonly materials: readonly {
    readonly number: number
    readonly name: string
    readonly characters: number
    readonly tokens: number
  }[]
  /** The smallest known context window at the table. */
  readonly window: ContextWindow | null
}

type EstimateInput = Pick<CreateDiscussionInput, "request" | "defaults">

/** Validates a request as `createDiscussion` does and estimates its cost. */
export async function estimateDiscussion(input: EstimateInput, models: Models): Promise<DiscussionEstimate> {
  const table = resolveDiscussionTable({ ...input, discussionId: "estimate" }, models)
  const described = await describeModels(table, models)
  const window = smallestWindow(table, described)
  const materials = (table.materials ?? []).map(({ name, text }, index) => {
    return { number: index + 1, name, characters: text.length, tokens: estimateTokens(text) }
  })
  assertMaterialsFit(materials, window)
  const calls = estimateCalls(table)
  const asked = table.seats.filter(({ kind }) => kind === "model")
  const all = [...calls.values()].reduce((sum, count) => sum + count, 0)
  if (table.baseline) {
    const atTable = table.seats.reduce((sum, { id, kind }) => sum + (kind === "model" ? (calls.get(id) ?? 0) : 0), 0)
    calls.set(table.baseline.seat, (calls.get(table.baseline.seat) ?? 0) + atTable)
  }
  const shared = tokensPerPrompt + estimateTokens(table.topic) + materials.reduce((sum, { tokens }) => sum + tokens, 0)
  // On average a prompt holds half of the final transcript.
  const prompt = shared + Math.min((all * tokensPerAnswer) / 2, table.format.settings.historyMaxLength / 4)
  const costs = asked.map((seat) => {
    const price = described.get(seat.model!)?.price
    const count = calls.get(seat.id) ?? 0
    return price && (count * (prompt * price.input + tokensPerAnswer * price.output)) / 1_000_000
  })
  const count = asked.reduce((sum, { id }) => sum + (calls.get(id) ?? 0), 0)
  return {
    rounds: table.format.settings.rounds,
    seats: table.seats.map(({ id, name, model = null }) => ({ name, model, calls: calls.get(id) ?? 0 })),
    calls: count,
    promptTokens: Math.round(count * prompt),
    completionTokens: count * tokensPerAnswer,
    dollars: costs.includes(undefined) ? null : costs.reduce<number>((sum, cost) => sum + cost!, 0),
    materials,
    window,
  }
}

/** Calls per seat if all rounds are held and no call is retried. */
function estimateCalls(table: Table): Map<SeatId, number> {
  const state = fold("estimate", firstEvents(table, 0))
  const { stages, settings, closing } = table.format
  const calls = new Map<SeatId, number>()
  const add = ({ id }: Seat) => calls.set(id, (calls.get(id) ?? 0) + 1)
  for (let round = 1; round <= settings.rounds; round++) {
    for (const stage of stages) {
      if (isStageInRound(state, stage, round)) stageSeats(state, stage, round).forEach(add)
    }
  }
  const writer = table.seats.find(({ role }) => role === closing?.by)
  if (writer) add(writer)
  return calls
}
