import type { DiscussionEvent } from "../../core/discussion/event.ts"
import { isOver } from "../../core/discussion/state.ts"
import { readUpcast, type StoredEvent } from "../../core/logs/upcast.ts"
import { isUuid } from "../../core/text.ts"
import {
  type AppendOptions,
  conflictingAppend,
  type DiscussionStore,
  noDiscussion,
} from "../../ports/discussion-store.ts"
import type { DiscussionJob } from "../../ports/jobs.ts"
import { type CleanEvent, cleanEvent, derive } from "./derive.ts"
import type { LogRow } from "./log-row.ts"
import { type Projection, projectAll } from "./project-events.ts"

/** Events to store, with the rows derived from them. */
export interface Append {
  readonly discussionId: string
  readonly firstSeq: number
  readonly events: readonly CleanEvent[]
  readonly now: Projection
  readonly logs: readonly LogRow[]
  readonly options: AppendOptions
}

type Watcher = (seq: number) => void

/** Base class of stores in a database, which write events and derived rows together. */
export abstract class DerivedDiscussionStore implements DiscussionStore {
  readonly #projections = new ProjectionCache()
  readonly #watchers = new Map<string, Set<Watcher>>()

  /** Writes events and derived rows in one transaction, guarded by the number of the last event. */
  protected abstract commit(append: Append): Promise<void>
  /** Stored events after a number, in order. Throws NOT_FOUND. */
  protected abstract query(discussionId: string, after: number, limit: number): Promise<readonly StoredEvent[]>

  async append(discussionId: string, events: readonly DiscussionEvent[], options: AppendOptions = {}): Promise<void> {
    const [first] = events
    if (!first) return
    const before = this.#projections.at(discussionId, first.seq - 1) ?? (await this.#before(discussionId, first))
    const clean = events.map(cleanEvent)
    const { now, logs } = derive(clean, before)
    await this.commit({ discussionId, firstSeq: first.seq, events: clean, now, logs, options })
    this.#projections.set(discussionId, now)
    this.notifyWatchers(discussionId, now.seq)
  }

  async read(discussionId: string, after = 0, limit = Number.POSITIVE_INFINITY): Promise<readonly DiscussionEvent[]> {
    if (!isUuid(discussionId)) throw noDiscussion(discussionId)
    const events = await this.#read(discussionId, after, limit)
    const last = events.at(-1)
    const isWhole = after === 0 && events.length < limit
    if (last && isWhole && !this.#projections.at(discussionId, last.seq)) {
      this.#projections.set(discussionId, projectAll(events))
    }
    return events
  }

  watch(discussionId: string, onAppend: Watcher): () => void {
    const watchers = this.#watchers.get(discussionId) ?? new Set()
    this.#watchers.set(discussionId, watchers.add(onAppend))
    return () => {
      watchers.delete(onAppend)
      if (watchers.size === 0 && this.#watchers.get(discussionId) === watchers) this.#watchers.delete(discussionId)
    }
  }

  /** Ids of the discussions watched in this process. */
  protected get watched(): IterableIterator<string> {
    return this.#watchers.keys()
  }

  /** Notifies the watchers in this process of an append by any process. */
  notifyWatchers(discussionId: string, seq: number): void {
    for (const watcher of this.#watchers.get(discussionId) ?? []) watcher(seq)
  }

  /** Events in the current version, whichever version wrote them. */
  #read(discussionId: string, after: number, limit: number): Promise<readonly DiscussionEvent[]> {
    return readUpcast((from, most) => this.query(discussionId, from, most), after, limit)
  }

  /** The projection before an event, read from the log. Rarely needed: the appending process usually has it cached. */
  async #before(discussionId: string, { seq }: DiscussionEvent): Promise<Projection> {
    if (!isUuid(discussionId)) throw noDiscussion(discussionId)
    if (seq === 1) return projectAll([])
    const events = await this.#read(discussionId, 0, seq - 1)
    if (events.length < seq - 1) throw conflictingAppend(discussionId, events.length, seq)
    return projectAll(events)
  }
}

/** The job that runs the discussion of an append. */
export function jobOf(organisationId: string, { discussionId, now }: Append): DiscussionJob {
  return { organisationId, discussionId, owner: now.startedBy ?? organisationId }
}

const maxCached = 5_000

/** Projections of the logs that this process last read or wrote, since it will most likely append to them next. */
class ProjectionCache {
  readonly #projections = new Map<string, Projection>()

  /** The projection at an event, if it is cached. */
  at(discussionId: string, seq: number): Projection | undefined {
    const cached = this.#projections.get(discussionId)
    return cached?.seq === seq ? cached : undefined
  }

  set(discussionId: string, projection: Projection): void {
    this.#projections.delete(discussionId)
    if (isOver(projection.status)) return
    this.#projections.set(discussionId, projection)
    if (this.#projections.size > maxCached) this.#projections.delete(this.#projections.keys().next().value!)
  }
}
