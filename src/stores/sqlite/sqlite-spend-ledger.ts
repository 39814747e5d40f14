import { randomUUID } from "node:crypto"
import {
  type Payer,
  periodsOf,
  type Reservation,
  reservationMs,
  type Spend,
  tokenRateError,
} from "../../ports/spend-ledger.ts"
import type { SqlDatabase } from "../sql/sql-database.ts"
import {
  type CheckedPayer,
  checkPayer,
  ownerOf,
  refusalOf,
  type SpendAccount,
  SqlSpendLedger,
} from "../sql/sql-spend-ledger.ts"
import type { Connection } from "./connection.ts"
import type { SqliteDatabase } from "./sqlite-database.ts"
import { timestamp, timeText } from "./time.ts"

interface Account extends SpendAccount {
  readonly minute_tokens: number
}

/** Sum of the account's reservations that have not expired. */
const reserved = (column: string) => `(SELECT coalesce(sum(r.${column}), 0) FROM spend_reservations r
  WHERE r.account_id = a.id AND r.expires_at > ?1)`
/** Spend of an earlier month, and tokens of another minute, count as 0. */
const inMonth = (column: string) => `CASE WHEN per = 'month' AND month < ?4 THEN 0 ELSE ${column} END`
const inMinute = "CASE WHEN minute = ?5 THEN minute_tokens ELSE 0 END"
const accountsText = `
SELECT id, usd_limit, token_limit, ${inMonth("usd")} AS usd, ${inMonth("tokens")} AS tokens, per, token_rate,
  ${inMinute} AS minute_tokens, ${reserved("usd")} AS held_usd, ${reserved("tokens")} AS held_tokens
FROM spend_accounts a WHERE organisation_id = ?2 AND id IN (?2, ?3) ORDER BY id = ?2`
const reserveText = `
INSERT INTO spend_reservations (id, account_id, organisation_id, usd, tokens, expires_at) VALUES (?, ?, ?, ?, ?, ?)`
const settleText = `
UPDATE spend_accounts SET usd = ${inMonth("usd")} + ?1, tokens = ${inMonth("tokens")} + ?2, month = ?4,
  minute_tokens = ${inMinute} + ?2, minute = ?5 WHERE id = ?3`

/** A payer without limits costs a read, but no write. */
export class SqliteSpendLedger extends SqlSpendLedger {
  readonly #database: SqliteDatabase

  constructor(database: SqliteDatabase, sql: SqlDatabase) {
    super(sql)
    this.#database = database
  }

  async reserve(payer: Payer, atMost: Spend): Promise<Reservation | undefined> {
    const known = checkPayer(payer)
    if ((await this.#database.read((sql) => accountsOf(sql, known))).length === 0) return undefined
    const id = randomUUID()
    const most = { usd: atMost.usd, tokens: Math.ceil(atMost.tokens) }
    await this.#database.write((sql) => {
      sql.run("DELETE FROM spend_reservations WHERE expires_at <= ?", timestamp())
      const accounts = accountsOf(sql, known)
      for (const account of accounts) {
        const refusal = rateRefusalOf(account, payer, most) ?? refusalOf(account, payer, most)
        if (refusal) throw refusal
      }
      const until = timeText(Date.now() + reservationMs)
      for (const account of accounts)
        sql.run(reserveText, id, account.id, known.organisationId, most.usd, most.tokens, until)
    })
    return { settle: (spent) => this.#settle(known, id, spent) }
  }

  /** An expired reservation changes nothing: the spend is recorded all the same. */
  async #settle(payer: CheckedPayer, id: string, spent: Spend): Promise<void> {
    await this.#database.write((sql) => {
      sql.run("DELETE FROM spend_reservations WHERE id = ?", id)
      const { month, minute } = periodsOf(Date.now())
      for (const { id } of accountsOf(sql, payer))
        sql.run(settleText, spent.usd, Math.ceil(spent.tokens), id, month, minute)
    })
  }
}

/** The key's account comes first, so that an error names the closer limit. */
function accountsOf(sql: Connection, { organisationId, keyId }: CheckedPayer): readonly Account[] {
  const { month, minute } = periodsOf(Date.now())
  return sql.rows<Account>(accountsText, timestamp(), organisationId, keyId, month, minute)
}

function rateRefusalOf(account: Account, payer: Payer, { tokens }: Spend) {
  const inThisMinute = account.minute_tokens + account.held_tokens
  const { token_rate: rate } = account
  const isTooMuch = rate !== null && inThisMinute > 0 && inThisMinute + tokens > rate
  return isTooMuch ? tokenRateError(ownerOf(account, payer), rate, Date.now()) : undefined
}
