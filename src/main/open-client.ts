import { type Client, createLocalClient } from "../cli/client.ts"
import type { ClientAccess } from "../cli/command.ts"
import type { App, AppOptions } from "./app.ts"
import { openStorage } from "./open-storage.ts"
import type { ProcessSettings } from "./process-settings.ts"
import type { Environment } from "./system-ports.ts"
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
  const recorder = recording !== undefined && (await recordDiscussions(recording))
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

/** Writes a recording of the discussions that begin in this process; those that others left behind are none of it. */
async function recordDiscussions(path: string): Promise<Pick<AppOptions, "wrapModels" | "instrumentStore">> {
  const { discussionLine, recordingFile, recordModels } = await import("../models/replay/record-models.ts")
  const write = recordingFile(path, "--recording")
  const begun = new Set<string>()
  return {
    wrapModels: (models) =>
      recordModels(models, (line) => {
        if (begun.has(JSON.parse(line).discussion)) write(line)
      }),
    instrumentStore: (store) => ({
      async append(discussionId, events, options) {
        const [first] = events
        if (first?.type === "discussion_created") {
          // Side discussions are held again with the one that they belong to.
          if (first.data.table.parent === undefined) write(discussionLine(discussionId, first.data.table))
          begun.add(discussionId)
        }
        await store.append(discussionId, events, options)
      },
      read: (discussionId, after, limit) => store.read(discussionId, after, limit),
      watch: (discussionId, onAppend) => store.watch(discussionId, onAppend),
    }),
  }
}
