import { randomUUID } from "node:crypto"
import { ConclaveError } from "../../core/errors.ts"
import { isUuid } from "../../core/text.ts"
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
} from "../../ports/spend-ledger.ts"
import type { Connection } from "./connection.ts"
import type { SqliteDatabase } from "./sqlite-database.ts"
import { isMissingReference } from "./sqlite-error.ts"
import { timestamp, timeText } from "./time.ts"

interface Account {
  readonly id: string
  readonly usd_limit: number | null
  readonly token_limit: number | null
  readonly usd: number
  readonly tokens: number
  readonly held_usd: number
  readonly held_tokens: number
  readonly per: "month" | null
  readonly token_rate: number | null
  readonly minute_tokens: number
}

/** What is reserved and has not lapsed counts. A payer's own account, or its organisation's besides. */
const held = (column: string) => `(SELECT coalesce(sum(r.${column}), 0) FROM spend_reservations r
  WHERE r.account_id = a.id AND r.expires_at > ?1)`
/** What was spent in a month that is over, or in another minute, counts no more. */
const inMonth = (column: string) => `CASE WHEN per = 'month' AND month < ?4 THEN 0 ELSE ${column} END`
const inMinute = "CASE WHEN minute = ?5 THEN minute_tokens ELSE 0 END"
const accountsText = `
SELECT id, usd_limit, token_limit, ${inMonth("usd")} AS usd, ${inMonth("tokens")} AS tokens, per, token_rate,
  ${inMinute} AS minute_tokens, ${held("usd")} AS held_usd, ${held("tokens")} AS held_tokens
FROM spend_accounts a WHERE organisation_id = ?2 AND id IN (?2, ?3) ORDER BY id = ?2`
const reserveText = `
INSERT INTO spend_reservations (id, account_id, organisation_id, usd, tokens, expires_at) VALUES (?, ?, ?, ?, ?, ?)`
const limitsText = `
INSERT INTO spend_accounts AS kept (id, organisation_id, usd_limit, token_limit, per, token_rate, month)
SELECT coalesce(?2, ?1), ?1, ?3, ?4, ?5, ?6, ?7 WHERE ?2 IS NULL OR EXISTS (SELECT 1 FROM api_keys WHERE id = ?2 AND organisation_id = ?1)
ON CONFLICT (id) DO UPDATE SET usd_limit = excluded.usd_limit, token_limit = excluded.token_limit,
  token_rate = excluded.token_rate, per = excluded.per,
  usd = CASE WHEN kept.per IS excluded.per THEN usd ELSE 0 END, tokens = CASE WHEN kept.per IS excluded.per THEN tokens ELSE 0 END,
  month = CASE WHEN kept.per IS excluded.per THEN month ELSE excluded.month END`
const settleText = `
UPDATE spend_accounts SET usd = ${inMonth("usd")} + ?1, tokens = ${inMonth("tokens")} + ?2, month = ?4,
  minute_tokens = ${inMinute} + ?2, minute = ?5 WHERE id = ?3`

/** What all processes on one file spend. Looking whether there is a limit costs no write. */
export class SqliteSpendLedger implements SpendLedger {
  readonly #database: SqliteDatabase

  constructor(database: SqliteDatabase) {
    this.#database = database
  }

  async reserve(payer: Payer, atMost: Spend): Promise<Reservation | undefined> {
    const known = checked(payer)
    if ((await this.#database.read((sql) => accountsOf(sql, known))).length === 0) return undefined
    const id = randomUUID()
    const tokens = Math.ceil(atMost.tokens)
    await this.#database.write((sql) => {
      sql.run("DELETE FROM spend_reservations WHERE expires_at <= ?", timestamp())
      const accounts = accountsOf(sql, known)
      for (const account of accounts) refuseIfTooMuch(account, payer, { usd: atMost.usd, tokens })
      const until = timeText(Date.now() + reservationMs)
      for (const account of accounts)
        sql.run(reserveText, id, account.id, known.organisationId, atMost.usd, tokens, until)
    })
    return { settle: (spent) => this.#settle(known, id, spent) }
  }

  async setLimits(payer: Payer, limits: SpendLimits): Promise<void> {
    const { organisationId, keyId } = checked(payer)
    const { usd = null, tokens = null, per = null, tokensPerMinute = null } = limits
    const values = [organisationId, keyId, usd, tokens, per, tokensPerMinute, periodsOf(Date.now()).month]
    const set = this.#database.write((sql) => sql.run(limitsText, ...values))
    const changes = await set.catch((error) => {
      throw isMissingReference(error) ? noSuchPayer() : error
    })
    if (changes === 0) throw noSuchPayer()
  }

  async state(payer: Payer): Promise<SpendState | undefined> {
    const known = checked(payer)
    const accounts = await this.#database.read((sql) => accountsOf(sql, known))
    const account = accounts.find(({ id }) => id === (known.keyId ?? known.organisationId))
    return (
      account && {
        limits: limitsOf(account),
        spent: { usd: account.usd, tokens: account.tokens },
        reserved: { usd: account.held_usd, tokens: account.held_tokens },
      }
    )
  }

  /** A reservation that has lapsed meanwhile changes nothing: what was spent was spent. */
  async #settle(payer: CheckedPayer, id: string, spent: Spend): Promise<void> {
    await this.#database.write((sql) => {
      sql.run("DELETE FROM spend_reservations WHERE id = ?", id)
      const { month, minute } = periodsOf(Date.now())
      for (const { id } of accountsOf(sql, payer))
        sql.run(settleText, spent.usd, Math.ceil(spent.tokens), id, month, minute)
    })
  }
}

interface CheckedPayer {
  readonly organisationId: string
  readonly keyId: string | null
}

/** The key's first, so that a refusal names the nearer limit. */
function accountsOf(sql: Connection, { organisationId, keyId }: CheckedPayer): readonly Account[] {
  const { month, minute } = periodsOf(Date.now())
  return sql.rows<Account>(accountsText, timestamp(), organisationId, keyId, month, minute)
}

function refuseIfTooMuch(account: Account, { organisationId }: Payer, atMost: Spend): void {
  const whose = account.id === organisationId ? "organisation" : "key"
  const { usd_limit, token_limit, usd, tokens, held_usd, held_tokens, per, token_rate, minute_tokens } = account
  const inThisMinute = minute_tokens + held_tokens
  if (token_rate !== null && inThisMinute > 0 && inThisMinute + atMost.tokens > token_rate) {
    throw tokenRateError(whose, token_rate, Date.now())
  }
  if (usd_limit !== null && usd + held_usd + atMost.usd > usd_limit) {
    throw spendLimitError({ owner: whose, unit: "usd", per, limit: usd_limit, spent: usd, atMost: atMost.usd })
  }
  if (token_limit !== null && tokens + held_tokens + atMost.tokens > token_limit) {
    throw spendLimitError({
      owner: whose,
      unit: "tokens",
      per,
      limit: token_limit,
      spent: tokens,
      atMost: atMost.tokens,
    })
  }
}

function checked({ organisationId, keyId }: Payer): CheckedPayer {
  if (!isUuid(organisationId) || (keyId !== undefined && !isUuid(keyId))) throw noSuchPayer()
  return { organisationId, keyId: keyId ?? null }
}

function noSuchPayer(): ConclaveError {
  return new ConclaveError("NOT_FOUND", "there is no such organisation or key")
}
