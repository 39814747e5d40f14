import type { Client } from "../cli/client.ts"
import type { ClientOptions } from "../cli/command.ts"
import { HttpClient } from "../cli/remote/http-client.ts"
import { remoteClient } from "../cli/remote/remote-client.ts"
import { type LockHolder, lockHolder } from "../stores/postgres/embedded/folder-lock.ts"
import type { App, AppOptions } from "./app.ts"
import type { ParsedConfig } from "./config.ts"
import type { Environment } from "./environment.ts"
import type { ProcessSettings } from "./process-settings.ts"

interface OpenClientOptions extends ClientOptions, Pick<AppOptions, "paced" | "onError"> {
  readonly settings: ProcessSettings
  readonly env: Environment
}

/** How many discussions a command's own process runs at once: its own, and what others of this folder left undone. */
const commandWorkers = 4
/** What is being said when a command is done belongs to discussions that were left undone before. */
const graceMs = 2_000
const shutdownTimeoutMs = 5_000
const pollIntervalMs = 100

/** The database itself, or the server that holds its folder. */
export async function openClient({
  settings,
  env,
  runsDiscussions: runs = false,
  paced,
  onError,
}: OpenClientOptions): Promise<Client> {
  const { location, config, tables } = settings
  const holder = await waitForHolder(settings)
  if (holder?.address) {
    const key = env.CONCLAVE_KEY?.trim()
    return remoteClient(new HttpClient({ address: holder.address, ...(key && { key }) }))
  }
  const [{ createApp }, { createLocalClient }] = await Promise.all([import("./app.ts"), import("./local-client.ts")])
  const workers = runs ? commandWorkers : 0
  // On a shared server clients of others may have named addresses, too.
  const isLocal = "data" in location
  const app = await createApp({ location, config, tables, env, workers, paced, isLocal, onError })
  const close = runs && isLocal ? await listenLocally(app, config, onError) : app.close
  return createLocalClient(app, () => close(graceMs))
}

/** What runs takes a while, and meanwhile other commands must not find the folder shut. Gives how to close the house. */
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
