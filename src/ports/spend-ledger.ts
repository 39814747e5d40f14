import { ConclaveError } from "../core/errors.ts"

/** US dollars, and tokens of prompts and answers together. */
export interface Spend {
  readonly usd: number
  readonly tokens: number
}

/** What may be spent in all; what is absent is not limited. */
export interface SpendLimits {
  readonly usd?: number | undefined
  readonly tokens?: number | undefined
}

/** Whose money: an organisation's, and also that of the key that a discussion was started with. */
export interface Payer {
  readonly organisationId: string
  readonly keyId?: string | undefined
}

export interface SpendState {
  readonly limits: SpendLimits
  /** Since a limit was first set. */
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
  readonly limit: number
  readonly spent: number
  readonly atMost: number
}

/** Where only calls under way stand in the way, trying again helps: most cost less than was put aside for them. */
export function spendLimitError({ owner, unit, limit, spent, atMost }: SpendLimitDetails): ConclaveError {
  const amount = (value: number) => (unit === "usd" ? `$${value.toFixed(4)}` : `${Math.ceil(value)} tokens`)
  const left = Math.max(0, limit - spent)
  const recoverable = atMost <= left
  const state = `the ${owner}'s spend limit of ${amount(limit)} leaves ${amount(left)}, and this call may cost ${amount(atMost)}`
  const advice = recoverable
    ? "calls under way hold the rest; it is tried again when they end"
    : "raise the limit, lower maxTokens or use a cheaper model"
  return new ConclaveError("SPEND_LIMIT", `${state}; ${advice}`, {
    recoverable,
    ...(recoverable && { retryAfterMs: 2_000 }),
  })
}
