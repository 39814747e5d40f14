import { hasEnoughSupport, improved } from "../analysing/position-changes.ts"
import type { StoppingReason } from "../discussion/outcome.ts"
import type { DiscussionState, RoundState } from "../discussion/state.ts"
import type { Turn } from "../discussion/turn.ts"
import { addUsage, type BudgetKind, budgetKinds, noUsage, totalTokens } from "../discussion/usage.ts"
import type { Ballot } from "../discussion/vote.ts"
import { isDecisive } from "../protocols/index.ts"

/** Looks at a discussion between two rounds and names the reason to end it, if this rule has one. */
type StopRule = (state: DiscussionState) => StoppingReason | undefined

const consensus: StopRule = (state) => {
  const { settings, stages } = state.table.format
  const round = state.rounds.length
  const deciding = state.ballots.findLast((ballot) => {
    const stage = stages[ballot.stage]
    return ballot.roundNumber === round && ballot.result?.passed && stage?.kind === "ballot" && stage.decides
  })
  if (!deciding || round < settings.minRounds) return undefined
  if (deciding.result?.protocol === undefined) return "consensus_reached"
  const early = settings.decide === "vote-first" && round < settings.rounds
  return early && isWorthTalking(state, deciding) ? undefined : "decided"
}

/** A ballot that always decides would leave nothing to discuss: `talk` says when it is discussed all the same. */
function isWorthTalking(state: DiscussionState, ballot: Ballot): boolean {
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

/** Where votes come first, talk goes on for as long as it moves them for the better. */
const positionsSettled: StopRule = (state) => {
  const { decide, talk, minRounds, protocol } = state.table.format.settings
  const untilLeader = talk !== "differences" && isDecisive(protocol)
  if (decide !== "vote-first" || untilLeader || state.rounds.length < Math.max(2, minRounds)) return undefined
  return improved(state) ? undefined : "positions_settled"
}

/** Exactly the limit: the last round is the one that has its number. */
const roundLimit: StopRule = ({ rounds, table }) =>
  rounds.length >= table.format.settings.rounds ? table.format.limitReason : undefined

const stopRules: readonly StopRule[] = [consensus, allPassed, nothingNew, positionsSettled, roundLimit]

export function stopAfterRound(state: DiscussionState): StoppingReason | undefined {
  for (const rule of stopRules) {
    const reason = rule(state)
    if (reason) return reason
  }
  return undefined
}

/** Limits that end a discussion wherever it stands. */
export function hardLimitReached(state: DiscussionState, now: number): StoppingReason | undefined {
  const { budget, format } = state.table
  const { totalTimeoutMs } = format.settings
  const used = budgetUsed(state, now)
  const reserve = recordReserve(state, used)
  const kept = (of: BudgetKind) => reserve[of] ?? 0
  if (totalTimeoutMs !== null && used.milliseconds >= totalTimeoutMs - kept("milliseconds")) return "timeout"
  // The reserve is spent on a call for the record as a whole; only time can end that.
  const counted = state.openCalls.some(({ purpose }) => purpose === "record" || purpose === "result")
    ? (["milliseconds"] as const)
    : budgetKinds
  return counted.some((of) => used[of] >= (budget[of] ?? Number.POSITIVE_INFINITY) - kept(of)) ? "budget" : undefined
}

/** Time since the start, without the time spent waiting for people. */
export function activeMs(state: DiscussionState, now: number): number {
  if (state.startedAt === null) return 0
  const waiting = state.idleSince === null ? 0 : Math.max(0, now - state.idleSince)
  return Math.max(0, now - state.startedAt - state.idleMs - waiting)
}

/** How much of its time a discussion has left; undefined where it has no limit. */
export function remainingMs(state: DiscussionState, now: number): number | undefined {
  const limits = [state.table.format.settings.totalTimeoutMs, state.table.budget.milliseconds]
  const given = limits.filter((limit) => limit !== null && limit !== undefined)
  if (given.length === 0) return undefined
  const { milliseconds = 0 } = recordReserve(state, budgetUsed(state, now))
  return Math.max(0, Math.min(...given) - milliseconds - activeMs(state, now))
}

export function budgetUsed(state: DiscussionState, now: number): Readonly<Record<BudgetKind, number>> {
  const usage = Object.values(state.usage).reduce(addUsage, noUsage)
  return { tokens: totalTokens(usage), milliseconds: activeMs(state, now), dollars: usage.cost ?? 0 }
}

/** The model that is to say how new a round is, where that is still to be said and could end the discussion. */
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

const defaultRecordTokens = 4_096

/** Characters of a prompt for each of its tokens; fewer than most models need, so that the reserve is rather too large. */
const charactersPerToken = 3
/** What the record's own instructions take. */
const instructionTokens = 1_200
/** No more than this share of a limit is set aside: a small budget is for discussing first. */
const maxShare: Readonly<Record<BudgetKind, number>> = { tokens: 0.5, dollars: 0.5, milliseconds: 0.2 }

/**
 * What is set aside of each limit for the record: one call that is shown all that was said so far. Nothing once the
 * discussion closes, since then it is there to be used.
 */
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

/** How long a record may be: what is left of a budget is not passed over by more than its shortest form. */
export function recordTokens({ table, history, usage }: DiscussionState): number {
  const wanted = table.format.record?.maxTokens ?? defaultRecordTokens
  if (table.budget.tokens === undefined) return wanted
  const used = totalTokens(Object.values(usage).reduce(addUsage, noUsage))
  const left = table.budget.tokens - used - recordPromptTokens(table.topic.length + history.length)
  return Math.min(wanted, Math.max(minRecordTokens, left))
}

function recordPromptTokens(characters: number): number {
  return Math.ceil(characters / charactersPerToken) + instructionTokens
}
