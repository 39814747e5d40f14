import type { Spent } from "./evaluation-budget.ts"
import { auditJudges, type JudgeAudit } from "./judge-audit.ts"
import type { EvaluatedAnswer, EvaluatedQuestion, EvaluationRun } from "./run-evaluation.ts"
import { type Interval, mean, pairedInterval, shareInterval } from "./statistics.ts"

/** Accuracy and cost of one way to get an answer. */
export interface ArmSummary {
  readonly arm: "table" | "best single" | "best single, as many calls"
  /** Number of questions asked this way; fewer if the budget ran out. */
  readonly questions: number
  readonly accuracy: Interval
  /** Mean per question, as are tokens and dollars. */
  readonly calls: number
  readonly tokens: number
  /** US dollars; absent if the price of any call is unknown. */
  readonly dollars?: number
}

export interface GroupSummary {
  /** A category, or `all`. */
  readonly category: string
  readonly questions: number
  readonly arms: readonly ArmSummary[]
  readonly gains: readonly GainSummary[]
}

/** Accuracy of the table minus that of another arm on the questions that both answered, as a share of 1. */
export interface GainSummary {
  readonly against: ArmSummary["arm"]
  readonly questions: number
  readonly gain: Interval
}

export interface EvaluationReport {
  readonly title: string
  readonly seed: number
  readonly best: string
  /** Accuracy of every model alone. */
  readonly models: readonly { readonly model: string; readonly accuracy: Interval }[]
  /** All questions first, then one group per category if there are several. */
  readonly groups: readonly GroupSummary[]
  readonly asked: number
  readonly answered: number
  readonly failed: EvaluationRun["failed"]
  readonly stopped?: "budget"
  /** Cost of this run, without cached results. */
  readonly spent: Spent
  /** Absent if the run has no judgements. */
  readonly audit?: readonly JudgeAudit[]
  readonly questions: readonly QuestionResult[]
}

interface QuestionResult {
  readonly id: string
  readonly category: string
  readonly right: string
  readonly table: string | null
  readonly singles: Readonly<Record<string, string | null>>
  readonly repeated: string | null
}

const arms: readonly {
  readonly arm: ArmSummary["arm"]
  readonly of: (one: EvaluatedQuestion, best: string) => EvaluatedAnswer | undefined
}[] = [
  { arm: "table", of: ({ table }) => table },
  { arm: "best single", of: ({ singles }, best) => singles[best] },
  { arm: "best single, as many calls", of: ({ repeated }) => repeated },
]

/** Summarizes a run: accuracy with intervals, gains on the same questions, cost, and the audit of the judges. */
export function summarizeEvaluation(
  run: EvaluationRun,
  { title, seed }: { title: string; seed: number },
): EvaluationReport {
  const { questions, best, models } = run
  const categories = [...Map.groupBy(questions, ({ question }) => question.category)]
  return {
    ...{ title, seed, best, asked: run.asked, answered: questions.length, failed: run.failed, spent: run.spent },
    ...(run.stopped && { stopped: run.stopped }),
    models: models
      .map((model) => {
        const right = questions.filter(({ singles }) => singles[model]?.isRight).length
        return { model, accuracy: shareInterval(right, questions.length) }
      })
      .toSorted((a, b) => b.accuracy.mean - a.accuracy.mean),
    groups: [
      summarizeGroup("all", questions, best),
      ...(categories.length > 1 ? categories.map(([category, own]) => summarizeGroup(category, own, best)) : []),
    ],
    ...(run.judgements && { audit: auditJudges(run.judgements) }),
    questions: questions.map(({ question, table, singles, repeated }) => ({
      ...{ id: question.id, category: question.category, right: question.answer },
      ...{ table: table.answer, repeated: repeated?.answer ?? null },
      singles: Object.fromEntries(Object.entries(singles).map(([model, { answer }]) => [model, answer])),
    })),
  }
}

function summarizeGroup(category: string, questions: readonly EvaluatedQuestion[], best: string): GroupSummary {
  const others = arms.slice(1)
  return {
    category,
    questions: questions.length,
    arms: arms.map(({ arm, of }) =>
      summarizeArm(
        arm,
        questions.flatMap((one) => of(one, best) ?? []),
      ),
    ),
    gains: others.map(({ arm, of }) => {
      const pairs = questions.flatMap((one) => {
        const other = of(one, best)
        return other ? [[one.table.isRight, other.isRight] as const] : []
      })
      return { against: arm, questions: pairs.length, gain: pairedInterval(pairs) }
    }),
  }
}

function summarizeArm(arm: ArmSummary["arm"], results: readonly EvaluatedAnswer[]): ArmSummary {
  const right = results.filter(({ isRight }) => isRight).length
  const isPriced = results.length > 0 && results.every(({ dollars }) => dollars !== undefined)
  return {
    arm,
    questions: results.length,
    accuracy: shareInterval(right, results.length),
    calls: mean(results.map(({ calls }) => calls)),
    tokens: mean(results.map(({ tokens }) => tokens)),
    ...(isPriced && { dollars: mean(results.map(({ dollars = 0 }) => dollars)) }),
  }
}
