import type { NewEvent } from "./discussion/event.ts"
import { getSeat, roundNumber } from "./discussion/seat-queries.ts"
import type { DiscussionState, OpenCall } from "./discussion/state.ts"
import { addSeatUsage } from "./discussion/state-updates.ts"
import { seatsMayOpenSubDiscussions } from "./discussion/sub-discussion.ts"
import type { Stance, Turn } from "./discussion/turn.ts"
import { ConclaveError } from "./errors.ts"
import { seatLanguage } from "./languages/index.ts"
import { omitUndefined } from "./omit-undefined.ts"
import { splitStance } from "./prompting/resolve-stance.ts"
import { memoryLine } from "./prompting/transcript.ts"
import { splitThoughts } from "./reading/reply-lines.ts"
import { isQuotedOrCode, mayPass, minStatementLength, readPass } from "./speaking/read-pass.ts"
import { firstMentionedSeat } from "./speaking/speaking-orders.ts"
import { withLocation } from "./steps/closing-calls.ts"
import { giveUpCall, retryCall, skipCall } from "./steps/retry-call.ts"
import { isRefused, type Reply, type SuccessReply, settleFailure, toEmptyFailure } from "./steps/settle-failure.ts"
import { characterCount, isBlank } from "./text.ts"

/** Starts a requested sub-discussion, or throws. Injected, because it needs the table rules, which are loaded on demand. */
export type OpenSubDiscussion = (
  state: DiscussionState,
  request: { readonly topic: string; readonly seats: readonly string[]; readonly by: string },
  now: number,
) => NewEvent

/** Whether `settleSpoken` can settle the call, without the code that reads votes and records. */
export function isSpoken({ purpose }: OpenCall): boolean {
  return purpose === "turn" || purpose === "synthesis" || purpose === "interjection" || purpose === "choose"
}

/** `settle` for spoken calls only. */
export function settleSpoken(
  state: DiscussionState,
  call: OpenCall,
  received: Reply,
  now: number,
  openSubDiscussion?: OpenSubDiscussion,
): readonly NewEvent[] {
  return settleReply(state, call, received, now, (reply) =>
    isBlank(reply.text)
      ? settleFailure(state, call, toEmptyFailure(reply), now)
      : settleTurn(state, call, reply, now, openSubDiscussion),
  )
}

/** Handles what all calls have in common: seats that left, interruptions and failures; `settleAnswer` handles the rest. */
export function settleReply(
  state: DiscussionState,
  call: OpenCall,
  received: Reply,
  now: number,
  settleAnswer: (reply: SuccessReply) => readonly NewEvent[],
): readonly NewEvent[] {
  const reply = withoutThoughts(state, call, received)
  // The answer of a seat that left in the meantime is discarded.
  if (state.leftSeats.includes(call.seat)) return [skipCall(state, call, "left", now, reply.usage)]
  if (call.interrupted) return settleInterrupted(state, call, reply, now)
  if (call.purpose === "choose") return [settleChairChoice(state, call, reply)]
  // The next step ends the discussion; the usage of this call still counts.
  if (reply.kind === "failed" && reply.error.code === "DISCUSSION_TIMEOUT")
    return [giveUpCall(state, call, withLocation(state, call, reply.error), reply.usage, now)]
  return reply.kind === "failed" ? settleFailure(state, call, reply, now) : settleAnswer(reply)
}

/** Text before a lone closing tag such as `</think>` is reasoning. */
function withoutThoughts(state: DiscussionState, call: OpenCall, reply: Reply): Reply {
  if (reply.kind !== "said" || getSeat(state, call.seat).kind !== "model") return reply
  const { thoughts, text } = splitThoughts(reply.text)
  return thoughts === "" ? reply : { ...reply, text, reasoning: [reply.reasoning, thoughts].filter(Boolean).join("\n") }
}

/** The text of an interrupted turn is kept without length checks or retries. */
function settleInterrupted(state: DiscussionState, call: OpenCall, reply: Reply, now: number): readonly NewEvent[] {
  const said = reply.kind === "said" && !isBlank(reply.text) ? reply.text : (call.kept?.content ?? "")
  if (said === "") return [skipCall(state, call, "interrupted", now, reply.usage)]
  const { modelId, reasoning } = reply.kind === "said" ? reply : {}
  const cut = { kind: "said", text: said, finishReason: "cut", usage: reply.usage } as const
  return settleTurn(state, call, { ...cut, ...omitUndefined({ modelId, reasoning }) }, now)
}

/**
 * The last line may state the seat's stance, and the line before it may request a sub-discussion. A request that cannot
 * be granted stays part of the text.
 */
function settleTurn(
  state: DiscussionState,
  call: OpenCall,
  received: SuccessReply,
  now: number,
  openSubDiscussion?: OpenSubDiscussion,
): readonly NewEvent[] {
  const reply: SpokenReply = {
    ...received,
    ...(call.purpose === "turn" && splitStance(state, call.seat, received)),
  }
  const requested =
    getSeat(state, call.seat).kind === "model" && openSubDiscussion
      ? requestedSubDiscussion(state, call, reply, now, openSubDiscussion)
      : undefined
  if (!requested) return settleStatement(state, call, reply, now)
  const events = settleStatement(state, call, { ...reply, text: requested.content }, now)
  return events.at(-1)?.type === "turn_completed" ? [...events, requested.opened] : events
}

type SpokenReply = SuccessReply & { readonly stance?: Stance }

