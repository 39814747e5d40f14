import type { DiscussionEvent, LiveEvent } from "../../core/discussion/event.ts"
import { foldEvent, initialState, isOver } from "../../core/discussion/fold.ts"
import type { DiscussionState, Status } from "../../core/discussion/state.ts"
import { ConclaveError } from "../../core/errors.ts"
import { describeQuestion } from "../../core/prompting/write-prompt.ts"
import { publish } from "../../core/public/publish.ts"
import { publishDiscussion } from "../../core/public/publish-discussion.ts"
import { isoTime } from "../../core/text.ts"
import type { FollowedEvent } from "../../engine/live/follower.ts"
import { Deliberation } from "../single-reply/deliberation.ts"
import { encodeEach } from "../sse/event-encoder.ts"
import type { FeedOptions } from "../sse/feed.ts"

export type A2aPart =
  | { readonly text: string; readonly mediaType: string }
  | { readonly data: unknown; readonly mediaType: string }

export interface A2aMessage {
  readonly messageId: string
  readonly taskId: string
  readonly contextId: string
  readonly role: "ROLE_AGENT" | "ROLE_USER"
  readonly parts: readonly A2aPart[]
}

export interface A2aStatus {
  readonly state: (typeof taskStates)[Status]
  readonly timestamp: string
  readonly message?: A2aMessage
}

export interface A2aArtifact {
  readonly artifactId: "answer" | "record"
  readonly name: string
  readonly parts: readonly A2aPart[]
}

export interface A2aTask {
  readonly id: string
  readonly contextId: string
  readonly status: A2aStatus
  readonly artifacts: readonly A2aArtifact[]
  readonly history: readonly A2aMessage[]
}

interface TaskIds {
  readonly taskId: string
  readonly contextId: string
}

export type A2aUpdate =
  | { readonly task: A2aTask }
  | { readonly statusUpdate: TaskIds & { readonly status: A2aStatus } }
  | {
      readonly artifactUpdate: TaskIds & {
        readonly artifact: A2aArtifact
        readonly append: boolean
        readonly lastChunk: boolean
      }
    }

/** A2A has no state for paused discussions; they count as working. */
const taskStates = {
  queued: "TASK_STATE_SUBMITTED",
  running: "TASK_STATE_WORKING",
  paused: "TASK_STATE_WORKING",
  waiting: "TASK_STATE_INPUT_REQUIRED",
  completed: "TASK_STATE_COMPLETED",
  failed: "TASK_STATE_FAILED",
  aborted: "TASK_STATE_CANCELED",
} as const satisfies Readonly<Record<Status, string>>

export function contextOf({ id, table }: DiscussionState): string {
  return table.sessionId ?? id
}

/** Events that complete a message: each turn, ballot and comment is one. */
const messageEnds: ReadonlySet<string> = new Set([
  ...["turn_completed", "turn_passed", "turn_skipped", "interjection", "ballot_result", "consensus_result"],
])

export class TaskReader {
  state: DiscussionState
  readonly history: A2aMessage[]
  readonly #deliberation = new Deliberation()
  #text = ""

  constructor(id: string, events: readonly DiscussionEvent[]) {
    const [created, ...rest] = events
    if (!created) throw new ConclaveError("NOT_FOUND", `there is no task "${id}"`)
    this.state = initialState(id, created)
    this.#deliberation.read(publish(created))
    this.history = [{ ...this.#message([textPart(this.state.table.topic)]), role: "ROLE_USER" }]
    for (const event of rest) this.read(event)
  }

  /** Applies an event and returns the message that it completes, if any. */
  read(event: LiveEvent): A2aMessage | undefined {
    this.#text += this.#deliberation.read(publish(event))
    if (event.type === "turn_chunk") return undefined
    this.state = foldEvent(this.state, event)
    const text = this.#text.trim()
    if (text === "" || !messageEnds.has(event.type)) return undefined
    this.#text = ""
    const message = this.#message([textPart(text)])
    this.history.push(message)
    return message
  }

  task(historyLength = this.history.length): A2aTask {
    const { id } = this.state
    const history = historyLength === 0 ? [] : this.history.slice(-historyLength)
    return { id, contextId: contextOf(this.state), status: this.status(), artifacts: this.artifacts(), history }
  }

  status(about?: A2aMessage): A2aStatus {
    const parts = statusParts(this.state, this.#deliberation)
    const message = about ?? (parts.length > 0 ? this.#message(parts) : undefined)
    const timestamp = isoTime(this.state.updatedAt)
    return { state: taskStates[this.state.status], timestamp, ...(message && { message }) }
  }

  /** The answer as text, and the outcome with the decision record as data. */
  artifacts(): readonly A2aArtifact[] {
    const { end } = this.#deliberation
    if (!end) return []
    const { outcome, record } = publishDiscussion(this.state)
    const parts: readonly A2aPart[] = [{ data: { outcome, record }, mediaType: "application/json" }]
    const decision: A2aArtifact = { artifactId: "record", name: "Decision record", parts }
    if (end.kind !== "answered") return [decision]
    return [{ artifactId: "answer", name: "Answer", parts: [textPart(end.answer)] }, decision]
  }

  /** The id is derived from the event number, so repeats have the same id. */
  #message(parts: readonly A2aPart[]): A2aMessage {
    const { id, seq } = this.state
    return { messageId: `${id}-${seq}`, taskId: id, contextId: contextOf(this.state), role: "ROLE_AGENT", parts }
  }
}

/** The open questions as text and data, or how the discussion ended. */
function statusParts(state: DiscussionState, { end }: Deliberation): readonly A2aPart[] {
  if (state.status === "waiting") return state.openCalls.flatMap((call) => (call.awaiting ? asked(state, call) : []))
  if (state.status === "paused") return [textPart("The discussion is paused and has to be resumed by a person.")]
  if (end?.kind === "failed") return [textPart(end.error.message)]
  if (end?.kind === "aborted") return [textPart(end.reason)]
  return end ? [textPart(end.outcome.sentence)] : []
}

function asked(state: DiscussionState, call: DiscussionState["openCalls"][number]): readonly A2aPart[] {
  const seat = state.everyone.find(({ id }) => id === call.seat)!
  const question = describeQuestion(state, call)
  const data = { seat: seat.id, name: seat.name, ...question }
  return [textPart(`${seat.name}: ${question.question}`), { data, mediaType: "application/json" }]
}

function textPart(text: string): A2aPart {
  return { text, mediaType: "text/markdown" }
}

/** Encodes the updates of a task: a status per message, and the artifacts at the end. */
export function encodeTask(
  reader: TaskReader,
  write: (update: A2aUpdate) => string,
): FeedOptions<FollowedEvent>["encode"] {
  const ids = { taskId: reader.state.id, contextId: contextOf(reader.state) }
  let last = false
  const encode = encodeEach(({ event }) => {
    if (last) return ""
    const before = reader.state.status
    const message = reader.read(event)
    const updates: A2aUpdate[] = message ? [{ statusUpdate: { ...ids, status: reader.status(message) } }] : []
    const { status } = reader.state
    if (status !== before) {
      for (const artifact of reader.artifacts())
        updates.push({ artifactUpdate: { ...ids, artifact, append: false, lastChunk: true } })
      updates.push({ statusUpdate: { ...ids, status: reader.status() } })
      // The client answers with another call, so this stream ends.
      last = isOver(status) || status === "waiting"
    }
    return updates.map(write).join("")
  })
  return (followed) => ({ ...encode(followed), last })
}
