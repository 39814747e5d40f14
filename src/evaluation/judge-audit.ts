import type { DiscussionState } from "../core/discussion/state.ts"
import type { DiscussionInput } from "../core/tables/discussion-request.ts"
import { namedOption } from "./judge-answer.ts"
import type { EvalQuestion } from "./questions.ts"
import type { ResultCache } from "./result-cache.ts"
import type { EvaluatedAnswer } from "./run-evaluation.ts"
import { correlation, mean } from "./statistics.ts"

/** One model's judgement of the same answers in two orders. */
export interface Judgement {
  /** The id of the question. */
  readonly question: string
  readonly judge: string
  /** `score`: scores all answers on a ballot. `chair`: names one answer in its closing text. */
  readonly kind: "score" | "chair"
  readonly candidates: readonly { readonly model: string; readonly length: number; readonly isRight: boolean }[]
  /** Scores from 0 to 10 in the order of the candidates; a chair gives 10 to the answer it names and 0 to the others. */
  readonly inOrder: readonly number[]
  /** The scores when shown in reverse, but listed in the order of the candidates. */
  readonly reversed: readonly number[]
}

/** How much a judge depends on order, length and authorship, which should not matter. */
export interface JudgeAudit {
  readonly judge: string
  readonly kind: Judgement["kind"]
  readonly judged: number
  /** Share of questions where no answer wins in both orders. */
  readonly changesWithOrder: number
  /** Mean score (of 10) in the first half of the order minus the score of the same answer in the second half. */
  readonly firstPlaceBonus: number
  /** Correlation of length and score among the answers to one question; undefined if either is constant. */
  readonly lengthCorrelation: number | undefined
  /** Mean score (of 10) of the judge's own answers minus the scores that other judges give them. */
  readonly selfPreference: number | undefined
  /** Share of questions with a right candidate where the judge's winner is right; in a tie, the share of right winners. */
  readonly accuracy: number | undefined
}

/** Several answers must fit the judge's context window. */
const maxCandidateLength = 10_000
const kinds = ["score", "chair"] as const

interface AuditOptions {
  readonly question: EvalQuestion
  readonly singles: Readonly<Record<string, EvaluatedAnswer>>
  readonly models: readonly string[]
  readonly judge: (input: DiscussionInput) => Promise<DiscussionState>
  readonly cache: ResultCache
  readonly seed: number
}

/** Has every model judge the answers that the models gave alone, in both orders: once with scores, once as a chair. */
export async function auditQuestion(options: AuditOptions): Promise<readonly Judgement[]> {
  const { question, singles, models, judge, cache, seed } = options
  const candidates = Object.entries(singles)
    .map(([model, { words, isRight }]) => ({ model, isRight, text: (words ?? "").slice(0, maxCandidateLength) }))
    .filter(({ text }, index, all) => text !== "" && all.findIndex((one) => one.text === text) === index)
  if (candidates.length < 2) return []
  const texts = candidates.map(({ text }) => text)
  const judgements: Judgement[] = []
  for (const kind of kinds) {
    for (const model of models) {
      const ask = async (shown: readonly string[]): Promise<readonly number[] | undefined> => {
        const input = judgeInput(question, kind, model, shown, seed)
        const cached = cache.get<{ scores: readonly number[] | null }>(input)
        if (cached) return cached.scores ?? undefined
        const scores = scoresIn(await judge(input), kind)
        cache.set(input, { scores: scores ?? null })
        return scores
      }
      const inOrder = await ask(texts)
      const reversed = (await ask(texts.toReversed()))?.toReversed()
      if (!inOrder || !reversed) continue
      const shown = candidates.map(({ model, isRight, text }) => ({ model, isRight, length: text.length }))
      judgements.push({ question: question.id, judge: model, kind, candidates: shown, inOrder, reversed })
    }
  }
  return judgements
}