function requestedSubDiscussion(
  state: DiscussionState,
  call: OpenCall,
  reply: SuccessReply,
  now: number,
  openSubDiscussion: OpenSubDiscussion,
) {
  if (
    call.purpose !== "turn" ||
    reply.finishReason !== "stop" ||
    !seatsMayOpenSubDiscussions(state.table.format.settings)
  )
    return
  const request = readSubRequest(reply.text)
  if (!request) return
  const { names, topic, content } = request
  const { name: by } = getSeat(state, call.seat)
  try {
    const after = addSeatUsage(state, call.seat, reply.usage)
    const opened = openSubDiscussion(after, { topic, seats: names, by }, now)
    return { opened, content: content === "" ? reply.text : content }
  } catch (error) {
    if (error instanceof ConclaveError) return
    throw error
  }
}

function settleStatement(state: DiscussionState, call: OpenCall, reply: SpokenReply, now: number): readonly NewEvent[] {
  const { settings } = state.table.format
  const seat = getSeat(state, call.seat)
  const language = seatLanguage(state, seat)
  const turn: Turn = {
    id: call.id,
    seat: call.seat,
    roundNumber: roundNumber(state),
    purpose: call.purpose === "synthesis" || call.purpose === "interjection" ? call.purpose : "turn",
    content: reply.text.trim(),
    passed: false,
    timestamp: now,
    durationMs: Math.max(0, now - call.openedAt),
    attempt: call.attempt,
    tokenUsage: reply.usage,
    finishReason: reply.finishReason,
    ...(reply.modelId !== undefined && { modelId: reply.modelId }),
    ...(reply.reportedModel !== undefined && { reportedModel: reply.reportedModel }),
    ...(reply.stance && { stance: reply.stance }),
    ...(reply.reasoning !== undefined && { reasoning: reply.reasoning }),
  }
  // A refusal is neither read as a pass nor retried as too short.
  if (call.purpose === "synthesis" || isRefused(reply)) return [completed(state, turn)]
  if (call.purpose === "interjection" || mayPass(state)) {
    const reading = readPass({ text: reply.text, language })
    // A reply of several pass markers is a pass, too.
    if (reading.kind === "pass" || isBlank(reading.content))
      return [{ type: "turn_passed", data: { turn: { ...turn, content: "", passed: true } } }]
    return [completed(state, { ...turn, content: reading.content.trim() })]
  }
  const isChecked = seat.kind === "model" && reply.finishReason !== "cut"
  const minimum = isChecked ? minStatementLength(settings, language) : 0
  if (minimum === 0 || characterCount(turn.content.trim()) >= minimum) return [completed(state, turn)]
  const { content, finishReason, attempt, modelId } = turn
  const kept = longerAttempt(call.kept, { content, finishReason, attempt, ...(modelId !== undefined && { modelId }) })
  if (call.rejections < settings.statementRetries) {
    return [retryCall(state, call, { reason: "too_short", tokenUsage: reply.usage, kept })]
  }
  return [completed(state, withKeptAttempt(turn, kept))]
}

function completed(state: DiscussionState, turn: Turn): NewEvent {
  const seat = getSeat(state, turn.seat)
  const language = seatLanguage(state, seat)
  const about = { speaker: seat.name, topic: state.table.topic }
  const memory = memoryLine(turn, state.table.format.settings, language, about)
  return { type: "turn_completed", data: { turn, ...(memory !== undefined && { memory }) } }
}

/** Uses an earlier attempt with its own text, finish reason and model, without the latest attempt's reasoning and stance. */
function withKeptAttempt(turn: Turn, kept: Kept): Turn {
  const { attempt, ...words } = kept
  if (attempt === turn.attempt) return { ...turn, belowMinimum: true }
  const { reasoning: _, stance: __, ...rest } = turn
  return { ...rest, ...words, belowMinimum: true }
}

type Kept = NonNullable<OpenCall["kept"]>

function longerAttempt(kept: Kept | undefined, latest: Kept): Kept {
  return kept && characterCount(kept.content) >= characterCount(latest.content) ? kept : latest
}

/** If the chair's answer names no candidate or fails, the next seat in order speaks. */
function settleChairChoice(state: DiscussionState, call: OpenCall, reply: Reply): NewEvent {
  const candidates = state.round?.remaining ?? []
  const named =
    reply.kind === "said" && !isRefused(reply) ? firstMentionedSeat(state, candidates, reply.text) : undefined
  const data = { seat: named ?? candidates[0]!, by: named ? call.seat : null, roundNumber: roundNumber(state) }
  return { type: "speaker_chosen", data: { ...data, tokenUsage: reply.usage } }
}

/** A requested sub-discussion, and the turn's text without the request. */
interface SubRequest {
  readonly content: string
  readonly names: readonly string[]
  readonly topic: string
}

const maxLineLength = 800
const marker =
  /^[*_~]{0,6}[[［【]\s{0,3}sub[-\s_]?discussion\s{0,3}[:：](?<names>[^|｜\]］】]{1,300})[|｜](?<topic>[^\]］】]{1,400})[\]］】][*_~]{0,6}[.。]?$/iu

/** Reads `[SUB-DISCUSSION: Ann, Bo | the question]` in the last line of a reply, unless it is quoted or in a code fence. */
export function readSubRequest(text: string): SubRequest | undefined {
  const reply = text.trimEnd()
  const lineStart = reply.lastIndexOf("\n") + 1
  const line = reply.slice(lineStart).trim()
  if (line.length > maxLineLength || isQuotedOrCode(reply, reply.length)) return undefined
  const { names = "", topic = "" } = marker.exec(line)?.groups ?? {}
  const named = names.split(/[,，、;；]/u).map((name) => name.trim())
  const request = { names: named.filter((name) => name !== ""), topic: topic.trim() }
  if (request.names.length === 0 || request.topic === "") return undefined
  return { ...request, content: reply.slice(0, lineStart).trim() }
}
