import { optionsFor } from "./deciding/ballot-options.ts"
import type { NewEvent } from "./discussion/event.ts"
import { spend } from "./discussion/fold-moves.ts"
import { roundNumber, seatOf } from "./discussion/seats-of.ts"
import type { DiscussionState, OpenCall } from "./discussion/state.ts"
import { seatsMayOpen } from "./discussion/sub-discussion.ts"
import type { FinishReason, Turn } from "./discussion/turn.ts"
import { noUsage, type TokenUsage } from "./discussion/usage.ts"
import { ConclaveError, type ErrorDetail } from "./errors.ts"
import { languageFor } from "./prompting/languages/index.ts"
import { readPreference } from "./reading/read-preference.ts"
import { readVote } from "./reading/read-vote.ts"
import { splitThoughts } from "./reading/split-thoughts.ts"
import { mayPass } from "./speaking/may-pass.ts"
import { readPass } from "./speaking/read-pass.ts"
import { readSubRequest } from "./speaking/read-sub-request.ts"
import { isLongEnough, minimumLength } from "./speaking/statement-check.ts"
import { openSubDiscussion } from "./steering/open-sub-discussion.ts"
import { callAgain, fallBack, longestWait, retryDelay } from "./steps/call-again.ts"
import { castVote, unreadable } from "./steps/cast-vote.ts"
import { giveUp } from "./steps/give-up.ts"
import { characterCount, excerpt } from "./text.ts"

/** What came back from a seat that was asked something. */
export type Reply =
  | {
      readonly kind: "said"
      readonly text: string
      readonly finishReason: FinishReason
      readonly usage: TokenUsage
      readonly modelId?: string
      /** What the model thought before it spoke. */
      readonly reasoning?: string
    }
  | {
      readonly kind: "failed"
      readonly error: ErrorDetail
      readonly retryAfterMs?: number
      readonly usage: TokenUsage
      /** An answer came, with nothing in it. */
      readonly empty?: true
    }

/** What a reply amounts to: an answer that stands, another try, or giving up on it. Pure, like `nextStep`. */
export function settle(state: DiscussionState, call: OpenCall, received: Reply, now: number): readonly NewEvent[] {
  const reply = withoutThoughts(state, call, received)
  // Out of time altogether: the next step ends the discussion.
  if (reply.kind === "failed" && reply.error.code === "DISCUSSION_TIMEOUT") return []
  // Whoever leaves while speaking is heard no more.
  if (state.left.includes(call.seat)) return [giveUp(state, call, { because: "left", now, tokenUsage: reply.usage })]
  if (call.interrupted) return cutShort(state, call, reply, now)
  if (call.purpose === "choose") return [chosen(state, call, reply)]
  if (reply.kind === "failed") return failed(state, call, reply, now)
  if (call.purpose === "vote" && isHeldBack(reply)) return refusedVote(state, call, reply, now)
  if (reply.text.trim() === "") return failed(state, call, emptyReply(reply), now)
  return call.purpose === "vote" ? voted(state, call, reply, now) : spoken(state, call, reply, now)
}

/** What a model wrote before a lone closing tag is what it thought, not what it says. */
function withoutThoughts(state: DiscussionState, call: OpenCall, reply: Reply): Reply {
  if (reply.kind !== "said" || seatOf(state, call.seat)?.kind !== "model") return reply
  const { thoughts, text } = splitThoughts(reply.text)
  return thoughts === "" ? reply : { ...reply, text, reasoning: [reply.reasoning, thoughts].filter(Boolean).join("\n") }
}

/** What had been said when somebody cut in stands as it is, however short: nobody is asked again. */
function cutShort(state: DiscussionState, call: OpenCall, reply: Reply, now: number): readonly NewEvent[] {
  const said = reply.kind === "said" && reply.text.trim() !== "" ? reply.text : (call.kept?.content ?? "")
  if (said === "") return [giveUp(state, call, { because: "interrupted", now, tokenUsage: reply.usage })]
  const { modelId, reasoning } = reply.kind === "said" ? reply : {}
  const about = { ...(modelId !== undefined && { modelId }), ...(reasoning !== undefined && { reasoning }) }
  return spoken(state, call, { kind: "said", text: said, finishReason: "cut", usage: reply.usage, ...about }, now)
}

type Said = Extract<Reply, { kind: "said" }>
type Failed = Extract<Reply, { kind: "failed" }>

/** Ends that the same model would come to again, however often it is asked. */
function isHeldBack({ finishReason }: Said): boolean {
  return finishReason === "refusal" || finishReason === "content_filter"
}

const emptyBecause: { readonly [R in FinishReason]?: string } = {
  refusal: "the model refused to answer",
  content_filter: "a content filter held the answer back",
  length: "the answer was empty: the token limit was reached before the first word; raise maxTokens",
}

