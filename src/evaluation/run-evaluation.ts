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
import { answerIn, isRight } from "./judge-answer.ts"
import { auditQuestion, type Judgement } from "./judge-audit.ts"
import type { EvalQuestion } from "./questions.ts"
import type { ResultCache } from "./result-cache.ts"

/** A table without a topic: each question is one. */
type EvaluatedTable = Omit<DiscussionInput, "topic" | "seed" | "budget">

/** Runs a discussion to its end and returns its final state. */
export type Discuss = (input: DiscussionInput) => Promise<DiscussionState>

export interface EvaluationOptions {
  /** The questions, with the right answers. */
  readonly questions: readonly EvalQuestion[]
  /** The seats and rules for every question. */
  readonly table: EvaluatedTable
  /** Runs one discussion to its end and gives its state. */
  readonly discuss: Discuss
  /** Where results are stored, so that nothing is asked twice. */
  readonly cache: ResultCache
  /** Makes orders and samples the same each time. */
  readonly seed?: number
  /** How many questions are asked at the same time. */
  readonly concurrency?: number
  /** Limits for this run; cached results cost nothing. */
  readonly budget?: BudgetLimits
  /** Whether every model also judges the others' answers, in two orders. */
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

/** What one discussion came to. */
export interface Asked extends Spent {
  readonly answer: string | null
  readonly isRight: boolean
  /** What was said, where one model was asked alone. */
  readonly words?: string
  readonly models: readonly string[]
}

/** One question with all that was asked about it. */
export interface EvaluatedQuestion {
  readonly question: EvalQuestion
  readonly table: Asked
  /** By model. */
  readonly singles: Readonly<Record<string, Asked>>
  /** The best model asked as often as the table called models, and the answer it gave most often, if it came to that. */
  readonly repeated?: Asked
}

export interface EvaluationRun {
  readonly best: string
  readonly models: readonly string[]
  readonly questions: readonly EvaluatedQuestion[]
  /** Left out of everything, since a model failed; asked anew the next time. */
  readonly failed: readonly { readonly id: string; readonly message: string }[]
  readonly asked: number
  /** Why it ended before all was asked. */
  readonly stopped?: "budget"
  readonly spent: Spent
  /** Absent where no audit was asked for, or the budget ended before it. */
  readonly judgements?: readonly Judgement[]
}

/** A discussion began and failed; what is wrong before it begins is wrong with all of them. */
class DiscussionFailed extends Error {}

/**
 * Puts every question to the table, to each of its models alone, and to the best of these again and again until it was
 * called as often as the table. What is in the cache is not asked again, so that a run can go on where one ended.
 */
export async function runEvaluation(options: EvaluationOptions): Promise<EvaluationRun> {
  const { questions, table, cache, seed = 1, concurrency = 4, budget = {}, onProgress, audits = false } = options
  const shared = new EvaluationBudget(budget, concurrency)
  const failed = new Map<string, string>()

  const hold = async (input: DiscussionInput, share: Share): Promise<DiscussionState> => {
    const state = await options.discuss({ ...input, budget: shared.left(share) } as DiscussionInput)
    const spent = spentIn(state)
    shared.pay(share, spent)
    const { stoppingReason, error } = state.outcome!
    if (stoppingReason === "budget") throw new BudgetReached()
    if (error) throw new DiscussionFailed(error.message)
    if (budget.dollars !== undefined && spent.dollars === undefined && spent.tokens > 0) {
      const unpriced = state.table.seats.filter(({ id }) => state.usage[id]?.cost === undefined)
      const names = [...new Set(unpriced.flatMap(({ model }) => model ?? []))].join(", ")
      const message = `there is no price for ${names}, so that dollars cannot be counted; limit tokens instead`
      throw invalidInput([{ field: "budget.dollars", message }])
    }
    return state
  }
  const ask = async (question: EvalQuestion, who: Who, share: Share, sample = 0): Promise<Asked> => {
    const input = inputFor(question, table, who, seed + sample)
    const known = cache.get<Asked>(input)
    if (known) return known
    const asked = toAsked(await hold(input, share), question, who !== "table")
    cache.set(input, asked)
    return asked
  }

  const forEach = async <T extends { readonly question: EvalQuestion }>(
    phase: Progress["phase"],
    items: readonly T[],
    work: (item: T, share: Share) => Promise<void>,
  ): Promise<boolean> => {
    let done = 0
    let isStopped = false
    const faults: unknown[] = []
    const queue = [...items]
    const running = new Set<Promise<void>>()
    const run = async (item: T, share: Share) => {
      const error: unknown = await work(item, share).catch((reason: unknown) => reason)
      const isShort = error instanceof BudgetReached
      shared.close(share, isShort)
      if (isShort && !share.isAll) queue.push(item)
      else if (isShort) isStopped = true
      else done++
      if (error instanceof DiscussionFailed) failed.set(item.question.id, error.message)
      else if (error !== undefined && !isShort) faults.push(error)
      onProgress?.({ phase, done, of: items.length, spent: shared.spent })
    }
    for (;;) {
      while (queue.length > 0 && !isStopped && faults.length === 0) {
        const share = shared.open()
        if (!share) break
        const task: Promise<void> = run(queue.shift()!, share).finally(() => running.delete(task))
        running.add(task)
      }
      if (running.size === 0) break
      await Promise.race(running)
    }
    if (faults.length > 0) throw faults[0]
    return isStopped
  }

  const all = new Map<string, EvaluatedQuestion>()
  let isStopped = await forEach(
    "table and singles",
    questions.map((question) => ({ question })),
    async ({ question }, share) => {
      const together = await ask(question, "table", share)
      const singles: Record<string, Asked> = {}
      for (const model of together.models) singles[model] = await ask(question, { model }, share)
      all.set(question.id, { question, table: together, singles })
    },
  )
  const asked = questions.flatMap(({ id }) => all.get(id) ?? [])
  const models = [...new Set(asked.flatMap(({ singles }) => Object.keys(singles)))]
  const rightOf = (model: string) => asked.filter(({ singles }) => singles[model]?.isRight).length
  const best = models.toSorted((a, b) => rightOf(b) - rightOf(a))[0] ?? ""

  if (!isStopped) {
    isStopped = await forEach("best model again", asked, async (one, share) => {
      const samples = [one.singles[best]!]
      const wanted = Math.max(1, Math.round(one.table.calls / Math.max(1, samples[0]!.calls)))
      for (let sample = 1; sample < wanted; sample++) {
        samples.push(await ask(one.question, { model: best }, share, sample))
      }
      all.set(one.question.id, { ...one, repeated: majority(samples, one.question) })
    })
  }
  const judgements: Judgement[] = []
  if (audits && !isStopped) {
    isStopped = await forEach("audit", [...all.values()], async ({ question, singles }, share) => {
      const judge = (input: DiscussionInput) => hold(input, share)
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

type Who = "table" | { readonly model: string }

/** Alone a model thinks and votes as a seat does that has not heard any other. */
function inputFor(question: EvalQuestion, table: EvaluatedTable, who: Who, seed: number): DiscussionInput {
  const { options } = question
  const choice = options.length > 0 ? { options } : {}
  const alone = options.length > 0 ? ({ protocol: "plurality" } as const) : ({ protocol: "consensus" } as const)
  if (who !== "table") {
    const language = table.language ?? (typeof table.table === "object" ? table.table.language : undefined)
    return {
      ...{ format: "panel", topic: question.question, seed, seats: [{ name: "Solo", model: who.model }] },
      record: false,
      ...{ options: { rounds: 1 }, decision: { ...alone, ...choice } },
      ...(language !== undefined && { language }),
    }
  }
  const isOwn = typeof table.table === "object" || table.decision?.protocol === "chair"
  // Where no table file says how it decides, each answers and votes before any has heard another.
  const defaultDecision = table.seats?.length === 1 ? alone : isOwn ? {} : ({ decide: "vote-first" } as const)
  const decision = { ...defaultDecision, ...table.decision, ...choice }
  // A decision record would cost a call that nobody reads.
  return { ...table, topic: question.question, seed, decision, record: false } as DiscussionInput
}

function toAsked(state: DiscussionState, question: EvalQuestion, isAlone: boolean): Asked {
  const { solution } = state.outcome!
  const answer = answerIn(solution, question, state.table.language)
  const models = modelsIn(state)
  const words = state.turns.findLast((turn) => !turn.passed)?.content
  return {
    ...spentIn(state),
    ...{ answer, isRight: isRight(answer, question), models },
    ...(isAlone && words !== undefined && { words }),
  }
}

function modelsIn(state: DiscussionState): readonly string[] {
  return [...new Set(state.table.seats.flatMap(({ model }) => model ?? []))]
}

/** Every attempt is a call. */
function spentIn(state: DiscussionState): Spent {
  const turns = state.turns.reduce((sum, { attempt }) => sum + attempt, 0)
  const votes = state.ballots.flatMap((ballot) => ballot.votes).reduce((sum, { attempt }) => sum + attempt, 0)
  const spent = Object.values(state.usage).map((usage): Spent => {
    return { calls: 0, tokens: totalTokens(usage), ...(usage.cost !== undefined && { dollars: usage.cost }) }
  })
  return spent.reduce(addSpent, { calls: turns + votes, tokens: 0 })
}

/** The answer given most often, the earlier one at a tie. */
function majority(samples: readonly Asked[], question: EvalQuestion): Asked {
  const answers = samples.flatMap(({ answer }) => answer ?? [])
  const [most] = [...Map.groupBy(answers, (answer) => answer)].toSorted(([, a], [, b]) => b.length - a.length)
  const answer = most?.[0] ?? null
  const { models } = samples[0]!
  return {
    ...samples.map(({ words: _, ...one }) => one).reduce(addAsked),
    models,
    answer,
    isRight: isRight(answer, question),
  }
}

function addAsked(a: Asked, b: Asked): Asked {
  return { ...a, ...addSpent(a, b) }
}
