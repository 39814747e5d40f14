import type { DiscussionEvent, NewEvent } from "../../src/core/discussion/event.ts"
import { fold, foldEvent, isOver } from "../../src/core/discussion/fold.ts"
import type { DiscussionState, OpenCall } from "../../src/core/discussion/state.ts"
import { runningSubDiscussion } from "../../src/core/discussion/sub-discussion.ts"
import type { Table } from "../../src/core/discussion/table.ts"
import { nextStep } from "../../src/core/next-step.ts"
import { type Reply, settle } from "../../src/core/settle.ts"
import { closeSubDiscussion } from "../../src/core/steps/close-sub-discussion.ts"
import { discussionStarted } from "../../src/core/steps/lifecycle.ts"
import { sharedPositions } from "../../src/core/steps/rounds.ts"

export interface Script {
  /** The reply of a seat; undefined if there is none, as with people. */
  readonly answer: (state: DiscussionState, call: OpenCall) => string | Partial<Reply> | undefined
  /** Actions from outside, by the number of completed turns. */
  readonly acts?: Readonly<Record<number, (player: Player) => readonly NewEvent[]>>
  /** Ends the log although the discussion has not ended. */
  readonly stop?: (state: DiscussionState) => boolean
}

const usage = { promptTokens: 120, cachedTokens: 40, completionTokens: 30, cost: 0.002 }

/** Plays a discussion deterministically through the core alone, with scripted replies. */
export class Player {
  readonly id: string
  readonly events: DiscussionEvent[]
  /** The sub-discussions, in order. */
  readonly children: Player[] = []
  state: DiscussionState
  now = 1_767_225_600_000

  constructor(id: string, events: readonly DiscussionEvent[]) {
    this.id = id
    this.events = [...events]
    this.state = fold(id, events)
    this.now = Math.max(this.now, this.state.updatedAt)
  }

  static begin(id: string, table: Table, at = 1_767_225_600_000): Player {
    const player = new Player(id, [{ type: "discussion_created", data: { table }, seq: 1, at }])
    player.record([discussionStarted(table)])
    return player
  }

  record(facts: readonly NewEvent[]): void {
    for (const fact of facts) {
      const event = { ...fact, seq: this.state.seq + 1, at: this.now }
      this.state = foldEvent(this.state, event)
      this.events.push(event)
    }
  }

  play(script: Script): this {
    const acts = new Map(Object.entries(script.acts ?? {}))
    for (let steps = 0; !isOver(this.state.status) && !script.stop?.(this.state); steps++) {
      if (steps > 2_000) throw new Error(`${this.id} does not end`)
      this.now += 700
      const step = nextStep(this.state, this.now)
      if (step.kind === "record") {
        this.record(step.events)
        continue
      }
      if (step.kind === "measure") {
        const about = { roundNumber: step.round, modelId: step.model, tokenUsage: usage }
        if (step.of === "positions") {
          const positions = sharedPositions(this.state, this.state.round!, () => 0.9)
          this.record([{ type: "positions_compared", data: { ...about, positions } }])
          continue
        }
        const similarity = step.round === 1 ? 0.3 : 0.99
        this.record([{ type: "novelty_measured", data: { ...about, similarity } }])
        continue
      }
      const due = [...acts.keys()].find((turns) => Number(turns) <= this.state.turns.length)
      if (due !== undefined) {
        const act = acts.get(due)!
        acts.delete(due)
        this.record(act(this))
        continue
      }
      if (this.#takeBack(script)) continue
      const waiting = this.state.openCalls.filter((call) => call.awaiting)
      const call = step.kind === "call" ? step.calls.at(-1) : waiting[0]
      const reply = call && asReply(script.answer(this.state, call), call)
      if (call && reply) this.record(settle(this.state, call, reply, this.now))
      else if ("until" in step && step.until !== undefined) this.now = Math.max(this.now, step.until)
      else if (this.state.paused) this.record([{ type: "discussion_resumed", data: {} }])
      else return this
    }
    return this
  }

  #takeBack(script: Script): boolean {
    const sub = runningSubDiscussion(this.state)
    if (!sub || this.state.openCalls.length > 0) return false
    const child = Player.begin(sub.discussionId, sub.table, this.now)
    this.children.push(child.play({ answer: script.answer }))
    this.now = child.now
    this.record(closeSubDiscussion(this.state, child.state, this.now))
    return true
  }
}

function asReply(answer: ReturnType<Script["answer"]>, call: OpenCall): Reply | undefined {
  if (answer === undefined) return undefined
  if (typeof answer === "string") return { kind: "said", text: answer, finishReason: "stop", usage, ...modelOf(call) }
  if (answer.kind === "failed") {
    const error = { code: "PROVIDER_ERROR", message: "no answer", recoverable: true } as const
    return { error, usage, ...answer, kind: "failed" }
  }
  return { text: "", finishReason: "stop", usage, ...modelOf(call), ...answer, kind: "said" }
}

function modelOf({ model }: OpenCall) {
  return model === undefined ? {} : { modelId: model }
}
