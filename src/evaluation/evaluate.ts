import { findProtocol, protocolNames } from "../core/protocols/index.ts"
import type { NormalizedVote } from "../core/protocols/protocol.ts"
import { seededRandom, shuffled } from "../core/random.ts"
import { learnWeights, type Weights, weightsFor } from "./learn-weights.ts"
import { type RecordedAnswer, type RecordedAnswers, selectModels } from "./recorded-answers.ts"

/** How often each way to decide was right on questions that nothing was learned from, as shares of 1. */
interface PanelResult {
  readonly size: number
  readonly models: readonly string[]
  /** Answers name one option, so that approval, Borda and run-off have nothing to go by but that. */
  readonly protocols: Readonly<Record<EvaluatedProtocol, number>>
  /** Weighted as learned: by category where that was found to be better, by the best one alone where votes were not. */
  readonly calibrated: number
  readonly follows: Weights["follows"]
  /** At least one of them had it right: no way to decide could do better. */
  readonly oracle: number
}

/** Recorded answers have no chair. */
export type EvaluatedProtocol = Exclude<(typeof protocolNames)[number], "chair">

export const evaluatedProtocols = protocolNames.filter(
  (name) => findProtocol(name).decides !== "chair",
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
  readonly seed?: number | undefined
  readonly sizes?: readonly number[] | undefined
  /** Judge on these answers of the same models, and learn from all the others; else each is a half of one file. */
  readonly judgeOn?: RecordedAnswers | undefined
}

/** Learns on one part of the answers and judges on another. A panel of a size are those models that were best on the first. */
export function evaluate(recorded: RecordedAnswers, { seed = 1, sizes, judgeOn }: EvaluateOptions = {}): Evaluation {
  const { models, source } = recorded
  const { learning, judged } = learningAndJudged(recorded, seed, judgeOn)
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

export interface LearningAndJudged {
  readonly learning: readonly RecordedAnswer[]
  readonly judged: readonly RecordedAnswer[]
}

/** Two files, or the two halves of one. */
export function learningAndJudged(
  { models, answers }: RecordedAnswers,
  seed: number,
  judgeOn?: RecordedAnswers,
): LearningAndJudged {
  if (judgeOn) return { learning: answers, judged: selectModels(judgeOn, models).answers }
  return splitInHalves(answers, seed)
}

/** Two halves by chance, the same for the same seed. */
export function splitInHalves(answers: readonly RecordedAnswer[], seed: number): LearningAndJudged {
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
    follows: weights.follows,
    oracle: share(judged, (answer) => panel.some((model) => answer.given[model] === answer.right)),
  }
}

export interface PanelVotes {
  readonly panel: readonly number[]
  readonly skill: readonly number[]
  readonly weights: Weights
}

/** Counted by the very protocols that discussions are decided by. Each is as sure as it was right where we learned. */
export function winnerOf(
  protocol: EvaluatedProtocol,
  answer: RecordedAnswer,
  { panel, skill, weights }: PanelVotes,
): number {
  const votes = panel.map((model, seat): NormalizedVote => {
    const given = answer.given[model]!
    const ranking = given < 0 ? [] : [String(given)]
    return { seat: String(seat), ranking, approved: ranking, confidence: skill[model]! * 100, unreadable: given < 0 }
  })
  const options = Array.from({ length: answer.options }, (_, option) => String(option))
  const bySeat = Object.fromEntries(weightsFor(weights, answer.category).map((weight, seat) => [seat, weight]))
  const rule = { agreement: "all", minConfidence: 0, weights: bySeat, places: weights.places } as const
  return Number(findProtocol(protocol).count(votes, options, rule).winner)
}

export function accuracyOf(answers: readonly RecordedAnswer[], model: number): number {
  return share(answers, ({ given, right }) => given[model] === right)
}

function share(answers: readonly RecordedAnswer[], holds: (answer: RecordedAnswer) => boolean): number {
  return answers.filter(holds).length / answers.length
}
