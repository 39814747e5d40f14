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

/** What one organisation has in a database. */
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

/** A row of a table as a JSON object, in PostgreSQL's way of writing values. */
export interface BackupRow {
  readonly table: string
  readonly row: string
}

export interface Restored {
  /** What was under way when the backup was made, and goes on once it is asked to run. */
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

/** What is done to a database as a whole, of all organisations. */
export interface Maintenance {
  /** Closes prompts whose time is up and gives their number. To be called on a schedule. */
  timeOutPrompts(): Promise<number>
  /** Drops what nobody needs any more. To be called on a schedule. */
  dropOld(): Promise<void>
  /** All rows as they were at one moment, some at a time, which either kind of database restores. */
  backup(): AsyncIterable<readonly BackupRow[]>
  /** Puts rows into a database that holds nothing yet: all of them, or none where the rows break off with an error. */
  restore(rows: AsyncIterable<BackupRow>): Promise<Restored>
  /** Deletes discussions that were finished long ago and says how many. */
  prune(options: PruneOptions): Promise<number>
  /** Works out from the events what the tables should hold and says where they do not; with `repair` makes them so. */
  rebuildProjections(options?: { readonly repair?: boolean }): Promise<Rebuilt>
}

/** A database with everything that Conclave keeps. Several processes may have it open. */
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
  /** Where it is, of which kind and version, and how much is in it, for people. */
  describe(): Promise<string>
  /** Throws where it cannot be read now. */
  check(): Promise<void>
  /** Throws where what was written last could not be stored. */
  checkWrites(): Promise<void>
  /** Whether any living process runs discussions. */
  hasWorkers(): Promise<boolean>
  /** Tells other processes on this machine where this one can be reached. */
  setAddress(url: string): Promise<void>
  /** Where a living process can be reached that serves this database on this machine. */
  serverAddress(): Promise<string | undefined>
  close(): Promise<void>
}
