import type { Database } from "../database.ts"
import { squadChannel } from "../schema/squad-functions.ts"

const retryListenMs = 2_000

/** What changed; `unknown` if notifications may have been missed. */
export type SquadChange = { readonly kind: "prompt"; readonly id: string } | { readonly kind: "chat" | "unknown" }

/** Notifies of changes to one organisation's squad by any process, while it has watchers. */
export class SquadChanges {
  readonly #database: Database
  readonly #organisationId: string
  readonly #watchers = new Set<(change: SquadChange) => void>()
  #listening: Promise<void> | undefined

  constructor(database: Database, organisationId: string) {
    this.#database = database
    this.#organisationId = organisationId
  }

  watch(onChange: (change: SquadChange) => void): () => void {
    const watcher = (change: SquadChange) => onChange(change)
    this.#watchers.add(watcher)
    this.#listening ??= this.#listen()
    return () => this.#watchers.delete(watcher)
  }

  async #listen(): Promise<void> {
    try {
      await this.#database.listen(squadChannel, (payload) => this.#onNotification(payload))
      // Changes before LISTEN took effect were not reported.
      this.#notify({ kind: "unknown" })
    } catch {
      setTimeout(() => {
        this.#listening = this.#watchers.size > 0 ? this.#listen() : undefined
      }, retryListenMs).unref()
    }
  }

  #onNotification(payload: string | undefined): void {
    const [organisation, id] = payload?.split(" ") ?? []
    if (payload === undefined) this.#notify({ kind: "unknown" })
    else if (organisation === this.#organisationId) this.#notify(id ? { kind: "prompt", id } : { kind: "chat" })
  }

  #notify(change: SquadChange): void {
    for (const watcher of this.#watchers) watcher(change)
  }
}
