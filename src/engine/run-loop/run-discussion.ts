import type { DiscussionEvent, NewEvent } from "../../core/discussion/event.ts"
import { apply, foldOn } from "../../core/discussion/fold.ts"
import type { DiscussionState, OpenCall } from "../../core/discussion/state.ts"
import { noUsage } from "../../core/discussion/usage.ts"
import { ConclaveError } from "../../core/errors.ts"
import { nextStep } from "../../core/next-step.ts"
import { type Reply, restartInterrupted, settle } from "../../core/settle.ts"
import type { EngineContext } from "../context.ts"
import { loadState } from "../load-state.ts"
import { askModel, cutIn } from "./ask-model.ts"
import { type Measured, measureNovelty } from "./measure-novelty.ts"
import { tendSubDiscussion } from "./tend-sub-discussion.ts"
import { wakeAtTime } from "./wake-at-time.ts"

interface Answer {
  readonly callId: string
  readonly attempt: number
  /** undefined: the call was called off. */
  readonly reply: Reply | undefined
}

/** How a loop is made to leave before its discussion is over. */
export interface Leave {
  /** Now; calls under way are called off and made again by whoever runs it on. */
  readonly now: AbortSignal
  /** When the calls under way have been answered. */
  readonly soon?: AbortSignal
}

/** Where a loop left its discussion. */
export interface Left {
  /** The number of the last event it knew of. */
  readonly seq: number
  /** When it is to be run again although nobody says anything: a wait is over then. */
  readonly wakeAt?: number
}

/**
 * Runs a discussion until it is over or waits for somebody, and says where it left it. One loop for every format: ask
 * the core what must happen, do it, write down what came of it. Facts that need nobody's answer are committed together
 * with the answer before them, so a model call costs one transaction.
 */
export async function runDiscussion(context: EngineContext, discussionId: string, leave: Leave): Promise<Left> {
  const run = new Run(context, await loadState(context.store, discussionId))
  const unwatch = context.store.watch(discussionId, (seq) => run.stir(seq))
  try {
    const left = await run.toTheNextWait(leave)
    if (!leave.now.aborted) await tendSubDiscussion(context, run.committed)
    return left
  } finally {
    unwatch()
    run.callOff()
  }
}

class Run {
  readonly #context: EngineContext
  /** What the store has. `#state` may be ahead of it by what is about to be committed. */
  #committed: DiscussionState
  #state: DiscussionState
  #pending: DiscussionEvent[] = []
  /** Answers whose events are pending; settled again if somebody else wrote first. */
  #unsaved: Answer[] = []
  readonly #underWay = new Map<string, AbortController>()
  readonly #answers: Answer[] = []
  #measured: Measured | undefined
  readonly #vectors = new Map<string, readonly number[]>()
  #behind = false
  #wake = () => {}

  constructor(context: EngineContext, state: DiscussionState) {
    this.#context = context
    this.#committed = state
    this.#state = state
  }

  get committed(): DiscussionState {
    return this.#committed
  }

