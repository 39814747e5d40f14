import type { DiscussionEvent, LiveEvent } from "../core/discussion/event.ts"
import { fold, foldEvents } from "../core/discussion/fold.ts"
import type { DiscussionState } from "../core/discussion/state.ts"
import type { Table } from "../core/discussion/table.ts"
import { addUsage, noUsage, type TokenUsage } from "../core/discussion/usage.ts"
import type { SeatInput } from "../core/formats/discussion-input.ts"
import { omitUndefined } from "../core/omit-undefined.ts"
import { encodeSse } from "../core/public/encode-sse.ts"
import { publish } from "../core/public/publish.ts"
import { publishOutcome } from "../core/public/publish-discussion.ts"
import type { PublicEvent, PublicEventOf, PublicEventType, PublicOutcome, PublicTurn } from "../core/public/types.ts"
import type { SubDiscussionInput } from "../core/steering/create-sub-discussion.ts"
import type { EngineContext, Verb } from "../engine/context.ts"
import { follow } from "../engine/live/follower.ts"
import { answerForSeat, type StanceInput } from "../engine/verbs/answer-for-seat.ts"
import { checkMaterials } from "../engine/verbs/check-materials.ts"
import { createWithTable, startHeldDiscussion } from "../engine/verbs/create-with-table.ts"
import { interject } from "../engine/verbs/interject.ts"
import { startSubDiscussion } from "../engine/verbs/start-sub-discussion.ts"
import {
  abortDiscussion,
  interruptTurn,
  joinDiscussion,
  leaveDiscussion,
  pauseDiscussion,
  resumeDiscussion,
} from "../engine/verbs/steer-discussion.ts"
import type { Clock } from "../ports/clock.ts"
import { noDiscussion } from "../ports/discussion-store.ts"

type Handler = (event: PublicEvent) => void

/** Called while a discussion runs. */
export interface RunHooks {
  /** Called with every finished turn, including passes. */
  readonly onTurn?: (turn: PublicTurn) => void
  /** Called when usage grows, with the total so far; `cost` is in US dollars where the price is known. */
  readonly onUsage?: (total: TokenUsage) => void
}

/** A running discussion: iterate its events, subscribe to them, steer it, or await its outcome. */
export class Run implements AsyncIterable<PublicEvent> {
  /** The discussion's id. */
  readonly id: string
  /** Resolves when the discussion ends, for whatever reason. Rejects only if its events could not be stored. */
  readonly outcome: Promise<PublicOutcome>
  readonly #context: Promise<EngineContext>
  readonly #handlers = new Map<string, Set<Handler>>()
  readonly #unfolded: DiscussionEvent[] = []
  #onUsage: RunHooks["onUsage"]
  #state: DiscussionState

