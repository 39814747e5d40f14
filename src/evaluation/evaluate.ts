import { type ProtocolName, protocolNames } from "../core/discussion/vote.ts"
import { protocols } from "../core/protocols/index.ts"
import type { NormalizedVote } from "../core/protocols/protocol.ts"
import { seededRandom, shuffled } from "../core/random.ts"
import { learnWeights, type Weights, weightsFor } from "./learn-weights.ts"
import type { RecordedAnswer, RecordedAnswers } from "./recorded-answers.ts"

/** How often each way to decide was right on questions that nothing was learned from, as shares of 1. */
export interface PanelResult {
  readonly size: number
  readonly models: readonly string[]
  /** Answers name one option, so that approval, Borda and run-off have nothing to go by but that. */
  readonly protocols: Readonly<Record<EvaluatedProtocol, number>>
  /** Weighted by category where there was enough to learn from, and by model elsewhere. */
  readonly calibrated: number
  /** At least one of them had it right: no way to decide could do better. */
  readonly oracle: number
}

/** Recorded answers have no chair. */
export type EvaluatedProtocol = Exclude<ProtocolName, "chair">

export const evaluatedProtocols = protocolNames.filter(
  (name) => protocols[name].decides !== "chair",
) as readonly EvaluatedProtocol[]

export interface Evaluation {
  readonly source: string
  readonly seed: number
  readonly learnedFrom: number
  readonly judgedOn: number
  /** The model that was best on what is judged, known only afterwards. */
  readonly bestSingle: { readonly model: string; readonly accuracy: number }
  readonly panels: readonly PanelResult[]
}

interface EvaluateOptions {
  readonly seed?: number
  readonly sizes?: readonly number[]
}

/**
 * Learns on one half of the answers and judges on the other. A panel of a size are those models that were best on the
 * half that was learned from.
 */
export function evaluate(recorded: RecordedAnswers, { seed = 1, sizes }: EvaluateOptions = {}): Evaluation {
  const { models, answers, source } = recorded
  const { learning, judged } = splitInHalves(answers, seed)
  const all = models.map((_, model) => model)
  const skill = all.map((model) => accuracyOf(learning, model))
  const ranked = all.toSorted((a, b) => skill[b]! - skill[a]!)
  const best = all.reduce((one, other) => (accuracyOf(judged, other) > accuracyOf(judged, one) ? other : one))
  const panelSizes = sizes ?? all.map((index) => index + 1).filter((size) => size >= Math.min(3, all.length))
  return {
    source,
    seed,
    learnedFrom: learning.length,
    judgedOn: judged.length,
    bestSingle: { model: models[best]!, accuracy: accuracyOf(judged, best) },
    panels: panelSizes.map((size) => {
      const panel = ranked.slice(0, size)
      return { size, models: panel.map((model) => models[model]!), ...evaluatePanel(learning, judged, panel, skill) }
    }),
  }
}

/** Two halves by chance, the same for the same seed. */
export function splitInHalves<T>(
  answers: readonly T[],
  seed: number,
): { learning: readonly T[]; judged: readonly T[] } {
  const mixed = shuffled(answers, seededRandom(seed, "split"))
  const half = Math.floor(mixed.length / 2)
  return { learning: mixed.slice(0, half), judged: mixed.slice(half) }
}

function evaluatePanel(
  learning: readonly RecordedAnswer[],
  judged: readonly RecordedAnswer[],
  panel: readonly number[],
  skill: readonly number[],
): Omit<PanelResult, "size" | "models"> {
  const weights = learnWeights(learning, panel)
  const votes = { panel, skill, weights: { ...weights, categories: {} } }
  const rate = (protocol: EvaluatedProtocol, by: PanelVotes = votes) =>
    share(judged, (answer) => winnerOf(protocol, answer, by) === answer.right)
  const rates = evaluatedProtocols.map((protocol) => [protocol, rate(protocol)] as const)
  return {
    protocols: Object.fromEntries(rates) as Record<EvaluatedProtocol, number>,
    calibrated: rate("weighted", { ...votes, weights }),
    oracle: share(judged, (answer) => panel.some((model) => answer.given[model] === answer.right)),
  }
}

interface PanelVotes {
  readonly panel: readonly number[]
  readonly skill: readonly number[]
  readonly weights: Weights
}

/** Counted by the very protocols that discussions are decided by. Each is as sure as it was right where we learned. */
function winnerOf(protocol: EvaluatedProtocol, answer: RecordedAnswer, { panel, skill, weights }: PanelVotes): number {
  const papers = panel.map((model, place): NormalizedVote => {
    const given = answer.given[model]!
    const ranking = given < 0 ? [] : [String(given)]
    return { seat: String(place), ranking, approved: ranking, confidence: skill[model]! * 100, unreadable: given < 0 }
  })
  const options = [...new Set(papers.flatMap((paper) => paper.ranking))]
  const byRole = Object.fromEntries(weightsFor(weights, answer.category).map((weight, place) => [place, weight]))
  return Number(
    protocols[protocol].count(papers, options, { agreement: "all", minConfidence: 0, weights: byRole }).winner,
  )
}

function accuracyOf(answers: readonly RecordedAnswer[], model: number): number {
  return share(answers, ({ given, right }) => given[model] === right)
}

function share(answers: readonly RecordedAnswer[], holds: (answer: RecordedAnswer) => boolean): number {
  return answers.filter(holds).length / answers.length
}
