import type { DiscussionState } from "../core/discussion/state.ts"
import { totalTokens } from "../core/discussion/usage.ts"
import { invalidInput } from "../core/errors.ts"
import type { DiscussionInput } from "../core/tables/discussion-request.ts"
import {
  addSpent,
  type BudgetLimits,
  BudgetReached,
  EvaluationBudget,
  type Share,
  type Spent,
} from "./evaluation-budget.ts"
import { answerIn, isRight, topicFor } from "./judge-answer.ts"
import { auditQuestion, type Judgement } from "./judge-audit.ts"
import type { EvalQuestion } from "./questions.ts"
import type { ResultCache } from "./result-cache.ts"

/** A table without a topic: each question becomes the topic of a discussion. */
type EvaluatedTable = Omit<DiscussionInput, "topic" | "seed" | "budget">

/** Runs a discussion to its end and returns its final state. */
export type Discuss = (input: DiscussionInput) => Promise<DiscussionState>

export interface EvaluationOptions {
  /** The questions, with the right answers. */
  readonly questions: readonly EvalQuestion[]
  /** The seats and rules for every question. */
  readonly table: EvaluatedTable
  /** Runs one discussion to its end and returns its final state. */
  readonly discuss: Discuss
  /** Stores results, so that no request runs twice. */
  readonly cache: ResultCache
  /** Random seed for orders and samples. Default: 1. */
  readonly seed?: number
  /** Maximum number of questions in flight. Default: 4. */
  readonly concurrency?: number
  /** Spending limits for this run; cached results cost nothing. */
  readonly budget?: BudgetLimits
  /** Whether every model also judges the models' answers, in two orders. Default: false. */
  readonly audits?: boolean
  /** Called after each question. */
  readonly onProgress?: (progress: Progress) => void
}

export interface Progress {
  readonly phase: "table and singles" | "best model again" | "audit"
  readonly done: number
  readonly of: number
  readonly spent: Spent
}

/** The answer of one discussion, or the most frequent answer of several, and its cost. */
export interface EvaluatedAnswer extends Spent {
  readonly answer: string | null
  readonly isRight: boolean
  /** The model's own words, if it was asked alone. */
  readonly words?: string
  readonly models: readonly string[]
}

/** All results for one question. */
export interface EvaluatedQuestion {
  readonly question: EvalQuestion
  readonly table: EvaluatedAnswer
  /** By model. */
  readonly singles: Readonly<Record<string, EvaluatedAnswer>>
  /** The most frequent answer of the best model in as many calls as the table made; absent if not all were made. */
  readonly repeated?: EvaluatedAnswer
}

export interface EvaluationRun {
  readonly best: string
  readonly models: readonly string[]
  readonly questions: readonly EvaluatedQuestion[]
  /** Questions left out because a model failed; the next run asks them again. */
  readonly failed: readonly { readonly id: string; readonly message: string }[]
  readonly asked: number
  /** Why the run ended before all questions were asked. */
  readonly stopped?: "budget"
  readonly spent: Spent
  /** Absent if no audit was requested or the budget ran out before it. */
  readonly judgements?: readonly Judgement[]
}

/** One discussion failed after it started. Errors before the start affect every discussion and end the run. */
class DiscussionFailed extends Error {}

/**
 * Puts every question to the table, to each of its models alone, and repeatedly to the best of these until it
 * has made as many calls as the table. Cached results are reused, so an interrupted run can be continued.
 */
