export interface Spent {
  readonly calls: number
  readonly tokens: number
  /** US dollars; absent if the price of any call is unknown. */
  readonly dollars?: number
}

export function addSpent(a: Spent, b: Spent): Spent {
  const isPriced = [a, b].every(({ dollars, tokens }) => dollars !== undefined || tokens === 0)
  return {
    calls: a.calls + b.calls,
    tokens: a.tokens + b.tokens,
    ...(isPriced && { dollars: (a.dollars ?? 0) + (b.dollars ?? 0) }),
  }
}

type Unit = "dollars" | "tokens"
export type BudgetLimits = { readonly [U in Unit]?: number | undefined }

export class BudgetReached extends Error {}

/** The part of the budget reserved for one question, and what the question has spent of it. */
export interface Share {
  readonly limit: BudgetLimits
  spent: Spent
  /** Whether the share is the whole remaining budget: a question that exhausts it cannot be retried with more. */
  readonly isWholeRest: boolean
}

/**
 * Divides a budget among questions so that concurrent ones cannot exceed it together. Concurrency is limited to what the
 * rest can pay for at the highest cost so far: a small budget finishes some questions instead of starting all.
 */
export class EvaluationBudget {
  spent: Spent = { calls: 0, tokens: 0 }
  readonly #limits: readonly (readonly [Unit, number])[]
  readonly #maxCost = { dollars: 0, tokens: 0 }
  readonly #open = new Set<Share>()
  #maxOpen: number

  constructor({ dollars, tokens }: BudgetLimits, concurrency: number) {
    this.#limits = Object.entries({ dollars, tokens }).filter(
      (entry): entry is [Unit, number] => entry[1] !== undefined,
    )
    this.#maxOpen = concurrency
  }

  /** Reserves a share for one more question; undefined if another question has to end first. */
  open(): Share | undefined {
    const left = this.#limits.map(([unit, limit]) => [unit, limit - (this.spent[unit] ?? 0)] as const)
    // The cost of a question is unknown until one has finished.
    const affordable = left.map(([unit, amount]) => Math.floor(amount / (this.#maxCost[unit] || amount || 1)))
    const slots = Math.max(1, Math.min(this.#maxOpen, ...affordable))
    const free = slots - this.#open.size
    if (free <= 0) return undefined
    const limits = left.map(([unit, amount]) => {
      const reserved = [...this.#open].map(({ limit, spent }) => Math.max(0, limit[unit]! - (spent[unit] ?? 0)))
      return [unit, reserved.reduce((rest, one) => rest - one, amount) / free]
    })
    const share = { limit: Object.fromEntries(limits), spent: { calls: 0, tokens: 0 }, isWholeRest: slots === 1 }
    this.#open.add(share)
    return share
  }

  /** The limits for the question's next discussion. Throws BudgetReached if the share is used up. */
  left({ limit, spent }: Share): BudgetLimits {
    const entries = this.#limits.map(([unit]) => [unit, limit[unit]! - (spent[unit] ?? 0)] as const)
    const left = entries.map(([unit, amount]) => [unit, unit === "tokens" ? Math.floor(amount) : amount] as const)
    if (left.some(([, amount]) => amount <= 0)) throw new BudgetReached()
    return Object.fromEntries(left)
  }

  pay(share: Share, spent: Spent): void {
    share.spent = addSpent(share.spent, spent)
    this.spent = addSpent(this.spent, spent)
  }

  /** `ranOut`: the share was too small, so from now on questions run one at a time. */
  close(share: Share, ranOut: boolean): void {
    this.#open.delete(share)
    if (ranOut) this.#maxOpen = 1
    for (const [unit] of this.#limits) this.#maxCost[unit] = Math.max(this.#maxCost[unit], share.spent[unit] ?? 0)
  }
}
