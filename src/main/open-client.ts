import type { Client } from "../cli/client.ts"
import type { ClientAccess } from "../cli/command.ts"
import { ConclaveClient } from "../client/client.ts"
import type { App, AppOptions } from "./app.ts"
import { localApi, readOnlyServices } from "./local-api.ts"
import { openStorage } from "./open-storage.ts"
import type { ProcessSettings } from "./process-settings.ts"
import { systemClock } from "./system-ports.ts"

interface OpenClientOptions extends Pick<AppOptions, "env" | "paced" | "onError"> {
  readonly access: ClientAccess
  readonly settings: ProcessSettings
  /** File to write a recording to. */
  readonly recording?: string | undefined
}

/** Concurrency of a command's own process: it also continues unfinished discussions of the same database. */
const commandWorkers = 4
/** Turns still in flight when a command is done belong to other, unfinished discussions. */
const graceMs = 2_000

const maxRetries = 4

/** A client over the API in this process. Other processes may use the same database. */
export async function openClient({
  settings,
  env,
  access,
  paced,
  recording,
  onError,
}: OpenClientOptions): Promise<Client> {
  if (access === "read") {
    const storage = await openStorage(settings.location, { clock: systemClock, onError })
    return localClient({ services: readOnlyServices(storage), storage }, () => storage.close())
  }
  const { createApp } = await import("./app.ts")
  // On a shared database, other users may have supplied URLs.
  const isLocal = "data" in settings.location
  const workers = access === "run" ? commandWorkers : 0
  const recorder = recording !== undefined && (await recordDiscussions(recording))
  const app = await createApp({ ...settings, env, workers, paced, isLocal, onError, ...recorder })
  return localClient(app, () => app.close(graceMs))
}

/** A client over services in this process. */
export function localClient({ services, storage }: Pick<App, "services" | "storage">, close: Client["close"]): Client {
  const { keys } = storage
  const access = { hasWorkers: () => storage.hasWorkers(), keys, close }
  return Object.assign(new ConclaveClient(localApi(services), maxRetries), access)
}

/** Records the discussions that this process starts, but not older ones that it continues. */
async function recordDiscussions(path: string): Promise<Pick<AppOptions, "wrapModels" | "instrumentStore">> {
  const { discussionLine, recordingFile, recordModels } = await import("../models/replay/record-models.ts")
  const write = recordingFile(path, "--recording")
  const recorded = new Set<string>()
  return {
    wrapModels: (models) =>
      recordModels(models, (line) => {
        if (recorded.has(JSON.parse(line).discussion)) write(line)
      }),
    instrumentStore: (store) => ({
      async append(discussionId, events, options) {
        const [first] = events
        if (first?.type === "discussion_created") {
          // Sub-discussions are replayed as part of their parent.
          if (first.data.table.parent === undefined) write(discussionLine(discussionId, first.data.table))
          recorded.add(discussionId)
        }
        await store.append(discussionId, events, options)
      },
      read: (discussionId, after, limit) => store.read(discussionId, after, limit),
      watch: (discussionId, onAppend) => store.watch(discussionId, onAppend),
    }),
  }
}