function judgeInput(
  { question }: EvalQuestion,
  kind: Judgement["kind"],
  model: string,
  answers: readonly string[],
  seed: number,
): DiscussionInput {
  const options = answers.map((_, at) => `${String.fromCharCode("A".charCodeAt(0) + at)}) answer ${at + 1}`)
  const topic = `${question}\n\nWhich of the answers is best?`
  const materials = answers.map((text, at) => ({ name: options[at]!, text }))
  const shared = { format: "panel", topic, materials, seed, record: false } as const
  if (kind === "score") {
    const decision = { protocol: "score", options } as const
    return { ...shared, seats: [{ name: "Judge", model }], options: { rounds: 1 }, decision }
  }
  const seats = [
    { name: "Reader", model },
    { name: "Chair", role: "chair", model },
  ]
  return { ...shared, seats, options: { rounds: 1 }, decision: { protocol: "chair", options } }
}

/** Scores in the order of the options; undefined if the judgement is unreadable. */
function scoresIn(state: DiscussionState, kind: Judgement["kind"]): readonly number[] | undefined {
  const { choices: options, language } = state.table
  if (kind === "score") {
    const scores = state.ballots.at(-1)?.votes[0]?.scores
    return scores && options.map((shown) => scores.find(({ option }) => option === shown)?.score ?? 0)
  }
  const written = state.turns.findLast(({ purpose, passed }) => purpose === "synthesis" && !passed)?.content
  const named = written === undefined ? undefined : namedOption(written, options, language)
  return named === undefined ? undefined : options.map((_, at) => (at === named ? 10 : 0))
}

/** One audit for each judge and kind of judgement. */
export function auditJudges(judgements: readonly Judgement[]): readonly JudgeAudit[] {
  const groups = Map.groupBy(judgements, ({ judge, kind }) => `${kind}/${judge}`)
  return [...groups.values()].map((own): JudgeAudit => {
    const { judge, kind } = own[0]!
    const withRightAnswer = own.filter(({ candidates }) => candidates.some(({ isRight }) => isRight))
    return {
      ...{ judge, kind, judged: own.length },
      changesWithOrder: mean(own.map(changesWinner)),
      firstPlaceBonus: mean(own.flatMap(positionBonuses)),
      lengthCorrelation: correlation(own.flatMap(lengthsAndScores)),
      selfPreference: selfPreference(own, judgements),
      accuracy: withRightAnswer.length === 0 ? undefined : mean(withRightAnswer.map(shareOfRightWinners)),
    }
  })
}

/** For each answer, its score in the first half minus its score in the second half. */
function positionBonuses({ inOrder, reversed }: Judgement): readonly number[] {
  const middle = (inOrder.length - 1) / 2
  return inOrder.flatMap((score, at) =>
    at < middle ? [score - reversed[at]!] : at > middle ? [reversed[at]! - score] : [],
  )
}

/** Differences from the question's means, so that a question with long answers and high scores does not count as bias. */
function lengthsAndScores(judgement: Judgement): readonly (readonly [number, number])[] {
  const scores = averaged(judgement)
  const [length, score] = [mean(judgement.candidates.map((one) => one.length)), mean(scores)]
  return judgement.candidates.map((one, at) => [one.length - length, scores[at]! - score] as const)
}

function selfPreference(own: readonly Judgement[], all: readonly Judgement[]): number | undefined {
  const differences = own.flatMap((judgement) => {
    const at = judgement.candidates.findIndex(({ model }) => model === judgement.judge)
    const others = all.filter(
      ({ kind, judge, question }) =>
        kind === judgement.kind && judge !== judgement.judge && question === judgement.question,
    )
    if (at < 0 || others.length === 0) return []
    return [averaged(judgement)[at]! - mean(others.map((one) => averaged(one)[at]!))]
  })
  return differences.length === 0 ? undefined : mean(differences)
}

function averaged({ inOrder, reversed }: Judgement): readonly number[] {
  return inOrder.map((score, at) => (score + reversed[at]!) / 2)
}

function changesWinner({ inOrder, reversed }: Judgement): number {
  const again = winnersOf(reversed)
  return winnersOf(inOrder).some((winner) => again.includes(winner)) ? 0 : 1
}

function shareOfRightWinners(judgement: Judgement): number {
  return mean(winnersOf(averaged(judgement)).map((at) => Number(judgement.candidates[at]!.isRight)))
}

/** The answers with the highest score: several in a tie. */
function winnersOf(scores: readonly number[]): readonly number[] {
  const highest = Math.max(...scores)
  return scores.flatMap((score, at) => (score === highest ? at : []))
}
