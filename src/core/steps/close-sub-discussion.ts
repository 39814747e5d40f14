import type { NewEvent } from "../discussion/event.ts"
import { isOver } from "../discussion/fold.ts"
import type { SeatId } from "../discussion/seat.ts"
import { roundNumber } from "../discussion/seat-queries.ts"
import type { DiscussionState } from "../discussion/state.ts"
import { runningSubDiscussion, type SubDiscussion } from "../discussion/sub-discussion.ts"
import { addUsage, noUsage, sumUsage, type TokenUsage } from "../discussion/usage.ts"
import { sameName } from "../formats/resolve-seats.ts"
import { languageFor } from "../languages/index.ts"
import type { SubDiscussionReport } from "../languages/language.ts"
import { displayNames, isAnonymous } from "../prompting/pseudonyms.ts"
import { excerpt } from "../text.ts"
import { activeMs } from "./stop-rules.ts"

const maxTopicLength = 300
const maxStatementLength = 600

/** The parent's events for a finished sub-discussion: its outcome and usage, and the turn that reports it. */
export function closeSubDiscussion(state: DiscussionState, child: DiscussionState, now: number): readonly NewEvent[] {
  const sub = runningSubDiscussion(state)
  if (!sub || sub.discussionId !== child.id || !child.outcome || isOver(state.status)) return []
  const status = child.status === "failed" || child.status === "aborted" ? child.status : "completed"
  const round = roundNumber(state)
  const usage = usageByParentSeat(state, sub, child)
  const completed: NewEvent = {
    type: "sub_discussion_completed",
    data: {
      subId: sub.id,
      discussionId: sub.discussionId,
      roundNumber: round,
      status,
      outcome: child.outcome,
      tokenUsage: sumUsage(usage),
      usage,
      activeMs: activeMs(child, child.updatedAt),
    },
  }
  const turn = {
    id: sub.id,
    seat: sub.speaker,
    roundNumber: Math.max(1, round),
    purpose: "sub-discussion" as const,
    content: resultText(state, sub, child, status),
    passed: false,
    timestamp: now,
    durationMs: Math.max(0, now - sub.openedAt),
    attempt: 1,
    // Its usage is in sub_discussion_completed, by seat.
    tokenUsage: noUsage,
    finishReason: "stop" as const,
    subDiscussion: { discussionId: sub.discussionId, seats: sub.seats },
  }
  return [completed, { type: "turn_completed", data: { turn } }]
}

/** By seat of the parent. Usage of seats that only the child has, such as a queen, counts for the speaker. */
function usageByParentSeat(
  { everyone }: DiscussionState,
  sub: SubDiscussion,
  child: DiscussionState,
): Readonly<Record<SeatId, TokenUsage>> {
  const here: Record<SeatId, TokenUsage> = {}
  for (const [id, used] of Object.entries(child.usage)) {
    const name = child.everyone.find((seat) => seat.id === id)?.name ?? ""
    const seat = everyone.find((one) => sameName(one.name, name))?.id ?? sub.speaker
    here[seat] = addUsage(here[seat] ?? noUsage, used)
  }
  return here
}

function resultText(
  state: DiscussionState,
  sub: SubDiscussion,
  child: DiscussionState,
  status: "completed" | "failed" | "aborted",
): string {
  const { report } = languageFor(state.table.language).subDiscussion
  const pseudonyms = isAnonymous(state.table.format)
  const { end, words } = subDiscussionResult(child, pseudonyms)
  return report[end]({
    topic: excerpt(sub.topic, maxTopicLength),
    names: sub.seats.map(displayNames(state, pseudonyms)),
    words,
    early: status === "completed" ? undefined : status,
  })
}

/** The best available result. With pseudonyms in the parent it names no speaker. */
function subDiscussionResult(
  child: DiscussionState,
  pseudonyms: boolean,
): { readonly end: SubDiscussionReport; readonly words: string } {
  const { solution, bestProposal, amount } = child.outcome!
  if (solution !== undefined) return { end: "solution", words: solution + (amount === undefined ? "" : ` (${amount})`) }
  if (bestProposal) return { end: "proposal", words: bestProposal.solution }
  const last = child.everyone.flatMap(({ id, name }) => {
    const turn = child.turns.findLast(({ seat, passed }) => seat === id && !passed)
    if (!turn) return []
    const said = excerpt(turn.content, maxStatementLength)
    return [pseudonyms ? `- ${said}` : `- ${name}: ${said}`]
  })
  return last.length === 0 ? { end: "nothing", words: "" } : { end: "words", words: last.join("\n") }
}
