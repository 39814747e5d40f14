import { type Client, createLocalClient } from "../cli/client.ts"
import type { ClientAccess } from "../cli/command.ts"
import type { App, AppOptions } from "./app.ts"
import type { Environment } from "./environment.ts"
import { openStorage } from "./open-storage.ts"
import type { ProcessSettings } from "./process-settings.ts"
import { systemClock } from "./system-ports.ts"

interface OpenClientOptions extends Pick<AppOptions, "paced" | "onError"> {
  readonly access: ClientAccess
  readonly settings: ProcessSettings
  readonly env: Environment
  /** The file to write a recording to. */
  readonly recording?: string | undefined
}

/** How many discussions a command's own process runs at once: its own, and what others of this folder left undone. */
const commandWorkers = 4
/** What is being said when a command is done belongs to discussions that were left undone before. */
const graceMs = 2_000

/** A client of this process on the database, which other processes may have open as well. */
export async function openClient({
  settings,
  env,
  access,
  paced,
  recording,
  onError,
}: OpenClientOptions): Promise<Client> {
  if (access === "read") return openReadOnly(settings, onError)
  const { location, config, tables, credentials } = settings
  const { createApp } = await import("./app.ts")
  // On a shared server clients of others may have named addresses, too.
  const isLocal = "data" in location
  const workers = access === "run" ? commandWorkers : 0
  const recorder = recording !== undefined && (await import("./record-discussions.ts")).recordDiscussions(recording)
  const app = await createApp({
    location,
    config,
    tables,
    credentials,
    env,
    workers,
    paced,
    isLocal,
    onError,
    ...recorder,
  })
  return localClient(app, () => app.close(graceMs))
}

/** Works through the services of this process. */
export async function localClient({ services, storage }: App, close: () => Promise<void>): Promise<Client> {
  const { localApi } = await import("./local-api.ts")
  const [hasWorkers, keys] = [() => storage.hasWorkers(), async () => storage.keys]
  return createLocalClient(
    localApi(async () => services),
    { hasWorkers, keys, close },
  )
}

async function openReadOnly({ location }: ProcessSettings, onError: (error: unknown) => void): Promise<Client> {
  const [storage, { localApi, readOnlyServices }] = await Promise.all([
    openStorage(location, { clock: systemClock, onError }),
    import("./local-api.ts"),
  ])
  const [hasWorkers, keys] = [() => storage.hasWorkers(), async () => storage.keys]
  return createLocalClient(localApi(readOnlyServices(storage)), { hasWorkers, keys, close: () => storage.close() })
}
