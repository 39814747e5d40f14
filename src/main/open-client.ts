import { type ApiFetch, Client } from "../cli/client.ts"
import type { ClientAccess } from "../cli/command.ts"
import { ConclaveError } from "../core/errors.ts"
import { type LockHolder, lockHolder } from "../stores/postgres/embedded/folder-lock.ts"
import type { App, AppOptions } from "./app.ts"
import type { ParsedConfig } from "./config.ts"
import type { Environment } from "./environment.ts"
import type { ProcessSettings } from "./process-settings.ts"

interface OpenClientOptions extends Pick<AppOptions, "paced" | "onError"> {
  readonly access: ClientAccess
  readonly settings: ProcessSettings
  readonly env: Environment
}

/** How many discussions a command's own process runs at once: its own, and what others of this folder left undone. */
const commandWorkers = 4
/** What is being said when a command is done belongs to discussions that were left undone before. */
const graceMs = 2_000
const shutdownTimeoutMs = 5_000
const pollIntervalMs = 100

/** A client of the server that holds the data folder, or of this process on its own database. */
export async function openClient({ settings, env, access, paced, onError }: OpenClientOptions): Promise<Client> {
  const { location, config, tables } = settings
  const holder = await waitForHolder(settings)
  if (holder?.address) return remoteClient(holder.address, env.CONCLAVE_KEY?.trim())
  if (access === "read") return openReadOnly(settings)
  const { createApp } = await import("./app.ts")
  // On a shared server clients of others may have named addresses, too.
  const isLocal = "data" in location
  const workers = access === "run" ? commandWorkers : 0
  const app = await createApp({ location, config, tables, env, workers, paced, isLocal, onError })
  const close = workers > 0 && isLocal ? await listenLocally(app, config, onError) : app.close
  return localClient(app, () => close(graceMs))
}

/** Works through the services of this process. */
export async function localClient({ services, keys, database }: App, close: () => Promise<void>): Promise<Client> {
  const { localApi } = await import("./local-api.ts")
  const shared = !database.embedded
  return new Client({ fetch: localApi(async () => services), address: null, shared, keys: async () => keys, close })
}

async function openReadOnly({ location }: ProcessSettings): Promise<Client> {
  const [{ openDatabase }, { localApi, readOnlyServices }] = await Promise.all([
    import("../stores/postgres/database.ts"),
    import("./local-api.ts"),
  ])
  const database = await openDatabase(location)
  return new Client({
    fetch: localApi(readOnlyServices(database)),
    address: null,
    shared: !database.embedded,
    keys: async () => new (await import("../stores/postgres/keys/postgres-key-store.ts")).PostgresKeyStore(database),
    close: () => database.close(),
  })
}

export function remoteClient(address: string, key: string | undefined): Client {
  const root = address.replace(/\/+$/, "")
  const authorization = key ? { authorization: `Bearer ${key}` } : {}
  const apiFetch: ApiFetch = (path, init) =>
    fetch(root + path, { ...init, headers: { ...authorization, ...(init?.headers as Record<string, string>) } }).catch(
      (error) => {
        if (init?.signal?.aborted) throw error
        const message = `the server at ${root}, which holds the data folder, does not answer`
        throw new ConclaveError("INITIALIZATION_FAILED", message, { cause: error })
      },
    )
  return new Client({ fetch: apiFetch, address: root, shared: true, close: async () => {} })
}

/** What runs takes a while, and meanwhile other commands must not find the folder shut. Gives how to close the app. */
async function listenLocally(app: App, config: ParsedConfig, onError: (error: unknown) => void) {
  const { startHttpServer } = await import("./serve.ts")
  try {
    return (await startHttpServer(app, { host: "127.0.0.1", port: 0, config, onError })).close
  } catch {
    return app.close // where nobody may listen, it still runs
  }
}

/** The holder of the folder, unless it is just leaving: one that no longer answers is given time to let go. */
async function waitForHolder(settings: ProcessSettings): Promise<LockHolder | undefined> {
  let holder = await findLockHolder(settings)
  for (
    let waited = 0;
    holder?.address && waited < shutdownTimeoutMs && !(await isReachable(holder.address));
    waited += pollIntervalMs
  ) {
    await new Promise((resolve) => setTimeout(resolve, pollIntervalMs))
    holder = await findLockHolder(settings)
  }
  return holder
}

function isReachable(address: string): Promise<boolean> {
  return fetch(`${address}/health`, { signal: AbortSignal.timeout(shutdownTimeoutMs) }).then(
    () => true,
    () => false,
  )
}

/** Who has the data folder now, if it is a folder and anybody has it. */
export async function findLockHolder({ location }: ProcessSettings): Promise<LockHolder | undefined> {
  return "data" in location ? lockHolder(location.data) : undefined
}
