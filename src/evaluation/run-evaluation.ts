import type { DiscussionState } from "../core/discussion/state.ts"
import { addUsage, noUsage, totalTokens } from "../core/discussion/usage.ts"
import { invalidInput } from "../core/errors.ts"
import type { DiscussionInput } from "../core/tables/discussion-request.ts"
import { answerIn, isRight } from "./judge-answer.ts"
import { auditQuestion, type Judgement } from "./judge-audit.ts"
import type { EvalQuestion } from "./questions.ts"
import type { ResultCache } from "./result-cache.ts"

/** A table without a topic: each question is one. */
type EvaluatedTable = Omit<DiscussionInput, "topic" | "seed" | "budget">

/** Holds a discussion to its end and gives its last state. */
export type Discuss = (input: DiscussionInput) => Promise<DiscussionState>

export interface EvaluationOptions {
  /** What is asked, with the right answers. */
  readonly questions: readonly EvalQuestion[]
  /** Who discusses each question, and by which rules. */
  readonly table: EvaluatedTable
  /** Runs one discussion to its end and gives its state. */
  readonly discuss: Discuss
  /** Where results are stored, so that nothing is asked twice. */
  readonly cache: ResultCache
  /** Makes orders and samples the same each time. */
  readonly seed?: number
  /** How many questions are asked at the same time. */
  readonly concurrency?: number
  /** What may be spent, not counting what the cache knows already. */
  readonly budget?: Budget
  /** Whether every model also judges the others' answers, in two orders. */
  readonly audits?: boolean
  /** Told after each question. */
  readonly onProgress?: (progress: Progress) => void
}

interface Budget {
  readonly dollars?: number | undefined
  readonly tokens?: number | undefined
}

export interface Progress {
  readonly phase: "table and singles" | "best model again" | "audit"
  readonly done: number
  readonly of: number
  readonly spent: Spent
}

export interface Spent {
  readonly calls: number
  readonly tokens: number
  /** US dollars; absent where no price is known. */
  readonly dollars?: number
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
  readonly judgements: readonly Judgement[]
}

class BudgetReached extends Error {}
/** A discussion began and failed; what is wrong before it begins is wrong with all of them. */
class DiscussionFailed extends Error {}

/**
 * Puts every question to the table, to each of its models alone, and to the best of these again and again until it was
 * called as often as the table. What is in the cache is not asked again, so that a run can go on where one ended.
 */
