import { isOver } from "../../core/discussion/state.ts"
import type { Projection } from "./project-events.ts"

const most = 5_000

/** What logs came to when they were last read or written here. Whoever wrote last most likely writes next. */
export class ProjectionCache {
  readonly #kept = new Map<string, Projection>()

  /** What a log came to at an event, if that is known. */
  at(discussionId: string, seq: number): Projection | undefined {
    const kept = this.#kept.get(discussionId)
    return kept?.seq === seq ? kept : undefined
  }

  keep(discussionId: string, projection: Projection): void {
    this.#kept.delete(discussionId)
    if (isOver(projection.status)) return
    this.#kept.set(discussionId, projection)
    if (this.#kept.size > most) this.#kept.delete(this.#kept.keys().next().value!)
  }
}
