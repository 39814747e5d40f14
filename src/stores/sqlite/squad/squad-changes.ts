import type { SqliteDatabase } from "../sqlite-database.ts"

/** Tells of changes of organisations' squads, made by any process. */
export class SquadChanges {
  readonly #database: SqliteDatabase
  readonly #watchers = new Map<string, Set<() => void>>()
  readonly #outbox = new Set<() => void>()
  /** Where each squad's numbers stood when last looked at. */
  #numbers = new Map<string, number>()
  #stopWatching: (() => void) | undefined

  constructor(database: SqliteDatabase) {
    this.#database = database
    database.watchOthers(() => this.#look(), { passive: true })
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

  /** For whoever sends what follows from changes, of all organisations. It also looks by the clock. */
  watchAll(onChange: () => void): () => void {
    const watcher = () => onChange()
    this.#outbox.add(watcher)
    return () => this.#outbox.delete(watcher)
  }

  /** This process has changed something. */
  tell(organisationId: string): void {
    for (const watcher of this.#watchers.get(organisationId) ?? []) watcher()
    this.wakeOutbox()
  }

  /** There may be something to send. */
  wakeOutbox(): void {
    for (const watcher of this.#outbox) watcher()
  }

  /** Another process has written something; what it has to send may follow from a discussion, which has no counter here. */
  #look(): void {
    this.wakeOutbox()
    const text = "SELECT organisation_id AS id, seq FROM squad_counters"
    const look = this.#database.read((sql) => sql.rows<{ id: string; seq: number }>(text))
    look.then(
      (counters) => {
        const before = this.#numbers
        this.#numbers = new Map(counters.map(({ id, seq }) => [id, seq]))
        for (const { id, seq } of counters) if (before.get(id) !== seq) this.tell(id)
      },
      () => {}, // looked at again after the next change
    )
  }
}
