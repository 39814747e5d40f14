import { hasEnoughSupport, improved } from "../analysing/position-changes.ts"
import { lastDecidingBallot } from "../counting/ballot-positions.ts"
import type { StoppingReason } from "../discussion/outcome.ts"
import { defaultRecordTokens } from "../discussion/settings.ts"
import type { DiscussionState, RoundState } from "../discussion/state.ts"
import type { Turn } from "../discussion/turn.ts"
import { type BudgetKind, budgetKinds, sumUsage, totalTokens } from "../discussion/usage.ts"
import type { Ballot } from "../discussion/vote.ts"
import { isDecisive } from "../protocols/index.ts"

/** Checked between two rounds; returns the reason to end the discussion, if any. */
type StopRule = (state: DiscussionState) => StoppingReason | undefined

const consensus: StopRule = (state) => {
  const { settings } = state.table.format
  const round = state.rounds.length
  const deciding = state.ballots.findLast((ballot) => ballot.roundNumber === round && hasDecided(state, ballot))
  if (!deciding || round < settings.minRounds) return undefined
  if (deciding.result?.protocol === undefined) return "consensus_reached"
  const canContinue = settings.decide === "vote-first" && round < settings.rounds
  return canContinue && isWorthDiscussing(state, deciding) ? undefined : "decided"
}

function hasDecided({ table }: DiscussionState, { stage, result }: Ballot): boolean {
  const held = table.format.stages[stage]
  return result?.passed === true && held?.kind === "ballot" && held.decides
}

/** A ballot that always decides would end every discussion; the setting `talk` says when to discuss anyway. */
function isWorthDiscussing(state: DiscussionState, ballot: Ballot): boolean {
  switch (state.table.format.settings.talk) {
    case "ties":
      return ballot.result?.tie !== undefined
    case "differences":
      return !hasEnoughSupport(state, ballot)
    case "always":
      return true
  }
}

const allPassed: StopRule = ({ rounds }) => {
  const last = rounds.at(-1)
  return last && last.contributions === 0 && last.passes > 0 ? "all_passed" : undefined
}

const nothingNew: StopRule = ({ rounds, table }) => {
  const { smartTermination, noveltyThreshold, minRounds } = table.format.settings
  const last = rounds.at(-1)
  if (!smartTermination || last?.novelty === undefined || last.number < Math.max(2, minRounds)) return undefined
  return last.novelty < noveltyThreshold ? "nothing_new" : undefined
}

/** With vote-first, the discussion continues as long as it improves agreement. */
const positionsSettled: StopRule = (state) => {
  const { decide, talk, minRounds, protocol } = state.table.format.settings
  const untilLeader = talk !== "differences" && isDecisive(protocol)
  if (decide !== "vote-first" || untilLeader || state.rounds.length < Math.max(2, minRounds)) return undefined
  return improved(state) ? undefined : "positions_settled"
}

/** The limit is exact: with `rounds: 3`, round 3 is the last. An unreadable last ballot undoes no agreement. */
const roundLimit: StopRule = (state) => {
  const { settings, limitReason } = state.table.format
  if (state.rounds.length < settings.rounds) return undefined
  const last = lastDecidingBallot(state)
  const hasAgreed = last && hasDecided(state, last) && last.result?.protocol === undefined
  return hasAgreed ? "consensus_reached" : limitReason
}

const stopRules: readonly StopRule[] = [consensus, allPassed, nothingNew, positionsSettled, roundLimit]

export function stopAfterRound(state: DiscussionState): StoppingReason | undefined {
  for (const rule of stopRules) {
    const reason = rule(state)
    if (reason) return reason
  }
  return undefined
}

/** Limits that end a discussion at any point. */
export function hardLimitReached(state: DiscussionState, now: number): StoppingReason | undefined {
  const { budget, format } = state.table
  const { totalTimeoutMs } = format.settings
  const used = budgetUsed(state, now)
  const reserve = recordReserve(state, used)
  const reserved = (of: BudgetKind) => reserve[of] ?? 0
  if (totalTimeoutMs !== null && used.milliseconds >= totalTimeoutMs - reserved("milliseconds")) return "timeout"
  // A call for the record may spend the whole reserve; only the time limit can cut it short.
  const counted = state.openCalls.some(({ purpose }) => purpose === "record" || purpose === "result")
    ? (["milliseconds"] as const)
    : budgetKinds
  return counted.some((of) => used[of] >= (budget[of] ?? Number.POSITIVE_INFINITY) - reserved(of))
    ? "budget"
    : undefined
}

