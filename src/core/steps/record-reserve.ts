import type { DiscussionState } from "../discussion/state.ts"
import type { BudgetKind } from "../discussion/table.ts"
import { addUsage, noUsage, totalTokens } from "../discussion/usage.ts"

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