export async function runEvaluation(options: EvaluationOptions): Promise<EvaluationRun> {
  const { questions, table, cache, seed = 1, concurrency = 4, budget = {}, onProgress, audits = false } = options
  const shared = new EvaluationBudget(budget, concurrency)
  const failed = new Map<string, string>()

  const runDiscussion = async (input: DiscussionInput, share: Share): Promise<DiscussionState> => {
    const state = await options.discuss({ ...input, budget: shared.left(share) } as DiscussionInput)
    const spent = spentIn(state)
    shared.pay(share, spent)
    const { stoppingReason, error } = state.outcome!
    if (stoppingReason === "budget") throw new BudgetReached()
    if (error) throw new DiscussionFailed(error.message)
    if (budget.dollars !== undefined && spent.dollars === undefined && spent.tokens > 0) {
      const unpriced = state.table.seats.filter(({ id }) => state.usage[id]?.cost === undefined)
      const names = [...new Set(unpriced.flatMap(({ model }) => model ?? []))].join(", ")
      const message = `there is no price for ${names}, so dollars cannot be counted; limit tokens instead`
      throw invalidInput([{ field: "budget.dollars", message }])
    }
    return state
  }
  const ask = async (question: EvalQuestion, target: Target, share: Share, sample = 0): Promise<EvaluatedAnswer> => {
    const input = inputFor(question, table, target, seed + sample)
    const cached = cache.get<EvaluatedAnswer>(input)
    if (cached) return cached
    const result = toResult(await runDiscussion(input, share), question, target !== "table")
    cache.set(input, result)
    return result
  }

  const forEach = async <T extends { readonly question: EvalQuestion }>(
    phase: Progress["phase"],
    items: readonly T[],
    work: (item: T, share: Share) => Promise<void>,
  ): Promise<boolean> => {
    let done = 0
    let isStopped = false
    const errors: unknown[] = []
    const queue = [...items]
    const running = new Set<Promise<void>>()
    const run = async (item: T, share: Share) => {
      const error: unknown = await work(item, share).catch((reason: unknown) => reason)
      const ranOut = error instanceof BudgetReached
      shared.close(share, ranOut)
      if (ranOut && !share.isWholeRest) queue.push(item)
      else if (ranOut) isStopped = true
      else done++
      if (error instanceof DiscussionFailed) failed.set(item.question.id, error.message)
      else if (error !== undefined && !ranOut) errors.push(error)
      onProgress?.({ phase, done, of: items.length, spent: shared.spent })
    }
    for (;;) {
      while (queue.length > 0 && !isStopped && errors.length === 0) {
        const share = shared.open()
        if (!share) break
        const task: Promise<void> = run(queue.shift()!, share).finally(() => running.delete(task))
        running.add(task)
      }
      if (running.size === 0) break
      await Promise.race(running)
    }
    if (errors.length > 0) throw errors[0]
    return isStopped
  }

  const all = new Map<string, EvaluatedQuestion>()
  let isStopped = await forEach(
    "table and singles",
    questions.map((question) => ({ question })),
    async ({ question }, share) => {
      const tableResult = await ask(question, "table", share)
      const singles: Record<string, EvaluatedAnswer> = {}
      for (const model of tableResult.models) singles[model] = await ask(question, { model }, share)
      all.set(question.id, { question, table: tableResult, singles })
    },
  )
  const asked = questions.flatMap(({ id }) => all.get(id) ?? [])
  const models = [...new Set(asked.flatMap(({ singles }) => Object.keys(singles)))]
  const rightOf = (model: string) => asked.filter(({ singles }) => singles[model]?.isRight).length
  const best = models.toSorted((a, b) => rightOf(b) - rightOf(a))[0] ?? ""

  if (!isStopped) {
    isStopped = await forEach("best model again", asked, async (one, share) => {
      const samples = [one.singles[best]!]
      for (let { calls } = samples[0]!; calls < one.table.calls; calls += samples.at(-1)!.calls) {
        samples.push(await ask(one.question, { model: best }, share, samples.length))
      }
      all.set(one.question.id, { ...one, repeated: majority(samples, one.question) })
    })
  }
  const judgements: Judgement[] = []
  if (audits && !isStopped) {
    isStopped = await forEach("audit", [...all.values()], async ({ question, singles }, share) => {
      const judge = (input: DiscussionInput) => runDiscussion(input, share)
      judgements.push(...(await auditQuestion({ question, singles, models, judge, cache, seed })))
    })
  }
  return {
    ...{ best, models, spent: shared.spent, asked: questions.length },
    ...((judgements.length > 0 || (audits && !isStopped)) && { judgements }),
    questions: questions.flatMap(({ id }) => all.get(id) ?? []),
    failed: [...failed].map(([id, message]) => ({ id, message })),
    ...(isStopped && { stopped: "budget" as const }),
  }
}

