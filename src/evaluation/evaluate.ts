import { findProtocol, protocolNames } from "../core/protocols/index.ts"
import type { NormalizedVote } from "../core/protocols/protocol.ts"
import { seededRandom, shuffled } from "../core/random.ts"
import { learnWeights, type Weights, weightsFor } from "./learn-weights.ts"
import { type RecordedAnswer, type RecordedAnswers, selectModels } from "./recorded-answers.ts"

/** Accuracy of each voting method on held-out questions, as shares of 1. */
interface PanelResult {
  readonly size: number
  readonly models: readonly string[]
  /** Recorded answers name one option only, so approval, Borda and run-off have no further preferences to count. */
  readonly protocols: Readonly<Record<EvaluatedProtocol, number>>
  /** With learned weights: by category if these proved better, and following the best model if votes did not. */
  readonly calibrated: number
  readonly follows: Weights["follows"]
  /** Share of questions that at least one model answered correctly: the upper bound for any voting method. */
  readonly oracle: number
}

/** Every protocol except `chair`: recorded answers have no chair. */
export type EvaluatedProtocol = Exclude<(typeof protocolNames)[number], "chair">

const evaluatedProtocols = protocolNames.filter(
  (name) => findProtocol(name).decides !== "chair",
) as readonly EvaluatedProtocol[]

export interface Evaluation {
  readonly source: string
  readonly seed: number
  readonly learnedFrom: number
  readonly judgedOn: number
  /** The most accurate model on the judged answers, known only in hindsight. */
  readonly bestSingle: { readonly model: string; readonly accuracy: number }
  readonly panels: readonly PanelResult[]
}

interface EvaluateOptions {
  readonly seed?: number | undefined
  readonly sizes?: readonly number[] | undefined
  /** Answers of the same models to judge on. Default: judge on one half of the answers and learn from the other. */
  readonly judgeOn?: RecordedAnswers | undefined
}

/** Learns from one part of the answers and judges on another. Each panel has the most accurate models of the first part. */
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

/** Splits one file into halves, unless a second file to judge on is given. */
export function learningAndJudged(
  { models, answers }: RecordedAnswers,
  seed: number,
  judgeOn?: RecordedAnswers,
): LearningAndJudged {
  if (judgeOn) return { learning: answers, judged: selectModels(judgeOn, models).answers }
  return splitInHalves(answers, seed)
}

/** Splits the answers into random halves, reproducible by seed. */
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

/** Counts with the protocols of real discussions. A vote's confidence is its model's accuracy on the learning part. */
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

/** Writes an evaluation as a text table in percent: one line per panel size, with the best single model for comparison. */
export function writeEvaluation(evaluation: Evaluation): string {
  const { source, seed, learnedFrom, judgedOn, bestSingle, panels } = evaluation
  const heading = ["panel", "best single", ...evaluatedProtocols, "calibrated", "oracle"]
  const rows = panels.map((panel) => [
    String(panel.size),
    percent(bestSingle.accuracy),
    ...evaluatedProtocols.map((protocol) => percent(panel.protocols[protocol])),
    percent(panel.calibrated),
    percent(panel.oracle),
  ])
  const lines = [heading, ...rows].map((cells) =>
    cells.map((cell, index) => cell.padStart(heading[index]!.length)).join("  "),
  )
  return [
    source,
    `learned from ${learnedFrom} answers, judged on ${judgedOn} others (seed ${seed}); best single: ${bestSingle.model}`,
    "",
    ...lines,
    "",
  ].join("\n")
}

function percent(share: number): string {
  return (share * 100).toFixed(1)
}
