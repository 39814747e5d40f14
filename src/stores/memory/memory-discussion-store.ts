import type { DiscussionEvent } from "../../core/discussion/event.ts"
import {
  type AppendOptions,
  conflictingAppend,
  type DiscussionStore,
  noDiscussion,
} from "../../ports/discussion-store.ts"
import type { IdempotentAnswer } from "../../ports/idempotency-store.ts"

type Watcher = (seq: number) => void

/** Stores logs in memory. */
export class MemoryDiscussionStore implements DiscussionStore {
  readonly #logs = new Map<string, DiscussionEvent[]>()
  readonly #watchers = new Map<string, Set<Watcher>>()
  /** Time of the first event by id, oldest first. Deleted discussions keep their entry, so that cursors stay valid. */
  readonly created: { readonly id: string; readonly at: number; deleted?: true }[] = []
  readonly #run: (discussionId: string) => void
  readonly #storeAnswer: (answer: IdempotentAnswer) => void

  /** `run` is called whenever a discussion has something to do. */
  constructor(
    run: (discussionId: string) => void = () => {},
    storeAnswer: (answer: IdempotentAnswer) => void = () => {},
  ) {
    this.#run = run
    this.#storeAnswer = storeAnswer
  }

  async append(discussionId: string, events: readonly DiscussionEvent[], options: AppendOptions = {}): Promise<void> {
    const [first] = events
    if (!first) return
    const log = this.#logs.get(discussionId) ?? []
    if (first.seq > 1 && log.length === 0) throw noDiscussion(discussionId)
    if (first.seq !== log.length + 1) {
      throw conflictingAppend(discussionId, log.length, first.seq)
    }
    if (options.idempotent) this.#storeAnswer(options.idempotent)
    log.push(...events)
    this.#logs.set(discussionId, log)
    if (first.seq === 1) this.created.push({ id: discussionId, at: first.at })
    for (const watcher of this.#watchers.get(discussionId) ?? []) watcher(log.length)
    if (options.run) this.#run(discussionId)
  }

  async read(discussionId: string, after = 0, limit = Number.POSITIVE_INFINITY): Promise<readonly DiscussionEvent[]> {
    const log = this.#logs.get(discussionId)
    if (!log) throw noDiscussion(discussionId)
    return log.slice(after, after + limit)
  }

  delete(discussionId: string): void {
    if (!this.#logs.delete(discussionId)) throw noDiscussion(discussionId)
    for (const created of this.created) if (created.id === discussionId) created.deleted = true
  }

  watch(discussionId: string, onAppend: Watcher): () => void {
    const watchers = this.#watchers.get(discussionId) ?? new Set()
    this.#watchers.set(discussionId, watchers.add(onAppend))
    return () => {
      watchers.delete(onAppend)
      if (watchers.size === 0) this.#watchers.delete(discussionId)
    }
  }
}
