import type { Spent } from "./evaluation-budget.ts"
import { auditJudges, type JudgeAudit } from "./judge-audit.ts"
import type { Asked, EvaluatedQuestion, EvaluationRun } from "./run-evaluation.ts"
import { type Interval, mean, pairedInterval, shareInterval } from "./statistics.ts"

/** One way to get an answer: how often it is right, and what it takes. */
export interface ArmSummary {
  readonly arm: "table" | "best single" | "best single, as many calls"
  /** How many were asked so: fewer where the budget ended it. */
  readonly questions: number
  readonly accuracy: Interval
  /** On average for one question. */
  readonly calls: number
  readonly tokens: number
  /** US dollars; absent where the price of any call is unknown. */
  readonly dollars?: number
}

export interface GroupSummary {
  /** A category, or `all`. */
  readonly category: string
  readonly questions: number
  readonly arms: readonly ArmSummary[]
  /** The table against each of the others on the same questions, as shares of 1. */
  readonly gains: readonly { readonly against: ArmSummary["arm"]; readonly gain: Interval }[]
}

export interface EvaluationReport {
  readonly title: string
  readonly seed: number
  readonly best: string
  /** Every model alone. */
  readonly models: readonly { readonly model: string; readonly accuracy: Interval }[]
  /** All questions first, then by category where there are several. */
  readonly groups: readonly GroupSummary[]
  readonly asked: number
  readonly answered: number
  readonly failed: EvaluationRun["failed"]
  readonly stopped?: "budget"
  /** In this run, without what was in the cache. */
  readonly spent: Spent
  /** Absent where none was asked for. */
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
  readonly of: (one: EvaluatedQuestion, best: string) => Asked | undefined
}[] = [
  { arm: "table", of: ({ table }) => table },
  { arm: "best single", of: ({ singles }, best) => singles[best] },
  { arm: "best single, as many calls", of: ({ repeated }) => repeated },
]

/** What a run comes to: accuracy with intervals, gains on the same questions, cost, and the audit of the judges. */
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
      return { against: arm, gain: pairedInterval(pairs) }
    }),
  }
}

function summarizeArm(arm: ArmSummary["arm"], asked: readonly Asked[]): ArmSummary {
  const right = asked.filter(({ isRight }) => isRight).length
  const isPriced = asked.length > 0 && asked.every(({ dollars }) => dollars !== undefined)
  return {
    arm,
    questions: asked.length,
    accuracy: shareInterval(right, asked.length),
    calls: mean(asked.map(({ calls }) => calls)),
    tokens: mean(asked.map(({ tokens }) => tokens)),
    ...(isPriced && { dollars: mean(asked.map(({ dollars = 0 }) => dollars)) }),
  }
}
