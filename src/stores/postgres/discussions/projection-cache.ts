import { isOver } from "../../../core/discussion/fold.ts"
import type { Projection } from "./project-events.ts"

const maxEntries = 5_000

/** What logs came to when they were last read or written here. Whoever wrote last most likely writes next. */
export class ProjectionCache {
  readonly #projections = new Map<string, Projection>()

  /** What a log came to at an event, if that is known. */
  at(discussionId: string, seq: number): Projection | undefined {
    const kept = this.#projections.get(discussionId)
    return kept?.seq === seq ? kept : undefined
  }

  set(discussionId: string, projection: Projection): void {
    this.#projections.delete(discussionId)
    if (isOver(projection.status)) return
    this.#projections.set(discussionId, projection)
    if (this.#projections.size > maxEntries) this.#projections.delete(this.#projections.keys().next().value!)
  }
}
