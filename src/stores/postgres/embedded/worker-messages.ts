/** What the thread with the database is started with. */
export interface WorkerInput {
  /** Where the data is; in memory where there is none. */
  readonly folder?: string
  /** An initialised data folder as a tar, for a database that does not exist yet. */
  readonly dump?: Uint8Array<ArrayBuffer>
}

export type ToWorker =
  | { readonly kind: "bytes"; readonly connection: number; readonly bytes: Uint8Array }
  | { readonly kind: "dump" }
  | { readonly kind: "close" }

export type FromWorker =
  | { readonly kind: "ready" }
  | { readonly kind: "bytes"; readonly connection: number; readonly bytes: Uint8Array }
  | { readonly kind: "dump"; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: "closed" }
  | { readonly kind: "failed"; readonly message: string }
