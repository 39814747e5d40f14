import type { DiscussionEvent, NewEvent } from "../../core/discussion/event.ts"
import { fold, foldEvent, foldEvents, isOver } from "../../core/discussion/fold.ts"
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
import { type EngineContext, guarded, scheduleAt } from "../context.ts"
import { askSeat } from "./ask-seat.ts"
import type { KnownVectors, MeasuredEvent, MeasureStep } from "./measure-round.ts"

interface Answer {
  readonly callId: string
  readonly attempt: number
  /** undefined: the call was called off. */
  readonly reply: Reply | undefined
}

/** How a loop is made to leave before its discussion is over. */
interface StopSignals {
  /** Now; calls under way are called off and made again by whoever runs it on. */
  readonly now: AbortSignal
  /** When the calls under way have been answered. */
  readonly soon?: AbortSignal
}

export interface RunResult {
  readonly seq: number
  /** When it is to be run again although nobody says anything: a wait is over then. */
  readonly wakeAt?: number
}

/**
 * Runs a discussion until it is over or waits for somebody, and says where it left it. One loop for every format: ask
 * the core what must happen, do it, write down what came of it. Facts that need nobody's answer are committed together
 * with the answer before them, so a model call costs one transaction.
 */
export async function runDiscussion(
  context: EngineContext,
  discussionId: string,
  signals: StopSignals,
): Promise<RunResult> {
  const events = await context.store.read(discussionId)
  const state = guarded(context, discussionId, () => fold(discussionId, events))
  // They need the rules of tables, which discussions do without whose seats may open none.
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

/** How often the same calls are made although nothing came of them, and how long it waits before the first repeat. */
const maxRepeatedCalls = 5
const repeatDelayMs = 500

/** How long answers wait for a database that cannot store them. */
const maxFailedCommits = 60
const failedCommitPauseMs = 1_000
const callLoopError = {
  code: "CALL_LOOP",
  message: "models were asked again and again without a result; the discussion was stopped to save cost",
  recoverable: true,
} as const

class RunLoop {
  readonly #context: EngineContext
  readonly #openSubDiscussion: OpenSubDiscussion | undefined
  /** What the store has. `#state` may be ahead of it by what is about to be committed. */
  committed: DiscussionState
  #state: DiscussionState
  #pending: DiscussionEvent[] = []
  /** Answers whose events are pending; settled again if somebody else wrote first. */
  #unsaved: Answer[] = []
  readonly #inFlight = new Map<string, AbortController>()
  readonly #answers: Answer[] = []
  readonly #measured = new Map<string, MeasuredEvent>()
  readonly #vectors: KnownVectors = new Map()
  #newestSeq = 0
  /** Calls started since the last event: models must not be asked over and over while nothing comes of it. */
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

  /** Of its own events it is told before it counts them as committed; afterwards they are nothing new. */
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
    for (const fact of events) {
      const event = { ...fact, seq: this.#state.seq + 1, at }
      this.#state = foldEvent(this.#state, event)
      this.#pending.push(event)
    }
  }

  /** False where somebody else wrote first: then the step is to be thought over again. */
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

  /** What was answered is kept until it can be stored; asking again would cost again. */
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

  /** Takes in what others wrote and settles our own answers again on top of it. */
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

  /** It was answered while something else was being written down, and is settled next. */
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

  /** Asked once a round, whoever writes to the log meanwhile; what ends the discussion ends the asking. */
  async #measure(step: MeasureStep, now: AbortSignal): Promise<void> {
    const key = `${step.of}#${step.round}`
    const measured = this.#measured.get(key)
    if (measured) return this.#record([measured])
    if (!this.#inFlight.has(key)) {
      this.cancelAllExcept([])
      const controller = new AbortController()
      this.#inFlight.set(key, controller)
      const { signal } = controller
      const asked = { context: this.#context, state: this.#state, step, known: this.#vectors, signal }
      void import("./measure-round.ts").then(async ({ measureRound }) => {
        const event = await measureRound(asked)
        this.#inFlight.delete(key)
        if (!signal.aborted) this.#measured.set(key, event)
        this.#wake()
      })
    }
    await this.#waitForWork(now, undefined)
    if (this.#isStale) await this.#catchUp()
  }

  /** What has been heard of it is the answer; where another loop listened, nothing was. */
  #interrupt(call: OpenCall): void {
    const underWay = this.#inFlight.get(keyOf(call.id, call.attempt))
    underWay?.abort(interruptReason)
    if (underWay) return
    const reply: Reply = { kind: "said", text: "", finishReason: "cut", usage: noUsage }
    this.#answers.push({ callId: call.id, attempt: call.attempt, reply })
  }

  /** An answer to a call that is no longer open, or open in another attempt, comes too late and is dropped. */
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
