import { ConclaveError } from "../../core/errors.ts"
import { charactersPerToken, estimateUsage, type SeatView, sourceOf } from "../../core/prompting/seat-view.ts"
import type { Model, ModelCall, ModelPart } from "../../ports/model.ts"
import { en, type Phrases } from "./phrases/en.ts"
import { sceneOf } from "./scene.ts"
import { chance, descriptions, diceFrom, structuredIds, temperamentIds } from "./temperaments.ts"
import { synthesis, turn } from "./turn.ts"

export const rehearsalModelsInfo = [
  ...temperamentIds.map((id) => ({
    name: `rehearsal/${id}`,
    description: descriptions[id],
    structured: structuredIds.includes(id),
  })),
  { name: "rehearsal/auto", description: "one of these, chosen by seat and seed", structured: false },
]

export const rehearsalNames: readonly string[] = rehearsalModelsInfo.map(({ name }) => name)

export type Pause = (ms: number, signal: AbortSignal) => Promise<void>

/** A few words each. */
const chunks = /[\s\S]{1,4}[^\s\p{Script=Han}]{0,14}\s*/gu

/** A built-in model by its name. With `pause` it streams at a readable pace, without it at once. */
export function rehearsalModel(name: string, { pause }: { readonly pause?: Pause } = {}): Model | undefined {
  const info = rehearsalModelsInfo.find((one) => one.name === name)
  if (info === undefined) return undefined
  const model = { id: name, structured: info.structured }

  /** Observes the token limit. The caller cuts at stop sequences. */
  async function* reply(view: SeatView, call: ModelCall, signal: AbortSignal): AsyncGenerator<ModelPart> {
    const whole = await compose(view, model)
    const maxLength = Math.max(1, Math.floor(call.maxTokens)) * charactersPerToken
    const isCut = whole.length > maxLength
    const cut = whole.slice(0, maxLength).toWellFormed()
    const text = isCut ? cut.replace(/\uFFFD$/, "") : whole
    for (const [index, [chunk]] of [...text.matchAll(chunks)].entries()) {
      await pause?.(15 + diceFrom(index, text.length).below(31), signal)
      if (signal.aborted) throw new ConclaveError("ABORTED", "The rehearsal model was interrupted.")
      yield { type: "text", text: chunk }
    }
    yield { type: "finish", reason: isCut ? "length" : "stop", usage: estimateUsage(call.prompt, text) }
  }

  return {
    ...model,
    stream(call, signal) {
      const view = sourceOf(call.prompt)
      if (!view) throw new ConclaveError("STATE_INVALID", "A rehearsal model answers only in discussions and squads.")
      return reply(view, call, signal)
    },
  }
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
export async function compose(view: SeatView, model: Pick<Model, "id" | "structured">): Promise<string> {
  if (view.ask.kind === "choose") return nextSpeaker(view, view.ask.candidates)
  const scene = sceneOf(view, await phrasesFor(view.seat.language ?? view.language), model.id)
  switch (view.ask.kind) {
    case "turn":
      return turn(scene)
    case "synthesis":
      return synthesis(scene)
    case "vote":
      return (await import("./ballot.ts")).ballot(scene, view.ask, model.structured)
    case "result":
      return JSON.stringify((await import("./decision-record.ts")).sampleResult(view.ask.schema, scene.mine.plan))
    case "record":
      return (await import("./decision-record.ts")).decisionRecord(scene, view.ask.turns, model.structured)
  }
}
