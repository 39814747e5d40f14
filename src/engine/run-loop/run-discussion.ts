import type { DiscussionEvent, NewEvent } from "../../core/discussion/event.ts"
import { foldEvent, foldEvents, isOver } from "../../core/discussion/fold.ts"
import type { DiscussionState, OpenCall } from "../../core/discussion/state.ts"
import { involvesSubDiscussion, seatsMayOpenSubDiscussions } from "../../core/discussion/sub-discussion.ts"
import { noUsage } from "../../core/discussion/usage.ts"
import { ConclaveError } from "../../core/errors.ts"
import { nextStep } from "../../core/next-step.ts"
import type { Reply } from "../../core/settle.ts"
import { isSpoken, type OpenSubDiscussion, settleSpoken } from "../../core/settle-turn.ts"
import { finishFailed } from "../../core/steps/lifecycle.ts"
import { retryInterruptedCalls } from "../../core/steps/retry-call.ts"
import { interruptReason } from "../calls/ask-model.ts"
import { type EngineContext, guarded, readState, scheduleAt } from "../context.ts"
import { askSeat } from "./ask-seat.ts"
import type { KnownVectors, MeasuredEvent, MeasureStep } from "./measure-round.ts"

interface Answer {
  readonly callId: string
  readonly attempt: number
  /** Undefined if the call was cancelled. */
  readonly reply: Reply | undefined
}

/** Signals that stop the loop before the discussion ends. */
interface StopSignals {
  /** Stop now. Calls in flight are aborted; the next runner retries them. */
  readonly now: AbortSignal
  /** Stop as soon as the calls in flight have been answered. */
  readonly soon?: AbortSignal
}

export interface RunResult {
  readonly seq: number
  /** Run it again at this time even if nothing is appended: a wait expires then. */
  readonly wakeAt?: number
}

/**
 * Runs a discussion until it ends or waits for input. One loop for every format: ask the core for the next step, do it,
 * record the result. Events that need no answer are committed together with the answer before them, so a model call
 * costs one transaction.
 */
export async function runDiscussion(
  context: EngineContext,
  discussionId: string,
  signals: StopSignals,
): Promise<RunResult> {
  const state = await readState(context, discussionId)
  // Loaded on demand: only formats that allow sub-discussions need the table rules.
  const { createSubDiscussion } = seatsMayOpenSubDiscussions(state.table.format.settings)
    ? await import("../../core/steering/create-sub-discussion.ts")
    : {}
  const loop = new RunLoop(context, state, createSubDiscussion)
  const unwatch = context.store.watch(discussionId, (seq) => loop.onAppend(seq))
  try {
    const result = await loop.runUntilBlocked(signals)
    if (!signals.now.aborted && involvesSubDiscussion(loop.committed)) {
      const { reconcileSubDiscussion } = await import("./reconcile-sub-discussion.ts")
      await reconcileSubDiscussion(context, loop.committed)
    }
    return result
  } finally {
    unwatch()
    loop.cancelAllExcept([])
  }
}

/** Maximum number of times the same calls are repeated without a result, and the initial delay between repeats. */
const maxRepeatedCalls = 5
const repeatDelayMs = 500

/** Retries of a commit while the database is unavailable. */
const maxFailedCommits = 60
const failedCommitPauseMs = 1_000
const callLoopError = {
  code: "CALL_LOOP",
  message: "models were called repeatedly without a result; the discussion was stopped to save cost",
  recoverable: true,
} as const

class RunLoop {
  readonly #context: EngineContext
  readonly #openSubDiscussion: OpenSubDiscussion | undefined
  /** The state in the store. `#state` may be ahead of it by the pending events. */
  committed: DiscussionState
  #state: DiscussionState
  #pending: DiscussionEvent[] = []
  /** Answers whose events are pending; settled again after a conflict. */
  #unsaved: Answer[] = []
  readonly #inFlight = new Map<string, AbortController>()
  readonly #answers: Answer[] = []
  readonly #measured = new Map<string, MeasuredEvent>()
  readonly #vectors: KnownVectors = new Map()
  #newestSeq = 0
  /** Calls started since the last event; detects endless repeats. */
  #callsWithoutEvent = 0
  #failedCommits = 0
  #wake = () => {}

