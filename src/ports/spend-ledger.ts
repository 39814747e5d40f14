import { ConclaveError } from "../core/errors.ts"

/** US dollars, and tokens of prompts and answers together. */
export interface Spend {
  readonly usd: number
  readonly tokens: number
}

/** What may be spent; what is absent is not limited. */
export interface SpendLimits {
  readonly usd?: number | undefined
  readonly tokens?: number | undefined
  /** Dollars and tokens are counted anew each month, in UTC; left out: they are never. */
  readonly per?: "month" | undefined
  /** Calls wait for the next minute where they would take more. One that is alone is made however large it is. */
  readonly tokensPerMinute?: number | undefined
}

/** Whose money: an organisation's, and also that of the key that a discussion was started with. */
export interface Payer {
  readonly organisationId: string
  readonly keyId?: string | undefined
}

export interface SpendState {
  readonly limits: SpendLimits
  /** Since a limit was first set, or its period was changed; with `per` since the month began. */
  readonly spent: Spend
  /** By calls that are under way. */
  readonly reserved: Spend
}

/** Money put aside for one call. */
export interface Reservation {
  /** The call is over and cost so much; nothing where it never was made. */
  settle(spent: Spend): Promise<void>
}

/** What is spent on models, kept only where there is a limit. */
export interface SpendLedger {
  /**
   * Puts aside the most that a call can cost, in one step with looking whether it is there; undefined where no limit is
   * set. Throws SPEND_LIMIT. What is never settled, since its process died, comes back after `reservationMs`.
   */
  reserve(payer: Payer, atMost: Spend): Promise<Reservation | undefined>
  /** Sets the limits of a key, or without one of the organisation. Counts from the first time on. */
  setLimits(payer: Payer, limits: SpendLimits): Promise<void>
  /** How a key, or without one the organisation, stands; undefined where it never had a limit. */
  state(payer: Payer): Promise<SpendState | undefined>
}

/** Longer than nearly any call; a longer one is still counted when it ends. */
export const reservationMs = 15 * 60 * 1_000
/** For how long a process may not know of a limit that another has set. */
export const unlimitedCacheMs = 5_000

interface SpendLimitDetails {
  readonly owner: "key" | "organisation"
  readonly unit: "usd" | "tokens"
  readonly per?: string | null | undefined
  readonly limit: number
  readonly spent: number
  readonly atMost: number
}

/** Where only calls under way stand in the way, trying again helps: most cost less than was put aside for them. */
export function spendLimitError({ owner, unit, per, limit, spent, atMost }: SpendLimitDetails): ConclaveError {
  const amount = (value: number) => (unit === "usd" ? `$${value.toFixed(4)}` : `${Math.ceil(value)} tokens`)
  const left = Math.max(0, limit - spent)
  const recoverable = atMost <= left
  const period = per === "month" ? " a month" : ""
  const state = `the ${owner}'s spend limit of ${amount(limit)}${period} leaves ${amount(left)}, and this call may cost ${amount(atMost)}`
  const advice = recoverable
    ? "calls under way hold the rest; it is tried again when they end"
    : `raise the limit, lower maxTokens or use a cheaper model${period && ", or wait for the next month"}`
  return new ConclaveError("SPEND_LIMIT", `${state}; ${advice}`, {
    recoverable,
    ...(recoverable && { retryAfterMs: 2_000 }),
  })
}

/** Told to calls that wait; they are tried again when the minute is over. */
export function tokenRateError(owner: SpendLimitDetails["owner"], perMinute: number, now: number): ConclaveError {
  const message = `the ${owner}'s limit of ${perMinute} tokens a minute is used up; it is tried again in the next minute`
  return new ConclaveError("SPEND_LIMIT", message, {
    recoverable: true,
    retryAfterMs: Math.min(2_000, 60_000 - (now % 60_000)),
  })
}

/** The names of a moment's month and minute, in UTC, which sort. */
export function periodsOf(now: number): { readonly month: string; readonly minute: string } {
  const text = new Date(now).toISOString()
  return { month: text.slice(0, 7), minute: text.slice(0, 16) }
}