  /** Somebody wrote to the log. */
  stir(seq: number): void {
    if (seq <= this.#committed.seq) return
    this.#behind = true
    this.#wake()
  }

  async toTheNextWait({ now, soon }: Leave): Promise<Left> {
    let wakeAt: number | undefined
    const wake = () => this.#wake()
    now.addEventListener("abort", wake, { once: true })
    try {
      this.#record(restartInterrupted(this.#state))
      while (!now.aborted) {
        const step = nextStep(this.#state, this.#context.clock.now())
        if (step.kind === "record") {
          this.#record(step.events)
          continue
        }
        if (!(await this.#commit())) continue
        if (step.kind === "measure") {
          await this.#measure(step.model, now)
          continue
        }
        if (step.kind === "wait") wakeAt = step.until
        if (step.kind !== "call") break
        if (soon?.aborted && this.#underWay.size === 0) break
        this.#callOffAllBut(step.calls)
        for (const call of step.calls) {
          if (call.interrupted) this.#cutShort(call)
          else if (!soon?.aborted) this.#ask(call)
        }
        await this.#somethingToDo(now, step.until)
        if (this.#behind) await this.#catchUp()
        for (const answer of this.#answers.splice(0)) this.#settle(answer)
      }
    } finally {
      now.removeEventListener("abort", wake)
    }
    return { seq: this.#committed.seq, ...(wakeAt !== undefined && { wakeAt }) }
  }

  callOff(): void {
    this.#callOffAllBut([])
  }

  #record(events: readonly NewEvent[]): void {
    const at = this.#context.clock.now()
    for (const fact of events) {
      const event = { ...fact, seq: this.#state.seq + 1, at }
      this.#state = apply(this.#state, event)
      this.#pending.push(event)
    }
  }

  /** False where somebody else wrote first: then the step is to be thought over again. */
  async #commit(): Promise<boolean> {
    if (this.#pending.length === 0) return true
    try {
      await this.#context.store.append(this.#committed.id, this.#pending)
      this.#committed = this.#state
      this.#pending = []
      this.#unsaved = []
      return true
    } catch (error) {
      if (!(error instanceof ConclaveError) || error.code !== "CONFLICT") throw error
      await this.#catchUp()
      return false
    }
  }

  /** Takes in what others wrote and settles our own answers again on top of it. */
  async #catchUp(): Promise<void> {
    const { store } = this.#context
    const events = await store.read(this.#committed.id, this.#committed.seq)
    this.#behind = false
    this.#committed = foldOn(this.#committed, events)
    this.#state = this.#committed
    this.#pending = []
    for (const answer of this.#unsaved.splice(0)) this.#settle(answer)
  }

  #ask(call: OpenCall): void {
    const key = keyOf(call.id, call.attempt)
    if (this.#underWay.has(key)) return
    const controller = new AbortController()
    this.#underWay.set(key, controller)
    const asking = { context: this.#context, state: this.#state, call, signal: controller.signal }
    void askModel(asking).then((reply) => {
      this.#underWay.delete(key)
      this.#answers.push({ callId: call.id, attempt: call.attempt, reply })
      this.#wake()
    })
  }

  /** Asked once a round, whoever writes to the log meanwhile; what ends the discussion ends the asking. */
  async #measure(model: string, now: AbortSignal): Promise<void> {
    const round = this.#state.round!.number
    if (this.#measured?.data.roundNumber === round) return this.#record([this.#measured])
    const key = `novelty#${round}`
    if (!this.#underWay.has(key)) {
      this.#callOffAllBut([])
      const controller = new AbortController()
      this.#underWay.set(key, controller)
      const { signal } = controller
      const measuring = { context: this.#context, state: this.#state, model, known: this.#vectors, signal }
      void measureNovelty(measuring).then((measured) => {
        this.#underWay.delete(key)
        if (!signal.aborted) this.#measured = measured
        this.#wake()
      })
    }
    await this.#somethingToDo(now, undefined)
    if (this.#behind) await this.#catchUp()
  }

  /** What has been heard of it is the answer; where another loop listened, nothing was. */
  #cutShort(call: OpenCall): void {
    const underWay = this.#underWay.get(keyOf(call.id, call.attempt))
    underWay?.abort(cutIn)
    if (underWay) return
    const reply: Reply = { kind: "said", text: "", finishReason: "cut", usage: noUsage }
    this.#answers.push({ callId: call.id, attempt: call.attempt, reply })
  }

  /** An answer to a call that is no longer open, or open in another attempt, comes too late and is dropped. */
  #settle(answer: Answer): void {
    const call = this.#state.open.find(({ id, attempt }) => id === answer.callId && attempt === answer.attempt)
    if (!call || !answer.reply) return
    this.#unsaved.push(answer)
    this.#record(settle(this.#state, call, answer.reply, this.#context.clock.now()))
  }

  #callOffAllBut(calls: readonly OpenCall[]): void {
    const wanted = new Set(calls.map((call) => keyOf(call.id, call.attempt)))
    for (const [key, controller] of this.#underWay) if (!wanted.has(key)) controller.abort()
  }

  async #somethingToDo(signal: AbortSignal, until: number | undefined): Promise<void> {
    if (this.#answers.length > 0 || this.#behind || signal.aborted) return
    let cancel = () => {}
    await new Promise<void>((resolve) => {
      this.#wake = resolve
      if (until !== undefined) cancel = wakeAtTime(this.#context.clock, until, resolve)
    })
    cancel()
  }
}

function keyOf(callId: string, attempt: number): string {
  return `${callId}#${attempt}`
}