/** Time since the start, without the time spent waiting for people. */
export function activeMs(state: DiscussionState, now: number): number {
  if (state.startedAt === null) return 0
  const waiting = state.idleSince === null ? 0 : Math.max(0, now - state.idleSince)
  return Math.max(0, now - state.startedAt - state.idleMs - waiting)
}

/** Time left until the earliest time limit; undefined without one. */
export function remainingMs(state: DiscussionState, now: number): number | undefined {
  const limits = [state.table.format.settings.totalTimeoutMs, state.table.budget.milliseconds]
  const given = limits.filter((limit) => limit !== null && limit !== undefined)
  if (given.length === 0) return undefined
  const { milliseconds = 0 } = recordReserve(state, budgetUsed(state, now))
  return Math.max(0, Math.min(...given) - milliseconds - activeMs(state, now))
}

export function budgetUsed(state: DiscussionState, now: number): Readonly<Record<BudgetKind, number>> {
  const usage = sumUsage(state.usage)
  return { tokens: totalTokens(usage), milliseconds: activeMs(state, now), dollars: usage.cost ?? 0 }
}

/** The model that must still measure the round's novelty; undefined if that could not end the discussion. */
export function noveltyModelFor(state: DiscussionState, round: RoundState): string | undefined {
  const { smartTermination, noveltyModel, minRounds } = state.table.format.settings
  if (!smartTermination || !noveltyModel || round.similarity !== undefined || round.aborted) return undefined
  if (round.number < Math.max(2, minRounds)) return undefined
  const { fresh, before } = splitContributions(state, round)
  return fresh.length > 0 && before.length > 0 ? noveltyModel : undefined
}

export function splitContributions({ turns }: DiscussionState, { firstTurn }: RoundState) {
  const spoken = (some: readonly Turn[]) => some.filter((turn) => !turn.passed)
  return { fresh: spoken(turns.slice(firstTurn)), before: spoken(turns.slice(0, firstTurn)) }
}

/** A low estimate, so that the reserve is too large rather than too small. */
const charactersPerToken = 3
/** Size of the record's instructions. */
const instructionTokens = 1_200
/** Maximum share of a limit to reserve: a small budget is mainly for the discussion. */
const maxShare: Readonly<Record<BudgetKind, number>> = { tokens: 0.5, dollars: 0.5, milliseconds: 0.2 }

/** The part of each limit reserved for the record: one call with the whole transcript. None once the discussion closes. */
export function recordReserve(
  { table, history, closing }: DiscussionState,
  used: Readonly<Record<BudgetKind, number>>,
): Partial<Record<BudgetKind, number>> {
  const { record, settings } = table.format
  if (!record || closing !== null) return {}
  const { tokens, dollars, milliseconds = Number.POSITIVE_INFINITY } = table.budget
  const call = recordPromptTokens(table.topic.length + history.length) + (record.maxTokens ?? defaultRecordTokens)
  const price = used.tokens === 0 ? 0 : used.dollars / used.tokens
  const time = Math.min(milliseconds, settings.totalTimeoutMs ?? Number.POSITIVE_INFINITY)
  return {
    tokens: Math.min(call, (tokens ?? 0) * maxShare.tokens),
    dollars: Math.min(call * price, (dollars ?? 0) * maxShare.dollars),
    milliseconds: Number.isFinite(time) ? Math.min(settings.turnTimeoutMs, time * maxShare.milliseconds) : 0,
  }
}

const minRecordTokens = 512

/** Maximum tokens of the record: what is left of the token budget, but at least `minRecordTokens`. */
export function recordTokens({ table, history, usage }: DiscussionState): number {
  const wanted = table.format.record?.maxTokens ?? defaultRecordTokens
  if (table.budget.tokens === undefined) return wanted
  const used = totalTokens(sumUsage(usage))
  const left = table.budget.tokens - used - recordPromptTokens(table.topic.length + history.length)
  return Math.min(wanted, Math.max(minRecordTokens, left))
}

function recordPromptTokens(characters: number): number {
  return Math.ceil(characters / charactersPerToken) + instructionTokens
}
