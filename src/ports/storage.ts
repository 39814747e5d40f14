import type { AgentStore } from "./agent-store.ts"
import type { DiscussionList } from "./discussion-list.ts"
import type { DiscussionStore } from "./discussion-store.ts"
import type { IdempotencyStore } from "./idempotency-store.ts"
import type { DiscussionRuns, MemberAnswers } from "./jobs.ts"
import type { KeyStore } from "./key-store.ts"
import type { LiveExchange } from "./live-exchange.ts"
import type { ProjectStore } from "./project-store.ts"
import type { SpendLedger } from "./spend-ledger.ts"
import type { SquadStore } from "./squad-store.ts"
import type { WebhookOutbox, WebhookStore } from "./webhook-store.ts"

/** The stores of one organisation. */
export interface OrganisationStorage {
  readonly discussions: DiscussionStore
  readonly list: DiscussionList
  readonly agents: AgentStore
  readonly projects: ProjectStore
  readonly squad: SquadStore
  readonly webhooks: WebhookStore
}

export interface Unfinished {
  readonly organisationId: string
  readonly discussionId: string
}

/** A table row as a JSON object, with values in PostgreSQL's notation. */
export interface BackupRow {
  readonly table: string
  readonly row: string
}

export interface Restored {
  /** Discussions that were running when the backup was made; they continue once they are queued. */
  readonly unfinished: readonly Unfinished[]
}

export interface PruneOptions {
  readonly olderThanDays: number
  readonly organisationId?: string
  readonly dryRun?: boolean
}

export interface Difference {
  readonly discussionId: string
  readonly table: string
}

export interface Rebuilt {
  readonly discussions: number
  readonly differences: readonly Difference[]
}

/** Maintenance of the whole database, across organisations. */
export interface Maintenance {
  /** Closes timed-out prompts and returns their number. To be called on a schedule. */
  timeOutPrompts(): Promise<number>
  /** Deletes expired rows. To be called on a schedule. */
  dropOld(): Promise<void>
  /** All rows of one snapshot, in batches; both kinds of databases can restore them. */
  backup(): AsyncIterable<readonly BackupRow[]>
  /** Inserts rows into an empty database in one transaction; an error while reading them rolls it back. */
  restore(rows: AsyncIterable<BackupRow>): Promise<Restored>
  /** Deletes discussions that ended long ago and returns their number. */
  prune(options: PruneOptions): Promise<number>
  /** Compares the derived tables with the events and returns the differences; with `repair` also fixes them. */
  rebuildProjections(options?: { readonly repair?: boolean }): Promise<Rebuilt>
}

/** A database with all of Conclave's data. Several processes may open it. */
export interface Storage {
  readonly keys: KeyStore
  readonly spend: SpendLedger
  readonly idempotency: IdempotencyStore
  readonly outbox: WebhookOutbox
  readonly runs: DiscussionRuns
  readonly memberAnswers: MemberAnswers
  readonly live: LiveExchange
  readonly maintenance: Maintenance
  organisation(id: string): OrganisationStorage
  /** Location, kind, version and size, as text for people. */
  describe(): Promise<string>
  /** Throws if it cannot be read now. */
  check(): Promise<void>
  /** Throws if the last write failed. */
  checkWrites(): Promise<void>
  /** Whether a live process runs discussions. */
  hasWorkers(): Promise<boolean>
  /** Registers this process's URL for other processes on this machine. */
  setAddress(url: string): Promise<void>
  /** The URL of a live process on this machine that serves this database. */
  serverAddress(): Promise<string | undefined>
  close(): Promise<void>
}
