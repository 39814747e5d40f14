import { ConclaveError } from "../core/errors.ts"

/** US dollars, and the total of prompt and completion tokens. */
export interface Spend {
  readonly usd: number
  readonly tokens: number
}

/** Spending limits; an absent one means unlimited. */
export interface SpendLimits {
  readonly usd?: number | undefined
  readonly tokens?: number | undefined
  /** Reset dollars and tokens each month, in UTC; absent: never. */
  readonly per?: "month" | undefined
  /** Calls above it wait for the next minute. The only call of a minute is made however large it is. */
  readonly tokensPerMinute?: number | undefined
}

/** Whose limits apply: the organisation's, and those of the key that started the discussion. */
export interface Payer {
  readonly organisationId: string
  readonly keyId?: string | undefined
}

export interface SpendState {
  readonly limits: SpendLimits
  /** Since a limit was first set or its period changed; with `per` since the start of the month. */
  readonly spent: Spend
  /** Reserved by calls in flight. */
  readonly reserved: Spend
}

/** The maximum cost of one call, reserved until it ends. */
export interface Reservation {
  /** Replaces the reservation by the actual cost; zero if the call was never made. */
  settle(spent: Spend): Promise<void>
}

/** Spending on models; recorded only if there is a limit. */
export interface SpendLedger {
  /**
   * Atomically checks the limits and reserves the maximum cost of a call; undefined without limits. Throws SPEND_LIMIT. A
   * reservation whose process died expires after `reservationMs`.
   */
  reserve(payer: Payer, atMost: Spend): Promise<Reservation | undefined>
  /** Sets the limits of a key, or without `keyId` of the organisation. Counting starts when a limit is first set. */
  setLimits(payer: Payer, limits: SpendLimits): Promise<void>
  /** The state of a key, or without `keyId` of the organisation; undefined if it never had a limit. */
  state(payer: Payer): Promise<SpendState | undefined>
}

/** Longer than nearly any call; the cost of a longer one still counts when it ends. */
export const reservationMs = 15 * 60 * 1_000
/** How long a process may cache that there is no limit. */
export const unlimitedCacheMs = 5_000

interface SpendLimitDetails {
  readonly owner: "key" | "organisation"
  readonly unit: "usd" | "tokens"
  readonly per?: string | null | undefined
  readonly limit: number
  readonly spent: number
  readonly atMost: number
}

/** Recoverable if only the reservations of calls in flight exceed the limit: most calls cost less than reserved. */
export function spendLimitError({ owner, unit, per, limit, spent, atMost }: SpendLimitDetails): ConclaveError {
  const amount = (value: number) => (unit === "usd" ? `$${value.toFixed(4)}` : `${Math.ceil(value)} tokens`)
  const left = Math.max(0, limit - spent)
  const recoverable = atMost <= left
  const period = per === "month" ? " a month" : ""
  const state = `the ${owner}'s spend limit of ${amount(limit)}${period} leaves ${amount(left)}, and this call may cost ${amount(atMost)}`
  const advice = recoverable
    ? "calls in flight have reserved the rest; it is retried when they end"
    : `raise the limit, lower maxTokens or use a cheaper model${period && ", or wait for the next month"}`
  return new ConclaveError("SPEND_LIMIT", `${state}; ${advice}`, {
    recoverable,
    ...(recoverable && { retryAfterMs: 2_000 }),
  })
}

/** Recoverable: the call is retried in the next minute. */
export function tokenRateError(owner: SpendLimitDetails["owner"], perMinute: number, now: number): ConclaveError {
  const message = `the ${owner}'s limit of ${perMinute} tokens a minute is used up; it is retried in the next minute`
  return new ConclaveError("SPEND_LIMIT", message, {
    recoverable: true,
    retryAfterMs: Math.min(2_000, 60_000 - (now % 60_000)),
  })
}

/** The month and minute of a time, in UTC, as sortable text. */
export function periodsOf(now: number): { readonly month: string; readonly minute: string } {
  const text = new Date(now).toISOString()
  return { month: text.slice(0, 7), minute: text.slice(0, 16) }
}
