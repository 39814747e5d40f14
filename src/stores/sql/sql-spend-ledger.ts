import { ConclaveError } from "../../core/errors.ts"
import { isUuid } from "../../core/text.ts"
import {
  type Payer,
  periodsOf,
  type Reservation,
  type Spend,
  type SpendLedger,
  type SpendLimits,
  type SpendState,
  spendLimitError,
} from "../../ports/spend-ledger.ts"
import { SqlStore } from "./sql-database.ts"

export interface SpendAccount {
  readonly id: string
  readonly usd_limit: number | null
  readonly token_limit: number | null
  readonly usd: number
  readonly tokens: number
  readonly held_usd: number
  readonly held_tokens: number
  readonly per: "month" | null
  readonly token_rate: number | null
}

/** Changing the period resets what was spent. */
const unlessChanged = (column: string, otherwise: string) =>
  `${column} = CASE WHEN existing.per IS NOT DISTINCT FROM excluded.per THEN existing.${column} ELSE ${otherwise} END`
const limitsText = `
INSERT INTO spend_accounts AS existing (id, organisation_id, usd_limit, token_limit, per, token_rate, month)
VALUES ($1, $2, $3, $4, $5, $6, $7)
ON CONFLICT (id) DO UPDATE SET usd_limit = excluded.usd_limit, token_limit = excluded.token_limit, per = excluded.per,
  token_rate = excluded.token_rate, ${unlessChanged("usd", "0")}, ${unlessChanged("tokens", "0")},
  ${unlessChanged("month", "excluded.month")}`
const inMonth = (column: string) => `CASE WHEN per = 'month' AND month < $3 THEN 0 ELSE ${column} END AS ${column}`
const reserved = (column: string) =>
  `(SELECT sum(${column}) FROM spend_reservations r WHERE r.account_id = a.id AND r.expires_at > now())`
const stateText = `
SELECT id, usd_limit, token_limit, per, token_rate, ${inMonth("usd")}, ${inMonth("tokens")},
  coalesce(${reserved("usd")}, 0) AS held_usd, CAST(coalesce(${reserved("tokens")}, 0) AS bigint) AS held_tokens
FROM spend_accounts a WHERE id = $1 AND organisation_id = $2`

/** Spend of all processes on one database. Each database implements the atomic reservation itself. */
export abstract class SqlSpendLedger extends SqlStore implements SpendLedger {
  abstract reserve(payer: Payer, atMost: Spend): Promise<Reservation | undefined>

  async setLimits(payer: Payer, limits: SpendLimits): Promise<void> {
    const { organisationId, keyId } = checkPayer(payer)
    const { usd, tokens, per, tokensPerMinute } = limits
    const { month } = periodsOf(Date.now())
    const known = { text: "SELECT 1 FROM api_keys WHERE id = $1 AND organisation_id = $2", otherwise: noSuchPayer }
    const values = [keyId ?? organisationId, organisationId, usd, tokens, per, tokensPerMinute, month]
    const steps = keyId === null ? [] : [{ ...known, values: [keyId, organisationId] }]
    await this.sql.run(undefined, [...steps, { text: limitsText, values }]).catch((error) => {
      throw this.sql.isMissingReference(error) ? noSuchPayer() : error
    })
  }

  async state(payer: Payer): Promise<SpendState | undefined> {
    const { organisationId, keyId } = checkPayer(payer)
    const values = [keyId ?? organisationId, organisationId, periodsOf(Date.now()).month]
    const [account] = await this.rows<SpendAccount>(stateText, values)
    return (
      account && {
        limits: limitsOf(account),
        spent: { usd: account.usd, tokens: account.tokens },
        reserved: { usd: account.held_usd, tokens: account.held_tokens },
      }
    )
  }
}

/** The error of an account whose limit the call could exceed; undefined if it may be made. */
export function refusalOf(account: SpendAccount, payer: Payer, atMost: Spend): ConclaveError | undefined {
  const { usd_limit, token_limit, usd, tokens, held_usd, held_tokens, per } = account
  const refuse = (unit: "usd" | "tokens", limit: number, spent: number) =>
    spendLimitError({ owner: ownerOf(account, payer), unit, per, limit, spent, atMost: atMost[unit] })
  if (usd_limit !== null && usd + held_usd + atMost.usd > usd_limit) return refuse("usd", usd_limit, usd)
  if (token_limit !== null && tokens + held_tokens + atMost.tokens > token_limit)
    return refuse("tokens", token_limit, tokens)
  return undefined
}

export function ownerOf({ id }: Pick<SpendAccount, "id">, { organisationId }: Payer): "organisation" | "key" {
  return id === organisationId ? "organisation" : "key"
}

export interface CheckedPayer {
  readonly organisationId: string
  readonly keyId: string | null
}

export function checkPayer({ organisationId, keyId }: Payer): CheckedPayer {
  if (!isUuid(organisationId) || (keyId !== undefined && !isUuid(keyId))) throw noSuchPayer()
  return { organisationId, keyId: keyId ?? null }
}

function noSuchPayer(): ConclaveError {
  return new ConclaveError("NOT_FOUND", "there is no such organisation or key")
}

/** Limits as stored by both databases. */
function limitsOf({ usd_limit: usd, token_limit: tokens, per, token_rate }: SpendAccount): SpendLimits {
  return {
    ...(usd !== null && { usd }),
    ...(tokens !== null && { tokens }),
    ...(per !== null && { per }),
    ...(token_rate !== null && { tokensPerMinute: token_rate }),
  }
}
