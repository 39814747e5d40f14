import { randomUUID } from "node:crypto"
import { ConclaveError } from "../../../core/errors.ts"
import { isUuid } from "../../../core/text.ts"
import type { Clock } from "../../../ports/clock.ts"
import {
  limitsOf,
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
  unlimitedCacheMs,
} from "../../../ports/spend-ledger.ts"
import type { Database } from "../database.ts"
import { databaseError } from "../database-error.ts"

interface Account {
  id: string
  usd_limit: number | null
  token_limit: number | null
  usd: number
  tokens: number
  held_usd: number
  held_tokens: number
  per: "month" | null
  token_rate: number | null
  /** Where a minute's tokens are used up: how many there were. */
  used_up?: number
}

const reserveText = "SELECT reserve_spend_now($1, $2, $3, $4, $5, $6 * interval '1 millisecond', $7, $8) AS answer"
const settleText = "SELECT settle_spend_now($1, $2, $3, $4, $5, $6, $7)"
/** A key's account comes to be only where the organisation has such a key. */
const limitsText = `
  INSERT INTO spend_accounts AS kept (id, organisation_id, usd_limit, token_limit, per, token_rate, month)
  SELECT coalesce($2::uuid, $1::uuid), $1::uuid, $3::double precision, $4::bigint, $5, $6::bigint, $7
  WHERE $2::uuid IS NULL OR EXISTS (SELECT FROM api_keys WHERE id = $2 AND organisation_id = $1)
  ON CONFLICT (id) DO UPDATE SET usd_limit = EXCLUDED.usd_limit, token_limit = EXCLUDED.token_limit,
    per = EXCLUDED.per, token_rate = EXCLUDED.token_rate,
    usd = CASE WHEN kept.per IS DISTINCT FROM EXCLUDED.per THEN 0 ELSE kept.usd END,
    tokens = CASE WHEN kept.per IS DISTINCT FROM EXCLUDED.per THEN 0 ELSE kept.tokens END,
    month = CASE WHEN kept.per IS DISTINCT FROM EXCLUDED.per THEN EXCLUDED.month ELSE kept.month END`
const stateText = `
  SELECT id, usd_limit, token_limit, per, token_rate, held_usd, held_tokens,
    CASE WHEN per = 'month' AND month < $3 THEN 0 ELSE usd END AS usd,
    CASE WHEN per = 'month' AND month < $3 THEN 0 ELSE tokens END AS tokens
  FROM spend_accounts, LATERAL (
    SELECT coalesce(sum(r.usd), 0) AS held_usd, coalesce(sum(r.tokens), 0)::bigint AS held_tokens
    FROM spend_reservations r WHERE r.account_id = spend_accounts.id AND expires_at > now()
  ) AS held
  WHERE id = coalesce($2::uuid, $1::uuid) AND organisation_id = $1`
const maxCachedPayers = 10_000

/** What all processes on one database spend. Reserving and settling are one statement each. */
export class PostgresSpendLedger implements SpendLedger {
  readonly #database: Database
  readonly #clock: Pick<Clock, "now">
  /** Until when a payer is taken to have no limit. */
  readonly #unlimited = new Map<string, number>()

  constructor(database: Database, clock: Pick<Clock, "now">) {
    this.#database = database
    this.#clock = clock
  }

  async reserve(payer: Payer, atMost: Spend): Promise<Reservation | undefined> {
    if (this.#isKnownUnlimited(payer)) return undefined
    const { organisationId, keyId } = checkPayer(payer)
    const id = randomUUID()
    const periods = () => Object.values(periodsOf(Date.now()))
    const values = [organisationId, keyId, id, atMost.usd, Math.ceil(atMost.tokens), reservationMs, ...periods()]
    const [row] = await this.#query<{ answer: Partial<Account> | null }>("reserve_spend", reserveText, values)
    const { answer } = row!
    if (answer === null) {
      if (this.#unlimited.size >= maxCachedPayers) this.#unlimited.clear()
      this.#unlimited.set(payerKey(payer), this.#clock.now() + unlimitedCacheMs)
      return undefined
    }
    if (answer.id !== undefined) throw toSpendLimitError(answer as Account, payer, atMost)
    return {
      settle: async (spent) => {
        const settled = [organisationId, keyId, id, spent.usd, Math.ceil(spent.tokens), ...periods()]
        await this.#query("settle_spend", settleText, settled)
      },
    }
  }

  async setLimits(payer: Payer, limits: SpendLimits): Promise<void> {
    const { organisationId, keyId } = checkPayer(payer)
    const { usd = null, tokens = null, per = null, tokensPerMinute = null } = limits
    const values = [organisationId, keyId, usd, tokens, per, tokensPerMinute, periodsOf(Date.now()).month]
    const { rowCount } = await this.#database.pool.query(limitsText, values).catch((error) => {
      throw error instanceof Error && "code" in error && error.code === "23503" ? noSuchPayer() : databaseError(error)
    })
    if (rowCount === 0) throw noSuchPayer()
    this.#unlimited.clear()
  }

  async state(payer: Payer): Promise<SpendState | undefined> {
    const { organisationId, keyId } = checkPayer(payer)
    const { month } = periodsOf(Date.now())
    const [account] = await this.#query<Account>("state_of_spend", stateText, [organisationId, keyId, month])
    return (
      account && {
        limits: limitsOf(account),
        spent: { usd: account.usd, tokens: account.tokens },
        reserved: { usd: account.held_usd, tokens: account.held_tokens },
      }
    )
  }

  /** Where nobody limits anything, a model call costs no statement. */
  #isKnownUnlimited(payer: Payer): boolean {
    return (this.#unlimited.get(payerKey(payer)) ?? 0) > this.#clock.now()
  }

  async #query<R extends object>(name: string, text: string, values: readonly unknown[]): Promise<readonly R[]> {
    try {
      return (await this.#database.pool.query<R>({ name, text, values: [...values] })).rows
    } catch (error) {
      throw databaseError(error)
    }
  }
}

function toSpendLimitError(account: Account, { organisationId }: Payer, atMost: Spend): ConclaveError {
  const whose = account.id === organisationId ? "organisation" : "key"
  if (account.used_up !== undefined) return tokenRateError(whose, account.used_up, Date.now())
  const { usd_limit, token_limit, usd, tokens, held_usd, per } = account
  const isMoney = usd_limit !== null && usd + held_usd + atMost.usd > usd_limit
  return isMoney
    ? spendLimitError({ owner: whose, unit: "usd", per, limit: usd_limit, spent: usd, atMost: atMost.usd })
    : spendLimitError({
        owner: whose,
        unit: "tokens",
        per,
        limit: token_limit ?? 0,
        spent: tokens,
        atMost: atMost.tokens,
      })
}

function checkPayer({ organisationId, keyId }: Payer): {
  readonly organisationId: string
  readonly keyId: string | null
} {
  if (!isUuid(organisationId) || (keyId !== undefined && !isUuid(keyId))) throw noSuchPayer()
  return { organisationId, keyId: keyId ?? null }
}

function noSuchPayer(): ConclaveError {
  return new ConclaveError("NOT_FOUND", "there is no such organisation or key")
}

function payerKey({ organisationId, keyId = "" }: Payer): string {
  return `${organisationId} ${keyId}`
}