type Target = "table" | { readonly model: string }

/** A model asked alone gets the same turn and vote as a seat that has not seen other answers. */
function inputFor(question: EvalQuestion, table: EvaluatedTable, target: Target, seed: number): DiscussionInput {
  const { options } = question
  const language = table.language ?? (typeof table.table === "object" ? table.table.language : undefined)
  const topic = topicFor(question, language)
  const choice = options.length > 0 ? { options } : {}
  const alone = options.length > 0 ? ({ protocol: "plurality" } as const) : ({ protocol: "consensus" } as const)
  if (target !== "table") {
    return {
      ...{ format: "panel", topic, seed, seats: [{ name: "Solo", model: target.model }] },
      record: false,
      ...{ options: { rounds: 1 }, decision: { ...alone, ...choice } },
      ...(language !== undefined && { language }),
    }
  }
  const hasOwnDecision = typeof table.table === "object" || table.decision?.protocol === "chair"
  // Unless a table file or a chair decides otherwise, all seats answer and vote before they see other answers.
  const defaultDecision = table.seats?.length === 1 ? alone : hasOwnDecision ? {} : ({ decide: "vote-first" } as const)
  const decision = { ...defaultDecision, ...table.decision, ...choice }
  // A decision record would cost a call and is not evaluated.
  return { ...table, topic, seed, decision, record: false } as DiscussionInput
}

function toResult(state: DiscussionState, question: EvalQuestion, isAlone: boolean): EvaluatedAnswer {
  const { solution, bestProposal } = state.outcome!
  const words = state.turns.findLast((turn) => !turn.passed)?.content
  // Nobody can agree with a single seat, so its open answer is only a proposal.
  const own = state.table.seats.length === 1 ? (bestProposal?.solution ?? words) : undefined
  const answer = answerIn(solution ?? own, question, state.table.language)
  const models = [...new Set(state.table.seats.flatMap(({ model }) => model ?? []))]
  return {
    ...spentIn(state),
    ...{ answer, isRight: isRight(answer, question), models },
    ...(isAlone && words !== undefined && { words }),
  }
}

/** Counts every attempt as a call. */
function spentIn(state: DiscussionState): Spent {
  const turns = state.turns.reduce((sum, { attempt }) => sum + attempt, 0)
  const votes = state.ballots.flatMap((ballot) => ballot.votes).reduce((sum, { attempt }) => sum + attempt, 0)
  const spent = Object.values(state.usage).map((usage): Spent => {
    return { calls: 0, tokens: totalTokens(usage), ...(usage.cost !== undefined && { dollars: usage.cost }) }
  })
  return spent.reduce(addSpent, { calls: turns + votes, tokens: 0 })
}

/** The most frequent answer; the earliest one in a tie. */
function majority(samples: readonly EvaluatedAnswer[], question: EvalQuestion): EvaluatedAnswer {
  const answers = samples.flatMap(({ answer }) => answer ?? [])
  const [most] = [...Map.groupBy(answers, (answer) => answer)].toSorted(([, a], [, b]) => b.length - a.length)
  const answer = most?.[0] ?? null
  const { models } = samples[0]!
  return {
    ...samples.map(({ words: _, ...one }) => one).reduce(addResults),
    models,
    answer,
    isRight: isRight(answer, question),
  }
}

function addResults(a: EvaluatedAnswer, b: EvaluatedAnswer): EvaluatedAnswer {
  return { ...a, ...addSpent(a, b) }
}