/** Silence is neither a pass nor consent. */
function emptyReply(reply: Said): Failed {
  const message = emptyBecause[reply.finishReason] ?? "the answer was empty"
  const error = { code: "TURN_FAILED" as const, message, recoverable: !isHeldBack(reply) }
  return { kind: "failed", usage: reply.usage, error, empty: true }
}

/** A seat that may asks for a sub-discussion in its last line; what cannot be granted stays a part of its words. */
function spoken(state: DiscussionState, call: OpenCall, reply: Said, now: number): readonly NewEvent[] {
  const asked = seatOf(state, call.seat).kind === "model" ? subDiscussionIn(state, call, reply, now) : undefined
  if (!asked) return stated(state, call, reply, now)
  const events = stated(state, call, { ...reply, text: asked.content }, now)
  return events.at(-1)?.type === "turn_completed" ? [...events, asked.opened] : events
}

function subDiscussionIn(state: DiscussionState, call: OpenCall, reply: Said, now: number) {
  if (call.purpose !== "turn" || reply.finishReason !== "stop" || !seatsMayOpen(state.table.format.settings)) return
  const request = readSubRequest(reply.text)
  if (!request) return
  const { names, topic, content } = request
  const { name: by } = seatOf(state, call.seat)
  try {
    const after = spend(state, call.seat, reply.usage)
    const opened = openSubDiscussion(after, { topic, seats: names, by }, now)
    return { opened, content: content === "" ? reply.text : content }
  } catch (error) {
    if (error instanceof ConclaveError) return
    throw error
  }
}

function stated(state: DiscussionState, call: OpenCall, reply: Said, now: number): readonly NewEvent[] {
  const { settings } = state.table.format
  const seat = seatOf(state, call.seat)
  const language = languageFor(seat.language ?? state.table.language)
  const turn: Turn = {
    id: call.id,
    role: call.seat,
    roundNumber: roundNumber(state),
    purpose: call.purpose === "synthesis" ? "synthesis" : "turn",
    content: reply.text.trim(),
    passed: false,
    timestamp: now,
    durationMs: now - call.openedAt,
    attempt: call.attempt,
    tokenUsage: reply.usage,
    finishReason: reply.finishReason,
    ...(reply.modelId !== undefined && { modelId: reply.modelId }),
    ...(reply.reasoning !== undefined && { reasoning: reply.reasoning }),
  }
  // What a refusal says is neither a pass nor a statement that could be asked for again.
  if (call.purpose === "synthesis" || isHeldBack(reply)) return [{ type: "turn_completed", data: { turn } }]
  if (mayPass(state)) {
    const reading = readPass({ text: reply.text, language })
    // A reply of nothing but markers says no more than one marker does.
    if (reading.kind === "pass" || reading.content.trim() === "")
      return [{ type: "turn_passed", data: { turn: { ...turn, content: "", passed: true } } }]
    return [{ type: "turn_completed", data: { turn: { ...turn, content: reading.content.trim() } } }]
  }
  const isChecked = seat.kind === "model" && reply.finishReason !== "cut"
  const minimum = isChecked ? minimumLength(settings, language) : 0
  if (isLongEnough(turn.content, minimum)) return [{ type: "turn_completed", data: { turn } }]
  const { content, finishReason, attempt, modelId } = turn
  const kept = longer(call.kept, { content, finishReason, attempt, ...(modelId !== undefined && { modelId }) })
  if (call.rejections < settings.statementRetries) {
    return [callAgain(state, call, { reason: "too_short", tokenUsage: reply.usage, kept })]
  }
  return [{ type: "turn_completed", data: { turn: bestOf(turn, kept) } }]
}

/** An earlier attempt that stands keeps its own words, end and speaker; what was thought since is not behind it. */
function bestOf(turn: Turn, kept: Kept): Turn {
  const { attempt, ...words } = kept
  if (attempt === turn.attempt) return { ...turn, belowMinimum: true }
  const { reasoning: _, ...rest } = turn
  return { ...rest, ...words, belowMinimum: true }
}

type Kept = NonNullable<OpenCall["kept"]>

function longer(kept: Kept | undefined, latest: Kept): Kept {
  return kept && characterCount(kept.content) >= characterCount(latest.content) ? kept : latest
}

function voted(state: DiscussionState, call: OpenCall, reply: Said, now: number): readonly NewEvent[] {
  const ballot = state.ballots.at(-1)!
  const seat = seatOf(state, call.seat)
  const language = languageFor(seat.language ?? state.table.language)
  const shared = { role: call.seat, attempt: call.attempt, timestamp: now }
  const answer =
    ballot.asks === "choice"
      ? readPreference({
          text: reply.text,
          options: optionsFor(ballot, seat.id),
          language,
          form: ballot.form ?? "single",
        })
      : readVote({ text: reply.text, language })
  if (answer.reading !== "unreadable") {
    return [castVote(ballot, { hasConsensus: null, ...answer, ...shared }, reply.usage)]
  }
  if (call.rejections < state.table.format.settings.voteRetries) {
    return [callAgain(state, call, { reason: "unreadable_vote", tokenUsage: reply.usage })]
  }
  return [castVote(ballot, unreadable(shared, excerpt(reply.text, 300)), reply.usage)]
}

