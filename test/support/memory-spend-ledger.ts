import type { Clock } from "../../src/ports/clock.ts"
import {
  type Payer,
  periodsOf,
  type Reservation,
  reservationMs,
  type Spend,
  type SpendLedger,
  type SpendLimits,
  type SpendState,
  spendLimitError,
  tokenRateError,
} from "../../src/ports/spend-ledger.ts"

interface HeldSpend extends Spend {
  readonly until: number
}

interface Account {
  limits: SpendLimits
  spent: Spend
  month: string
  minute: { name: string; tokens: number }
  readonly held: Set<HeldSpend>
}

const noSpend: Spend = { usd: 0, tokens: 0 }

/** A spend ledger in memory. */
export class MemorySpendLedger implements SpendLedger {
  readonly #clock: Pick<Clock, "now">
  readonly #accounts = new Map<string, Account>()

  constructor(clock: Pick<Clock, "now">) {
    this.#clock = clock
  }

  async reserve(payer: Payer, atMost: Spend): Promise<Reservation | undefined> {
    const accounts = [payer.keyId, payer.organisationId].flatMap((id) => this.#accounts.get(id ?? "") ?? [])
    if (accounts.length === 0) return undefined
    for (const account of accounts) this.#roll(account)
    for (const account of accounts) this.#check(account, account === this.#accounts.get(payer.keyId ?? ""), atMost)
    const held: HeldSpend = { ...atMost, until: this.#clock.now() + reservationMs }
    for (const account of accounts) account.held.add(held)
    return {
      settle: async (spent) => {
        for (const account of accounts) {
          this.#roll(account)
          account.held.delete(held)
          account.minute.tokens += spent.tokens
          account.spent = sum([account.spent, spent])
        }
      },
    }
  }

  async setLimits({ organisationId, keyId }: Payer, limits: SpendLimits): Promise<void> {
    const id = keyId ?? organisationId
    const account = this.#accounts.get(id)
    if (account) {
      if (account.limits.per !== limits.per) account.spent = noSpend
      account.limits = limits
    } else {
      const { month, minute } = periodsOf(this.#clock.now())
      this.#accounts.set(id, { limits, spent: noSpend, month, minute: { name: minute, tokens: 0 }, held: new Set() })
    }
  }

  async state({ organisationId, keyId }: Payer): Promise<SpendState | undefined> {
    const account = this.#accounts.get(keyId ?? organisationId)
    if (account) this.#roll(account)
    return account && { limits: account.limits, spent: account.spent, reserved: this.#reserved(account) }
  }

  #check(account: Account, isKey: boolean, atMost: Spend): void {
    const reserved = this.#reserved(account)
    const owner = isKey ? "key" : "organisation"
    const { tokensPerMinute, per } = account.limits
    const inMinute = account.minute.tokens + reserved.tokens
    if (tokensPerMinute !== undefined && inMinute > 0 && inMinute + atMost.tokens > tokensPerMinute) {
      throw tokenRateError(owner, tokensPerMinute, this.#clock.now())
    }
    for (const unit of ["usd", "tokens"] as const) {
      const limit = account.limits[unit]
      const spent = account.spent[unit]
      if (limit === undefined || spent + reserved[unit] + atMost[unit] <= limit) continue
      throw spendLimitError({ owner, unit, per, limit, spent, atMost: atMost[unit] })
    }
  }

  #roll(account: Account): void {
    const { month, minute } = periodsOf(this.#clock.now())
    if (account.limits.per === "month" && account.month < month) account.spent = noSpend
    account.month = month
    if (account.minute.name !== minute) account.minute = { name: minute, tokens: 0 }
  }

  #reserved({ held }: Account): Spend {
    const now = this.#clock.now()
    for (const one of held) if (one.until <= now) held.delete(one)
    return sum([...held])
  }
}

function sum(amounts: readonly Spend[]): Spend {
  return amounts.reduce<Spend>((a, b) => ({ usd: a.usd + b.usd, tokens: a.tokens + b.tokens }), noSpend)
}