  constructor(
    context: EngineContext | Promise<EngineContext>,
    state: DiscussionState,
    started: Promise<unknown>,
    signal?: AbortSignal,
  ) {
    this.id = state.id
    // Verbs must wait until the discussion is stored.
    this.#context = started.catch(() => {}).then(() => context)
    this.#state = state
    this.outcome = started.then(() => this.#watch())
    this.outcome.catch(() => {}) // awaiting the outcome is optional, so it must not be an unhandled rejection
    this.#context.catch(() => {})
    if (signal) this.#abortWith(signal)
  }

  /** The state as of the last event. Folded on access, since most callers never read it. */
  get state(): DiscussionState {
    this.#state = foldEvents(this.#state, this.#unfolded.splice(0))
    return this.#state
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<PublicEvent, void> {
    for await (const event of follow(await this.#context, { discussionId: this.id })) yield publish(event)
  }

  /** Calls the handler for every event of a type. Returns a function that unsubscribes it. */
  on<T extends PublicEventType>(type: T, handler: (event: PublicEventOf<T>) => void): () => void {
    const handlers = this.#handlers.get(type) ?? new Set()
    this.#handlers.set(type, handlers.add(handler as Handler))
    return () => handlers.delete(handler as Handler)
  }

  listen({ onTurn, onUsage }: RunHooks): void {
    for (const type of ["turn_completed", "turn_passed"] as const) {
      if (onTurn) this.on(type, ({ data }) => onTurn(data.turn))
    }
    this.#onUsage = onUsage
  }

  /** The events as server-sent events, encoded as the server does: a response body. */
  toReadableStream(): ReadableStream<Uint8Array> {
    const events = this[Symbol.asyncIterator]()
    const encoder = new TextEncoder()
    return new ReadableStream({
      pull: async (controller) => {
        const { done, value } = await events.next()
        if (done) controller.close()
        else controller.enqueue(encoder.encode(encodeSse(this.id, value)))
      },
      cancel: async () => void (await events.return()),
    })
  }

  /** A `Response` that streams the events, for any web framework. */
  toResponse(headers: Readonly<Record<string, string>> = {}): Response {
    const own = { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-cache, no-transform" }
    return new Response(this.toReadableStream(), { headers: { ...own, ...headers } })
  }

  async abort(reason?: string): Promise<void> {
    await this.#do(abortDiscussion, omitUndefined({ reason }))
  }

  async pause(): Promise<void> {
    await this.#do(pauseDiscussion, {})
  }

  async resume(): Promise<void> {
    await this.#do(resumeDiscussion, {})
  }

  /** Answers for the seat that is waiting; name the seat if several are. */
  async say(content: string, seat?: string, stance?: StanceInput): Promise<void> {
    await this.#do(answerForSeat, { content, ...omitUndefined({ seat, stance }) })
  }

  /** Adds a comment out of turn. */
  async interject(author: string, content: string): Promise<void> {
    await this.#do(interject, { author, content })
  }

  /** Cuts off the current turn, or the one named; the text so far stays, marked as cut. */
  async interrupt(turn?: string): Promise<void> {
    await this.#do(interruptTurn, omitUndefined({ turn }))
  }

  /** Adds a seat, which takes part from the next round on. */
  async join(seat: SeatInput): Promise<void> {
    await this.#do(joinDiscussion, { seat })
  }

  /** Removes a seat by id or name; it gets no further turns or votes. */
  async leave(seat: string): Promise<void> {
    await this.#do(leaveDiscussion, { seat })
  }

  /** Starts a side discussion among some of the seats; its outcome returns as one turn. */
  async openSubDiscussion(request: SubDiscussionInput): Promise<Run> {
    const { id } = await this.#do(startSubDiscussion, { request })
    return openRun(await this.#context, id)
  }

  async #do<Input, Output>(verb: Verb<Input, Output>, input: Input): Promise<Output> {
    return verb({ context: await this.#context, input: { ...input, discussionId: this.id } })
  }

  #abortWith(signal: AbortSignal): void {
    const abort = () => void this.abort("the caller's signal was aborted").catch(() => {})
    if (signal.aborted) abort()
    signal.addEventListener("abort", abort, { once: true })
    const unsubscribe = () => signal.removeEventListener("abort", abort)
    this.outcome.then(unsubscribe, unsubscribe)
  }

  async #watch(): Promise<PublicOutcome> {
    const wantsChunks = () => (this.#handlers.get("turn_chunk")?.size ?? 0) > 0
    for await (const event of follow(await this.#context, { discussionId: this.id, wantsChunks })) {
      // The constructor folded the first event.
      if (event.type !== "turn_chunk" && event.seq > 1) this.#unfolded.push(event)
      if (this.#handlers.size > 0) this.#emit(event)
      if (this.#onUsage && event.type !== "turn_chunk") this.#emitUsage(this.#onUsage)
    }
    // The last event holds the outcome; folding the whole log for it would cost as much as the run did.
    const last = this.#unfolded.at(-1)
    return publishOutcome(last && "outcome" in last.data ? last.data.outcome : this.state.outcome!)
  }

  #emitUsage(onUsage: (total: TokenUsage) => void): void {
    const before = this.#state.usage
    const { usage } = this.state
    if (usage !== before) this.#call(() => onUsage(Object.values(usage).reduce(addUsage, noUsage)))
  }

  #emit(event: LiveEvent): void {
    const published = publish(event)
    for (const handler of this.#handlers.get(published.type) ?? []) this.#call(() => handler(published))
  }

  /** Rethrows a handler's error as uncaught, so that it affects neither the discussion nor other handlers. */
  #call(handler: () => void): void {
    try {
      handler()
    } catch (error) {
      queueMicrotask(() => {
        throw error
      })
    }
  }
}

interface StartOptions {
  readonly discussionId: string
  readonly table: Table
  readonly clock: Clock
  readonly signal?: AbortSignal | undefined
}

/** Starts a discussion. The engine may still be opening. */
export function startRun(engine: EngineContext | Promise<EngineContext>, options: StartOptions): Run {
  const { discussionId, table, clock, signal } = options
  const created = { type: "discussion_created", data: { table }, seq: 1, at: clock.now() } as const
  return new Run(engine, fold(discussionId, [created]), storeDiscussion(engine, options), signal)
}

/** Materials are checked asynchronously against the models' context sizes, so the discussion is held until then. */
async function storeDiscussion(
  engine: EngineContext | Promise<EngineContext>,
  { discussionId, table, signal }: StartOptions,
): Promise<void> {
  const context = await engine
  // With an aborted signal, `Run` aborts the held discussion before the first turn.
  const isAborted = signal?.aborted === true
  const holds = table.materials !== undefined || isAborted
  await createWithTable({ context, input: { discussionId, table, hold: holds } })
  if (!holds || isAborted) return
  await checkMaterials(table, context.models).catch(async (error: Error) => {
    await abortDiscussion({ context, input: { discussionId, reason: error.message } })
    throw error
  })
  await startHeldDiscussion({ context, input: { discussionId } })
}

/** A run of an existing discussion, from its first event on. Throws NOT_FOUND. */
export async function openRun(context: EngineContext, discussionId: string, signal?: AbortSignal): Promise<Run> {
  const [created] = await context.store.read(discussionId, 0, 1)
  if (!created) throw noDiscussion(discussionId)
  return new Run(context, fold(discussionId, [created]), Promise.resolve(), signal)
}