/** A refusal is no vote, whatever it says; the seat's next model may give one. */
function refusedVote(state: DiscussionState, call: OpenCall, reply: Said, now: number): readonly NewEvent[] {
  const { error } = emptyReply(reply)
  const other = fallBack(state, call, { error: located(state, call, error), tokenUsage: reply.usage })
  if (other) return [other]
  const reasoning = [error.message, excerpt(reply.text, 300)].filter(Boolean).join(": ")
  const vote = unreadable({ role: call.seat, attempt: call.attempt, timestamp: now }, reasoning)
  return [castVote(state.ballots.at(-1)!, vote, reply.usage)]
}

function located(state: DiscussionState, call: OpenCall, error: ErrorDetail): ErrorDetail {
  return { ...error, role: call.seat, roundNumber: roundNumber(state) }
}

function failed(state: DiscussionState, call: OpenCall, reply: Failed, now: number): readonly NewEvent[] {
  const { settings } = state.table.format
  const { usage } = reply
  const { retryAfterMs = 0 } = reply
  const longest = longestWait(state, now)
  const waitsTooLong = retryAfterMs > longest
  const message = waitsTooLong ? `${reply.error.message}; ${tooLong(retryAfterMs, longest)}` : reply.error.message
  const error = located(state, call, { ...reply.error, message })
  if (error.recoverable && call.failures < settings.retries && !waitsTooLong) {
    const reason = reply.empty ? "empty" : error.code === "TURN_TIMEOUT" ? "timeout" : "failed"
    const delayMs = reply.empty ? 0 : Math.max(retryAfterMs, retryDelay(state, call))
    return [callAgain(state, call, { reason, delayMs, tokenUsage: usage, error })]
  }
  const other = fallBack(state, call, { error, tokenUsage: usage })
  if (other) return [other]
  // No seat can be asked anything any more, so skipping this one would only skip them all.
  if (error.code === "SPEND_LIMIT") return [{ type: "discussion_error", data: { error, stoppingReason: "budget" } }]
  if (settings.onFailure === "fail" && call.purpose !== "synthesis") {
    const stoppingReason = error.code === "MODEL_UNAVAILABLE" ? "model_unavailable" : "error"
    return [{ type: "discussion_error", data: { error, stoppingReason } }]
  }
  if (call.purpose === "vote") {
    const shared = { role: call.seat, attempt: call.attempt, timestamp: now }
    return [castVote(state.ballots.at(-1)!, unreadable(shared, error.message), usage)]
  }
  const abortsRound = settings.onFailure === "abort-round" && call.purpose === "turn"
  const data = {
    turnId: call.id,
    role: call.seat,
    roundNumber: roundNumber(state),
    error,
    tokenUsage: usage,
    abortsRound,
  }
  return [{ type: "turn_skipped", data }]
}

function tooLong(askedMs: number, longestMs: number): string {
  const seconds = (ms: number) => `${Math.ceil(ms / 1_000)} s`
  return `the wait of ${seconds(askedMs)} that it asks for is more than ${seconds(longestMs)}`
}

/**
 * Calls whose process is gone are made again; what was heard of them is not an answer. One that somebody cut off is
 * over: its words went with the process.
 */
export function restartInterrupted(state: DiscussionState): readonly NewEvent[] {
  return state.open
    .filter((call) => seatOf(state, call.seat).kind === "model" && call.purpose !== "choose")
    .map((call) =>
      call.interrupted
        ? giveUp(state, call, { because: "interrupted", now: state.updatedAt })
        : callAgain(state, call, { reason: "interrupted", tokenUsage: noUsage }),
    )
}

/** A chair that names nobody, or cannot be reached, leaves it to the seat order. */
function chosen(state: DiscussionState, call: OpenCall, reply: Reply): NewEvent {
  const candidates = state.round?.remaining ?? []
  const named = reply.kind === "said" && !isHeldBack(reply) ? mentioned(state, candidates, reply.text) : undefined
  const data = { role: named ?? candidates[0]!, by: named ? call.seat : null, roundNumber: roundNumber(state) }
  return { type: "speaker_chosen", data: { ...data, tokenUsage: reply.usage } }
}

/** The candidate named first, as a whole name: "Also" does not name Al. */
function mentioned(state: DiscussionState, candidates: readonly string[], text: string): string | undefined {
  const said = text.toLowerCase()
  const places = candidates
    .map((id) => ({ id, at: placeOf(seatOf(state, id).name.toLowerCase(), said) }))
    .filter(({ at }) => at >= 0)
  return places.toSorted((a, b) => a.at - b.at)[0]?.id
}

const letter = /[\p{Script=Latin}\p{N}]/u

function placeOf(name: string, text: string): number {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    if (!letter.test(text[at - 1] ?? "") && !letter.test(text[at + name.length] ?? "")) return at
  }
  return -1
}