export async function runEvaluation(options: EvaluationOptions): Promise<EvaluationRun> {
  const { questions, table, cache, seed = 1, concurrency = 4, budget = {}, onProgress, audits = false } = options
  let spent: Spent = { calls: 0, tokens: 0 }
  const failed = new Map<string, string>()

  const ask = async (question: EvalQuestion, who: Who, sample: number): Promise<Asked> => {
    const input = inputFor(question, table, who, seed + sample)
    const known = cache.get<Asked>(input)
    if (known) return known
    const left = remaining(budget, spent, concurrency)
    const state = await options.discuss({ ...input, ...(left && { budget: left }) } as DiscussionInput)
    const asked = toAsked(state, question, who !== "table")
    spent = addSpent(spent, asked)
    const { stoppingReason, error } = state.outcome!
    if (stoppingReason === "budget") throw new BudgetReached()
    if (error) throw new DiscussionFailed(error.message)
    if (budget.dollars !== undefined && asked.dollars === undefined && asked.tokens > 0) {
      const message = `there is no price for ${asked.models.join(", ")}, so that dollars cannot be counted; limit tokens`
      throw invalidInput([{ field: "budget.dollars", message }])
    }
    cache.set(input, asked)
    return asked
  }

  const forEach = async <T extends { readonly question: EvalQuestion }>(
    phase: Progress["phase"],
    items: readonly T[],
    work: (item: T) => Promise<void>,
  ): Promise<boolean> => {
    let done = 0
    let isStopped = false
    const queue = [...items]
    const worker = async () => {
      for (let item = queue.shift(); item && !isStopped; item = queue.shift()) {
        try {
          await work(item)
        } catch (error) {
          if (error instanceof BudgetReached) isStopped = true
          else if (error instanceof DiscussionFailed) failed.set(item.question.id, error.message)
          else throw error
        }
        onProgress?.({ phase, done: ++done, of: items.length, spent })
      }
    }
    await Promise.all(Array.from({ length: concurrency }, worker))
    return isStopped
  }

  const all = new Map<string, EvaluatedQuestion>()
  let isStopped = await forEach(
    "table and singles",
    questions.map((question) => ({ question })),
    async ({ question }) => {
      const together = await ask(question, "table", 0)
      const singles: Record<string, Asked> = {}
      for (const model of together.models) singles[model] = await ask(question, { model }, 0)
      all.set(question.id, { question, table: together, singles })
    },
  )
  const asked = questions.flatMap(({ id }) => all.get(id) ?? [])
  const models = [...new Set(asked.flatMap(({ singles }) => Object.keys(singles)))]
  const rightOf = (model: string) => asked.filter(({ singles }) => singles[model]?.isRight).length
  const best = models.toSorted((a, b) => rightOf(b) - rightOf(a))[0] ?? ""

  if (!isStopped) {
    isStopped = await forEach("best model again", asked, async (one) => {
      const samples = [one.singles[best]!]
      const wanted = Math.max(1, Math.round(one.table.calls / Math.max(1, samples[0]!.calls)))
      for (let sample = 1; sample < wanted; sample++) samples.push(await ask(one.question, { model: best }, sample))
      all.set(one.question.id, { ...one, repeated: majority(samples, one.question) })
    })
  }
  const judgements: Judgement[] = []
  if (audits && !isStopped) {
    isStopped = await forEach("audit", [...all.values()], async ({ question, singles }) => {
      const judge = async (input: DiscussionInput) => {
        const left = remaining(budget, spent, concurrency)
        const state = await options.discuss({ ...input, ...(left && { budget: left }) } as DiscussionInput)
        spent = addSpent(spent, spentIn(state))
        if (state.outcome?.stoppingReason === "budget") throw new BudgetReached()
        if (state.outcome?.error) throw new DiscussionFailed(state.outcome.error.message)
        return state
      }
      judgements.push(...(await auditQuestion({ question, singles, models, judge, cache, seed })))
    })
  }
  return {
    ...{ best, models, spent, judgements, asked: questions.length },
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
    return {
      ...{ format: "panel", topic: question.question, seed, seats: [{ name: "Solo", model: who.model }] },
      ...{ options: { rounds: 1 }, decision: { ...alone, ...choice } },
      ...(table.language !== undefined && { language: table.language }),
    }
  }
  const defaultDecision = table.seats?.length === 1 ? alone : ({ decide: "vote-first" } as const)
  const decision = { ...defaultDecision, ...table.decision, ...choice }
  return { ...table, topic: question.question, seed, decision } as DiscussionInput
}

function toAsked(state: DiscussionState, question: EvalQuestion, isAlone: boolean): Asked {
  const { solution } = state.outcome!
  const answer = answerIn(solution, question)
  const models = [...new Set(state.table.seats.flatMap(({ model }) => model ?? []))]
  const words = state.turns.findLast((turn) => !turn.passed)?.content
  return {
    ...spentIn(state),
    ...{ answer, isRight: isRight(answer, question), models },
    ...(isAlone && words !== undefined && { words }),
  }
}

/** Every attempt is a call. */
function spentIn(state: DiscussionState): Spent {
  const turns = state.turns.reduce((sum, { attempt }) => sum + attempt, 0)
  const votes = state.ballots.flatMap((ballot) => ballot.votes).reduce((sum, { attempt }) => sum + attempt, 0)
  const usage = Object.values(state.usage).reduce(addUsage, noUsage)
  return {
    calls: turns + votes,
    tokens: totalTokens(usage),
    ...(usage.cost !== undefined && { dollars: usage.cost }),
  }
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

function addSpent(a: Spent, b: Spent): Spent {
  const isPriced = a.dollars !== undefined || b.dollars !== undefined
  return {
    calls: a.calls + b.calls,
    tokens: a.tokens + b.tokens,
    ...(isPriced && { dollars: (a.dollars ?? 0) + (b.dollars ?? 0) }),
  }
}

/** Those at work at the same time share what is left, so that together they cannot spend more. */
function remaining({ dollars, tokens }: Budget, spent: Spent, concurrency: number): DiscussionInput["budget"] {
  const left = {
    ...(dollars !== undefined && { dollars: (dollars - (spent.dollars ?? 0)) / concurrency }),
    ...(tokens !== undefined && { tokens: Math.floor((tokens - spent.tokens) / concurrency) }),
  }
  if ((left.dollars ?? 1) <= 0 || (left.tokens ?? 1) <= 0) throw new BudgetReached()
  return Object.keys(left).length > 0 ? left : undefined
}
