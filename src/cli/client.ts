import { type ApiFetch, ConclaveClient } from "../client/client.ts"
import type { KeyStore } from "../ports/key-store.ts"

export type { ApiFetch, Discovery as ModelListing } from "../client/client.ts"
export { type ExportFormat, exportFormats } from "../client/client.ts"
export type { DiscussionEstimate } from "../engine/verbs/estimate-discussion.ts"

export type KeyAdmin = Pick<KeyStore, "organisations" | "createOrganisation" | "create" | "list" | "revoke">

/** The client of commands that only list. */
export type ListClient = Pick<Client, "list" | "close">

const maxRetries = 4

/** The client of commands: the HTTP API in this process, and what only the user of this machine may do. */
export type Client = ConclaveClient & LocalAccess

interface LocalAccess {
  /** Whether any process, this one or another, runs discussions now. */
  readonly hasWorkers: () => Promise<boolean>
  /** Keys of every organisation. */
  readonly keys: () => Promise<KeyAdmin>
  readonly close: () => Promise<void>
}

export function createLocalClient(fetch: ApiFetch, access: LocalAccess): Client {
  return Object.assign(new ConclaveClient(fetch, maxRetries), access)
}
