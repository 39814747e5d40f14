import type { DiscussionEvent } from "../../core/discussion/event.ts"
import type { DiscussionStore } from "../../ports/discussion-store.ts"

type Watcher = (seq: number) => void
type Page = Promise<readonly DiscussionEvent[]>

interface Watched {
  readonly watchers: Set<Watcher>
  /** By start and limit; cleared by the next append. */
  readonly pages: Map<string, Page>
  readonly unwatch: () => void
}

/** Enough for watchers close to each other in the log; others read for themselves. */
const maxPages = 8

/**
 * Shares one watch and one read per page among all watchers of a discussion in this process: five hundred watchers cost
 * the database as much as one. Writers must read from the store directly.
 */
export class SharedReads implements Pick<DiscussionStore, "read" | "watch"> {
  readonly #store: Pick<DiscussionStore, "read" | "watch">
  readonly #watched = new Map<string, Watched>()

  constructor(store: Pick<DiscussionStore, "read" | "watch">) {
    this.#store = store
  }

  read(discussionId: string, after?: number, limit?: number): Page {
    const pages = this.#watched.get(discussionId)?.pages
    if (!pages) return this.#store.read(discussionId, after, limit)
    const key = `${after}/${limit}`
    const known = pages.get(key)
    if (known) return known
    const page = this.#store.read(discussionId, after, limit)
    pages.set(key, page)
    if (pages.size > maxPages) pages.delete(pages.keys().next().value!)
    page.catch(() => {
      if (pages.get(key) === page) pages.delete(key)
    })
    return page
  }

  watch(discussionId: string, onAppend: Watcher): () => void {
    const watched = this.#watched.get(discussionId) ?? this.#begin(discussionId)
    watched.watchers.add(onAppend)
    return () => {
      watched.watchers.delete(onAppend)
      if (watched.watchers.size > 0 || this.#watched.get(discussionId) !== watched) return
      this.#watched.delete(discussionId)
      watched.unwatch()
    }
  }

  #begin(discussionId: string): Watched {
    const watchers = new Set<Watcher>()
    const pages = new Map<string, Page>()
    const unwatch = this.#store.watch(discussionId, (seq) => {
      // Clear before notifying: a watcher that reads because of this append must see it.
      pages.clear()
      for (const watcher of watchers) watcher(seq)
    })
    const watched = { watchers, pages, unwatch }
    this.#watched.set(discussionId, watched)
    return watched
  }
}
