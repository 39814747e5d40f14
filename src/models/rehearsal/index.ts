import { ConclaveError } from "../../core/errors.ts"
import { charactersPerToken, estimateUsage, type SeatView, sourceOf } from "../../core/prompting/seat-view.ts"
import type { Model, ModelCall, ModelPart } from "../../ports/model.ts"
import { en, type Phrases } from "./phrases/en.ts"
import { sceneOf } from "./scene.ts"
import { chance, choiceOf, descriptions, structuredIds, temperamentIds } from "./temperaments.ts"
import { synthesis, turn } from "./turn.ts"

export interface RehearsalModelInfo {
  readonly name: string
  readonly description: string
  readonly structured: boolean
}

export const rehearsalModelsInfo: readonly RehearsalModelInfo[] = [
  ...temperamentIds.map((id) => ({
    name: `rehearsal/${id}`,
    description: descriptions[id],
    structured: structuredIds.includes(id),
  })),
  { name: "rehearsal/auto", description: "one of these, chosen by seat and seed", structured: false },
]

export const rehearsalNames: readonly string[] = rehearsalModelsInfo.map(({ name }) => name)

/** A built-in model by its name. With `pause` it streams at a readable pace, without it at once. */
export function rehearsalModel(name: string, options: { readonly pause?: Pause } = {}): Model | undefined {
  const info = rehearsalModelsInfo.find((one) => one.name === name)
  if (info === undefined) return undefined
  const { structured } = info
  return {
    id: name,
    structured,
    stream(call, signal) {
      const view = sourceOf(call.prompt)
      if (!view) throw new ConclaveError("STATE_INVALID", "A rehearsal model answers only in discussions and squads.")
      return spoken({ compose: () => compose(view, { id: name, structured }), call, signal, pause: options.pause })
    },
  }
}

export type Pause = (ms: number, signal: AbortSignal) => Promise<void>

/** Splits the text into chunks of a few words. */
function chunksOf(text: string): readonly string[] {
  return text.match(/[\s\S]{1,4}[^\s\p{Script=Han}]{0,14}\s*/gu) ?? []
}

/** Cuts the text at the token limit. The caller cuts at stop sequences. */
function limited(text: string, { maxTokens }: ModelCall): { text: string; reason: "stop" | "length" } {
  const maxLength = Math.max(1, Math.floor(maxTokens)) * charactersPerToken
  if (text.length <= maxLength) return { text, reason: "stop" }
  const cut = text.slice(0, maxLength).toWellFormed()
  return { text: cut.replace(/\uFFFD$/, ""), reason: "length" }
}

async function* spoken(options: {
  compose: () => Promise<string>
  call: ModelCall
  signal: AbortSignal
  pause: Pause | undefined
}): AsyncGenerator<ModelPart> {
  const { call, signal, pause } = options
  const { text, reason } = limited(await options.compose(), call)
  for (const [index, chunk] of chunksOf(text).entries()) {
    await pause?.(15 + choiceOf(31, index, text.length), signal)
    if (signal.aborted) throw new ConclaveError("ABORTED", "The rehearsal model was interrupted.")
    yield { type: "text", text: chunk }
  }
  yield { type: "finish", reason, usage: estimateUsage(call.prompt, text) }
}

/** The candidate with the fewest turns who did not speak last. */
function nextSpeaker(view: SeatView, candidates: readonly string[]): string {
  const turns = view.entries.slice(-40).flatMap((entry) => (entry.kind === "turn" ? [entry.turn.seat] : []))
  const weight = (id: string) =>
    turns.filter((seat) => seat === id).length +
    (id === turns.at(-1) ? 100 : 0) +
    chance("next", view.seed, view.round, id) * 0.9
  const [chosen] = candidates.toSorted((a, b) => weight(a) - weight(b))
  return chosen === undefined ? "" : view.shownName(chosen)
}

/** `es-MX` and `zh_CN` map to es and zh; languages without phrases fall back to English. */
export async function phrasesFor(language: string): Promise<Phrases> {
  const base = language.trim().toLowerCase().split(/[-_]/, 1)[0]
  if (base === "es") return (await import("./phrases/es.ts")).es
  return base === "zh" ? (await import("./phrases/zh.ts")).zh : en
}

/** A rehearsal model's reply, a pure function of the view. Votes and records are loaded on demand. */
export async function compose(
  view: SeatView,
  model: { readonly id: string; readonly structured: boolean },
): Promise<string> {
  if (view.ask.kind === "choose") return nextSpeaker(view, view.ask.candidates)
  const scene = sceneOf(view, await phrasesFor(view.seat.language ?? view.language), model.id)
  switch (view.ask.kind) {
    case "turn":
      return turn(scene)
    case "synthesis":
      return synthesis(scene)
    case "vote":
      return (await import("./ballot.ts")).ballot(scene, model.structured)
    case "result": {
      const { sampleResult } = await import("./decision-record.ts")
      return JSON.stringify(sampleResult(view.ask.schema, scene.mine.plan))
    }
    case "record":
      return (await import("./decision-record.ts")).decisionRecord(scene, view.ask.turns, model.structured)
  }
}
