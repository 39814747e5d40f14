import type { z } from "zod"
import { areRehearsed } from "../core/discussion/seat.ts"
import { omitUndefined } from "../core/omit-undefined.ts"
import type { PublicDiscussion } from "../core/public/types.ts"
import { isOver } from "../core/public/view.ts"
import { changedLines } from "../core/reporting/changed-lines.ts"
import { readReview } from "../core/reporting/read-review.ts"
import { cutToTokens, upperTokenEstimate } from "./fit.ts"
import { pageRecord } from "./page-record.ts"
import type { discussionResult } from "./schemas.ts"

type DiscussionResult = z.input<typeof discussionResult>

interface PresentOptions {
  readonly maxTokens: number
  readonly waitingFor: DiscussionResult["waitingFor"]
  readonly place?: number | undefined
  /** The first turn of the page (default: the latest turns, or none if the discussion has ended). */
  readonly fromTurn?: number | undefined
  /** The first item of the record's page (default: 1). */
  readonly fromItem?: number | undefined
}

export function presentDiscussion(discussion: PublicDiscussion, options: PresentOptions): DiscussionResult {
  const { maxTokens, waitingFor, place, fromTurn, fromItem = 1 } = options
  const over = isOver(discussion.status)
  const topic = cutToTokens(discussion.topic, maxTokens / 20)
  const isFirstPage = fromTurn === undefined && fromItem === 1
  const outcome = presentOutcome(discussion, isFirstPage ? maxTokens : maxTokens / 4)
  const base = {
    id: discussion.id,
    status: discussion.status,
    over,
    format: discussion.format,
    topic,
    ...(areRehearsed(discussion.seats) && { rehearsal: true as const }),
    round: discussion.round,
    seats: discussion.seats.map((seat) => ({ id: seat.id, name: seat.name, kind: seat.kind, role: seat.role })),
    outcome,
    ...(over && discussion.format === "review" && { review: presentReview(discussion, maxTokens) }),
    waitingFor,
    tokens: discussion.usage.total.promptTokens + discussion.usage.total.completionTokens,
    ...(discussion.record && { recordResource: recordUri(discussion.id) }),
    transcript: transcriptUri(discussion.id),
  }
  const room = maxTokens - upperTokenEstimate(JSON.stringify(base)) - 200
  const page = over && fromTurn === undefined ? noTurns : selectTurns(discussion, room, fromTurn)
  const record = fromTurn === undefined ? presentRecord(discussion, room, fromItem) : noRecordPage
  const cut = topic !== discussion.topic || (isFirstPage && outcome?.solution !== discussion.outcome?.solution)
  return {
    ...base,
    ...record,
    turns: page.turns,
    nextTurn: page.nextTurn,
    shortened: page.shortened || record.shortened || cut,
    next: nextAction(discussion, { ...page, ...record, over, place }),
  }
}

export const discussionUri = (id: string) => `conclave://discussions/${id}`
export const recordUri = (id: string) => `conclave://discussions/${id}/record`
export const transcriptUri = (id: string) => `conclave://discussions/${id}/transcript`

/** A result that is too long is omitted: a shortened one would not match its schema. */
function presentResult(result: unknown, resultProblem: string | undefined, maxTokens: number) {
  if (result === undefined) return {}
  if (upperTokenEstimate(JSON.stringify(result)) > maxTokens)
    return { result: null, resultProblem: "too long to show here; get it from GET /api/v1/discussions/ID" }
  return { result, ...(resultProblem !== undefined && { resultProblem: cutToTokens(resultProblem, 200) }) }
}

