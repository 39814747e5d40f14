import { randomUUID } from "node:crypto"
import type { Clock } from "../../../ports/clock.ts"
import {
  type Payer,
  periodsOf,
  type Reservation,
  reservationMs,
  type Spend,
  type SpendLimits,
  tokenRateError,
  unlimitedCacheMs,
} from "../../../ports/spend-ledger.ts"
import { checkPayer, ownerOf, refusalOf, type SpendAccount, SqlSpendLedger } from "../../sql/sql-spend-ledger.ts"
import type { Database } from "../database.ts"
import { throwDatabaseError } from "../database-error.ts"
import { postgresSql } from "../postgres-sql.ts"

/** The account whose limit would be exceeded; empty if the spend was reserved. */
interface Answer extends Partial<SpendAccount> {
  /** The token limit per minute, if that is used up. */
  readonly used_up?: number
}

const reserveText = "SELECT reserve_spend($1, $2, $3, $4, $5, $6 * interval '1 millisecond', $7, $8) AS answer"
const settleText = "SELECT settle_spend($1, $2, $3, $4, $5, $6, $7)"
const maxCachedPayers = 10_000

/** Reserves and settles with one statement each. */
export class PostgresSpendLedger extends SqlSpendLedger {
  readonly #database: Database
  readonly #clock: Pick<Clock, "now">
  /** Payers known to have no limit, with the time at which that is checked again. */
  readonly #unlimited = new Map<string, number>()

  constructor(database: Database, clock: Pick<Clock, "now">) {
    super(postgresSql(database))
    this.#database = database
    this.#clock = clock
  }

  async reserve(payer: Payer, atMost: Spend): Promise<Reservation | undefined> {
    if (this.#isKnownUnlimited(payer)) return undefined
    const { organisationId, keyId } = checkPayer(payer)
    const id = randomUUID()
    const periods = () => Object.values(periodsOf(Date.now()))
    const most = { usd: atMost.usd, tokens: Math.ceil(atMost.tokens) }
    const values = [organisationId, keyId, id, most.usd, most.tokens, reservationMs, ...periods()]
    const [row] = await this.#query<{ answer: Answer | null }>("reserve_spend", reserveText, values)
    const { answer } = row!
    if (answer === null) {
      if (this.#unlimited.size >= maxCachedPayers) this.#unlimited.clear()
      this.#unlimited.set(payerKey(payer), this.#clock.now() + unlimitedCacheMs)
      return undefined
    }
    const { id: account, used_up } = answer
    if (account !== undefined && used_up !== undefined)
      throw tokenRateError(ownerOf({ id: account }, payer), used_up, Date.now())
    if (account !== undefined) throw refusalOf(answer as SpendAccount, payer, most)
    return {
      settle: async (spent) => {
        const settled = [organisationId, keyId, id, spent.usd, Math.ceil(spent.tokens), ...periods()]
        await this.#query("settle_spend", settleText, settled)
      },
    }
  }

  override async setLimits(payer: Payer, limits: SpendLimits): Promise<void> {
    await super.setLimits(payer, limits)
    this.#unlimited.clear()
  }

  /** Saves a statement per model call for payers without limits. */
  #isKnownUnlimited(payer: Payer): boolean {
    return (this.#unlimited.get(payerKey(payer)) ?? 0) > this.#clock.now()
  }

  async #query<R extends object>(name: string, text: string, values: readonly unknown[]): Promise<readonly R[]> {
    const done = this.#database.pool.query<R>({ name, text, values: [...values] })
    return (await done.catch(throwDatabaseError)).rows
  }
}

function payerKey({ organisationId, keyId = "" }: Payer): string {
  return `${organisationId} ${keyId}`
}
