export interface Spent {
  readonly calls: number
  readonly tokens: number
  /** US dollars; absent where the price of any call is unknown. */
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

/** What one question may spend in all, and what it has spent. */
export interface Share {
  readonly limit: BudgetLimits
  spent: Spent
  /** Whether it has all that is left, so that nothing could finish it that did not. */
  readonly isAll: boolean
}

/**
 * Shares a budget among questions, so that those asked at the same time cannot spend more together. As many are asked at
 * once as what is left pays for, by the dearest so far: a small budget finishes some rather than beginning all.
 */
export class EvaluationBudget {
  spent: Spent = { calls: 0, tokens: 0 }
  readonly #limits: readonly (readonly [Unit, number])[]
  readonly #dearest = { dollars: 0, tokens: 0 }
  readonly #open = new Set<Share>()
  #maxOpen: number

  constructor({ dollars, tokens }: BudgetLimits, concurrency: number) {
    this.#limits = Object.entries({ dollars, tokens }).filter(
      (entry): entry is [Unit, number] => entry[1] !== undefined,
    )
    this.#maxOpen = concurrency
  }

  /** A share for one more question; undefined while another has to end first. */
  open(): Share | undefined {
    const left = this.#limits.map(([unit, limit]) => [unit, limit - (this.spent[unit] ?? 0)] as const)
    // The cost of a question is unknown until one has finished.
    const paidFor = left.map(([unit, amount]) => Math.floor(amount / (this.#dearest[unit] || amount || 1)))
    const places = Math.max(1, Math.min(this.#maxOpen, ...paidFor))
    const free = places - this.#open.size
    if (free <= 0) return undefined
    const limits = left.map(([unit, amount]) => {
      const held = [...this.#open].map(({ limit, spent }) => Math.max(0, limit[unit]! - (spent[unit] ?? 0)))
      return [unit, held.reduce((rest, one) => rest - one, amount) / free]
    })
    const share = { limit: Object.fromEntries(limits), spent: { calls: 0, tokens: 0 }, isAll: places === 1 }
    this.#open.add(share)
    return share
  }

  /** What its next discussion may spend. Throws where nothing is left. */
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

  /** `isShort`: its share did not do, so that from now on one question is asked after the other. */
  close(share: Share, isShort: boolean): void {
    this.#open.delete(share)
    if (isShort) this.#maxOpen = 1
    for (const [unit] of this.#limits) this.#dearest[unit] = Math.max(this.#dearest[unit], share.spent[unit] ?? 0)
  }
}
