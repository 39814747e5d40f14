import type { SqliteDatabase } from "../sqlite-database.ts"

/** Notifies of changes to squads by any process. */
export class SquadChanges {
  readonly #database: SqliteDatabase
  readonly #watchers = new Map<string, Set<() => void>>()
  readonly #outbox = new Set<() => void>()
  /** Last known sequence number of each organisation's squad. */
  #lastSeqs = new Map<string, number>()
  #stopWatching: (() => void) | undefined

  constructor(database: SqliteDatabase) {
    this.#database = database
    database.watchOthers(() => this.#poll(), { passive: true })
  }

  watch(organisationId: string, onChange: () => void): () => void {
    const watchers = this.#watchers.get(organisationId) ?? new Set()
    const watcher = () => onChange()
    this.#watchers.set(organisationId, watchers.add(watcher))
    this.#stopWatching ??= this.#database.watchOthers(() => {})
    return () => {
      watchers.delete(watcher)
      if (watchers.size === 0) this.#watchers.delete(organisationId)
      if (this.#watchers.size > 0) return
      this.#stopWatching?.()
      this.#stopWatching = undefined
    }
  }

  /** Called after changes in any organisation, for the sender of webhooks, which also polls. */
  watchAll(onChange: () => void): () => void {
    const watcher = () => onChange()
    this.#outbox.add(watcher)
    return () => this.#outbox.delete(watcher)
  }

  /** Call after this process has changed a squad. */
  notify(organisationId: string): void {
    for (const watcher of this.#watchers.get(organisationId) ?? []) watcher()
    this.wakeOutbox()
  }

  /** Call when webhooks may have to be sent. */
  wakeOutbox(): void {
    for (const watcher of this.#outbox) watcher()
  }

  /** Runs after any write of another process: webhooks may also come from discussions, which have no counter here. */
  #poll(): void {
    this.wakeOutbox()
    const text = "SELECT organisation_id AS id, seq FROM squad_counters"
    const counters = this.#database.read((sql) => sql.rows<{ id: string; seq: number }>(text))
    counters.then(
      (rows) => {
        const before = this.#lastSeqs
        this.#lastSeqs = new Map(rows.map(({ id, seq }) => [id, seq]))
        for (const { id, seq } of rows) if (before.get(id) !== seq) this.notify(id)
      },
      () => {}, // retried after the next change
    )
  }
}