function presentOutcome({ outcome }: PublicDiscussion, maxTokens: number): DiscussionResult["outcome"] {
  if (!outcome) return null
  const { stoppingReason, agreed, sentence, solution, solutionFrom, amount, decidedBy, rounds, baseline } = outcome
  const bestProposal = solution === undefined ? outcome.bestProposal?.solution : undefined
  const half = (text: string | undefined) => text && cutToTokens(text, maxTokens / 2)
  return omitUndefined({
    ...{ stoppingReason, agreed, sentence, solution: half(solution), solutionFrom, amount },
    ...{ bestProposal: half(bestProposal), baseline: baseline?.sentence },
    ...presentResult(outcome.result, outcome.resultProblem, maxTokens / 2),
    ...{ decidedBy: decidedBy.kind, rounds },
    dissent: outcome.dissent.slice(0, 10).map(({ role: seat, name, choice, reasoning }) => {
      const shown = { choice: choice && cutToTokens(choice, 100), reasoning: cutToTokens(reasoning, maxTokens / 40) }
      return omitUndefined({ seat, name, ...shown })
    }),
    error: outcome.error?.message,
  })
}

function presentReview(discussion: PublicDiscussion, maxTokens: number): DiscussionResult["review"] {
  const { verdict, summary, findings } = readReview(discussion, changedLines(discussion.topic))
  return {
    verdict,
    summary: cutToTokens(summary, maxTokens / 8),
    findings: findings.slice(0, 20).map((finding) => ({ ...finding, what: cutToTokens(finding.what, maxTokens / 80) })),
  }
}

type RecordPage = Pick<DiscussionResult, "record" | "nextItem" | "shortened">

/** Pages of turns do not include the record. */
const noRecordPage: RecordPage = { nextItem: null, shortened: false }

function presentRecord({ record }: PublicDiscussion, room: number, fromItem: number): RecordPage {
  return record ? pageRecord(record, room, fromItem) : { record: null, nextItem: null, shortened: false }
}

type TurnPage = Pick<DiscussionResult, "turns" | "nextTurn" | "shortened">

const noTurns: TurnPage = { turns: [], nextTurn: null, shortened: false }

/** As many turns as fit, at least one, starting at `fromTurn` (default: the latest ones). */
function selectTurns({ turns }: PublicDiscussion, room: number, fromTurn: number | undefined): TurnPage {
  const numbered = turns.map(({ id, role, roundNumber, content, passed }, index) => ({
    number: index + 1,
    id,
    seat: role,
    round: roundNumber,
    content: passed ? "[PASS]" : content,
  }))
  const candidates = fromTurn === undefined ? numbered.slice(-4).toReversed() : numbered.slice(fromTurn - 1)
  const each = fromTurn === undefined ? room / 4 : room
  const selected: typeof candidates = []
  let left = room
  let shortened = false
  for (const turn of candidates) {
    const content = cutToTokens(turn.content, each - 60)
    const cost = upperTokenEstimate(content) + 60
    if (cost > left && selected.length > 0) break
    shortened ||= content !== turn.content
    selected.push({ ...turn, content })
    left -= cost
  }
  if (fromTurn === undefined) return { turns: selected.toReversed(), nextTurn: null, shortened }
  const last = selected.at(-1)?.number ?? numbered.length
  return { turns: selected, nextTurn: last < numbered.length ? last + 1 : null, shortened }
}

function nextAction(
  { id, status, waitingFor }: PublicDiscussion,
  about: Pick<DiscussionResult, "over" | "nextTurn" | "nextItem"> & Pick<PresentOptions, "place">,
): string {
  const { over, place, nextTurn, nextItem } = about
  if (nextTurn !== null) return `Call get_discussion with id ${id} and from_turn ${nextTurn} for the next turns.`
  if (nextItem !== null) return `Call get_discussion with id ${id} and from_item ${nextItem} for more of the record.`
  if (over) return `The discussion has ended. Call get_discussion with id ${id} and from_turn 1 to read the turns.`
  if (status === "waiting") return `Call take_turn with id ${id} for the seat ${waitingFor.join(" or ")}.`
  if (status === "paused") return "The discussion is paused and has to be resumed by a person."
  const queued = place === undefined ? "" : `It is queued at place ${place}. `
  return `${queued}The discussion is in progress. Call get_discussion with id ${id} and wait 45 to wait for it.`
}