  constructor(context: EngineContext, state: DiscussionState, openSubDiscussion: OpenSubDiscussion | undefined) {
    this.#context = context
    this.#openSubDiscussion = openSubDiscussion
    this.committed = state
    this.#state = state
  }

  onAppend(seq: number): void {
    this.#newestSeq = Math.max(seq, this.#newestSeq)
    if (this.#isStale) this.#wake()
  }

  /** The store notifies us of our own appends before we count them as committed. */
  get #isStale(): boolean {
    return this.#newestSeq > this.committed.seq
  }

  async runUntilBlocked({ now, soon }: StopSignals): Promise<RunResult> {
    let wakeAt: number | undefined
    const wake = () => this.#wake()
    now.addEventListener("abort", wake, { once: true })
    try {
      this.#record(retryInterruptedCalls(this.#state))
      while (!now.aborted) {
        const step = this.#guarded(() => nextStep(this.#state, this.#context.clock.now()))
        if (step.kind === "record") {
          this.#record(step.events)
          continue
        }
        if (!(await this.#commit(now))) continue
        if (step.kind === "measure") {
          await this.#measure(step, now)
          continue
        }
        if (step.kind === "wait") wakeAt = step.until
        if (step.kind !== "call") break
        if (soon?.aborted && this.#inFlight.size === 0) break
        this.cancelAllExcept(step.calls)
        for (const call of step.calls) {
          if (this.#isAnswered(call)) continue
          if (call.interrupted) this.#interrupt(call)
          else if (!soon?.aborted && !isOver(this.#state.status)) this.#startCall(call)
        }
        if (isOver(this.#state.status)) continue
        await this.#waitForWork(now, step.until)
        if (this.#isStale) await this.#catchUp()
        for (const answer of this.#answers.splice(0)) await this.#settle(answer)
      }
    } finally {
      now.removeEventListener("abort", wake)
    }
    return { seq: this.committed.seq, ...(wakeAt !== undefined && { wakeAt }) }
  }

  #guarded<T>(step: () => T): T {
    return guarded(this.#context, this.#state.id, step)
  }

  #record(events: readonly NewEvent[]): void {
    const at = this.#context.clock.now()
    if (events.length > 0) this.#callsWithoutEvent = 0
    for (const newEvent of events) {
      const event = { ...newEvent, seq: this.#state.seq + 1, at }
      this.#state = foldEvent(this.#state, event)
      this.#pending.push(event)
    }
  }

  /** Returns false on a conflict or a retry: the next step must be computed again. */
  async #commit(now: AbortSignal): Promise<boolean> {
    if (this.#pending.length === 0) return true
    try {
      await this.#context.store.append(this.committed.id, this.#pending)
      this.committed = this.#state
      this.#pending = []
      this.#unsaved = []
      this.#failedCommits = 0
      return true
    } catch (error) {
      if (!(error instanceof ConclaveError)) throw error
      if (error.code === "CONFLICT") await this.#catchUp()
      else if (error.code === "DATABASE_UNAVAILABLE" && this.#failedCommits++ < maxFailedCommits) await this.#pause(now)
      else throw error
      return false
    }
  }

  /** Waits before the next commit. Answers are kept meanwhile: asking the models again would cost again. */
  async #pause(now: AbortSignal): Promise<void> {
    if (now.aborted) return
    await new Promise<void>((resolve) => {
      const cancel = this.#context.clock.after(failedCommitPauseMs, resolve)
      this.#wake = () => {
        if (!now.aborted) return
        cancel()
        resolve()
      }
    })
  }

  /** Reads what others appended and settles our own unsaved answers on top of it. */
  async #catchUp(): Promise<void> {
    const newestSeq = this.#newestSeq
    const events = await this.#context.store.read(this.committed.id, this.committed.seq)
    if (newestSeq === this.#newestSeq) this.#newestSeq = 0
    if (events.length > 0) this.#callsWithoutEvent = 0
    this.committed = foldEvents(this.committed, events)
    this.#state = this.committed
    this.#pending = []
    for (const answer of this.#unsaved.splice(0)) await this.#settle(answer)
  }

  /** Whether an answer has arrived that is not settled yet. */
  #isAnswered(call: OpenCall): boolean {
    return this.#answers.some(({ callId, attempt }) => callId === call.id && attempt === call.attempt)
  }

  #startCall(call: OpenCall): void {
    const key = keyOf(call.id, call.attempt)
    if (this.#inFlight.has(key)) return
    const repeats = Math.floor(this.#callsWithoutEvent++ / this.#state.openCalls.length)
    if (repeats >= maxRepeatedCalls) return void this.#record([finishFailed(this.#state, "error", callLoopError)])
    const controller = new AbortController()
    this.#inFlight.set(key, controller)
    const delayMs = repeats === 0 ? call.delayMs : Math.max(call.delayMs, repeatDelayMs * 2 ** repeats)
    void askSeat(this.#context, this.#state, { ...call, delayMs }, controller.signal).then((reply) => {
      this.#inFlight.delete(key)
      this.#answers.push({ callId: call.id, attempt: call.attempt, reply })
      this.#wake()
    })
  }

  /** Measures each round once, even if others append meanwhile. */
  async #measure(step: MeasureStep, now: AbortSignal): Promise<void> {
    const key = `${step.of}#${step.round}`
    const measured = this.#measured.get(key)
    if (measured) return this.#record([measured])
    if (!this.#inFlight.has(key)) {
      this.cancelAllExcept([])
      const controller = new AbortController()
      this.#inFlight.set(key, controller)
      const { signal } = controller
      const input = { context: this.#context, state: this.#state, step, known: this.#vectors, signal }
      void import("./measure-round.ts").then(async ({ measureRound }) => {
        const event = await measureRound(input)
        this.#inFlight.delete(key)
        if (!signal.aborted) this.#measured.set(key, event)
        this.#wake()
      })
    }
    await this.#waitForWork(now, undefined)
    if (this.#isStale) await this.#catchUp()
  }

  /** The text received so far becomes the answer; it is empty if another loop made the call. */
  #interrupt(call: OpenCall): void {
    const controller = this.#inFlight.get(keyOf(call.id, call.attempt))
    if (controller) {
      controller.abort(interruptReason)
      return
    }
    const reply: Reply = { kind: "said", text: "", finishReason: "cut", usage: noUsage }
    this.#answers.push({ callId: call.id, attempt: call.attempt, reply })
  }

  /** Late answers, to a call that is closed or in another attempt, are dropped. */
  async #settle(answer: Answer): Promise<void> {
    const call = this.#state.openCalls.find(({ id, attempt }) => id === answer.callId && attempt === answer.attempt)
    if (!call || !answer.reply) return
    this.#unsaved.push(answer)
    const { reply } = answer
    const settleCall = isSpoken(call) ? settleSpoken : (await import("../../core/settle.ts")).settle
    const now = this.#context.clock.now()
    this.#record(this.#guarded(() => settleCall(this.#state, call, reply, now, this.#openSubDiscussion)))
  }

  cancelAllExcept(calls: readonly OpenCall[]): void {
    const wanted = new Set(calls.map((call) => keyOf(call.id, call.attempt)))
    for (const [key, controller] of this.#inFlight) if (!wanted.has(key)) controller.abort()
  }

  async #waitForWork(signal: AbortSignal, until: number | undefined): Promise<void> {
    if (this.#answers.length > 0 || this.#isStale || signal.aborted) return
    let cancel = () => {}
    await new Promise<void>((resolve) => {
      this.#wake = resolve
      if (until !== undefined) cancel = scheduleAt(this.#context.clock, until, resolve)
    })
    cancel()
  }
}

function keyOf(callId: string, attempt: number): string {
  return `${callId}#${attempt}`
}
