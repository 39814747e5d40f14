import { fold } from "../../core/discussion/fold.ts"
import type { DiscussionState } from "../../core/discussion/state.ts"
import { invalidInput } from "../../core/errors.ts"
import type {
  DiscussionFilter,
  DiscussionList,
  DiscussionPage,
  DiscussionSummary,
} from "../../ports/discussion-list.ts"
import type { DiscussionStore } from "../../ports/discussion-store.ts"

/** Lists what is written through it. It folds every log for every page: enough for one process's own discussions. */
export class MemoryDiscussionList implements DiscussionList {
  readonly #store: DiscussionStore
  /** Oldest first, with the time of the first event. */
  readonly #created: { readonly id: string; readonly at: number }[] = []

  constructor(store: DiscussionStore) {
    this.#store = store
  }

  /** The same store, watched for new discussions. */
  get store(): DiscussionStore {
    const inner = this.#store
    return {
      append: async (id, events, options) => {
        await inner.append(id, events, options)
        const [first] = events
        if (first?.seq === 1) this.#created.push({ id, at: first.at })
      },
      read: (id, after, limit) => inner.read(id, after, limit),
      watch: (id, onAppend) => inner.watch(id, onAppend),
    }
  }

  async list(filter: DiscussionFilter): Promise<DiscussionPage> {
    const discussions: DiscussionSummary[] = []
    for (let index = this.#from(filter.cursor); index >= 0; index--) {
      if (discussions.length === filter.limit) return { discussions, next: String(index) }
      const { id, at } = this.#created[index]!
      const state = fold(id, await this.#store.read(id))
      if (matchesFilter(state, filter)) discussions.push(summary(state, at))
    }
    return { discussions, next: null }
  }

  #from(cursor: string | undefined): number {
    if (cursor === undefined) return this.#created.length - 1
    const index = /^\d{1,15}$/.test(cursor) ? Number(cursor) : Number.NaN
    if (index < this.#created.length) return index
    throw invalidInput([{ field: "cursor", message: "is none of ours; send `next` of a page as it came" }])
  }
}

function matchesFilter({ status, table }: DiscussionState, filter: DiscussionFilter): boolean {
  const { format, q = "", projectId } = filter
  return (
    (filter.status === undefined || status === filter.status) &&
    (format === undefined || table.format.name === format) &&
    (projectId === undefined || table.projectId === projectId) &&
    table.topic.toLowerCase().includes(q.toLowerCase())
  )
}

function summary({ id, table, status, round, updatedAt }: DiscussionState, at: number): DiscussionSummary {
  return {
    id,
    format: table.format.name,
    topic: table.topic,
    status,
    round: round?.number ?? 0,
    projectId: table.projectId ?? null,
    parent: table.parent ? { kind: table.parent.kind, discussionId: table.parent.discussionId } : null,
    createdAt: new Date(at).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
  }
}
