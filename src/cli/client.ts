import type { ConclaveClient } from "../client/client.ts"
import type { KeyStore } from "../ports/key-store.ts"

export type { Discovery as ModelListing, ExportFormat } from "../client/client.ts"
export type { DiscussionEstimate } from "../engine/verbs/estimate-discussion.ts"

export type KeyAdmin = Pick<KeyStore, "organisations" | "createOrganisation" | "create" | "list" | "revoke">

/** Client for commands that only list discussions. */
export type ListClient = Pick<Client, "list" | "close">

/** Client for commands: the HTTP API in this process, and what only the local user may do. */
export interface Client extends ConclaveClient {
  /** Whether any process on this database runs discussions. */
  readonly hasWorkers: () => Promise<boolean>
  /** API keys of all organisations. */
  readonly keys: KeyAdmin
  readonly close: () => Promise<void>
}
