import type { Clock } from "../../src/ports/clock.ts"
import {
  type Payer,
  type Reservation,
  reservationMs,
  type Spend,
  type SpendLedger,
  type SpendLimits,
  type SpendState,
  spendLimitError,
} from "../../src/ports/spend-ledger.ts"

interface HeldSpend extends Spend {
  readonly until: number
}

interface Account {
  limits: SpendLimits
  spent: Spend
  readonly held: Set<HeldSpend>
}

const noSpend: Spend = { usd: 0, tokens: 0 }

/** Counts what this process spends, and forgets it with the process. */
export class MemorySpendLedger implements SpendLedger {
  readonly #clock: Pick<Clock, "now">
  readonly #accounts = new Map<string, Account>()

  constructor(clock: Pick<Clock, "now">) {
    this.#clock = clock
  }

  async reserve(payer: Payer, atMost: Spend): Promise<Reservation | undefined> {
    const accounts = [payer.keyId, payer.organisationId].flatMap((id) => this.#accounts.get(id ?? "") ?? [])
    if (accounts.length === 0) return undefined
    for (const account of accounts) this.#check(account, account === this.#accounts.get(payer.keyId ?? ""), atMost)
    const held: HeldSpend = { ...atMost, until: this.#clock.now() + reservationMs }
    for (const account of accounts) account.held.add(held)
    return {
      settle: async (spent) => {
        for (const account of accounts) {
          account.held.delete(held)
          account.spent = sum([account.spent, spent])
        }
      },
    }
  }

  async setLimits({ organisationId, keyId }: Payer, limits: SpendLimits): Promise<void> {
    const id = keyId ?? organisationId
    const account = this.#accounts.get(id)
    if (account) account.limits = limits
    else this.#accounts.set(id, { limits, spent: noSpend, held: new Set() })
  }

  async state({ organisationId, keyId }: Payer): Promise<SpendState | undefined> {
    const account = this.#accounts.get(keyId ?? organisationId)
    return account && { limits: account.limits, spent: account.spent, reserved: this.#reserved(account) }
  }

  #check(account: Account, isKey: boolean, atMost: Spend): void {
    const reserved = this.#reserved(account)
    for (const unit of ["usd", "tokens"] as const) {
      const limit = account.limits[unit]
      const spent = account.spent[unit]
      if (limit === undefined || spent + reserved[unit] + atMost[unit] <= limit) continue
      throw spendLimitError({ owner: isKey ? "key" : "organisation", unit: unit, limit, spent, atMost: atMost[unit] })
    }
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
