import type { OpenOptions } from "../cli/command.ts"
import type { Doors } from "../cli/doors.ts"
import { HttpClient } from "../cli/remote/http-client.ts"
import { remoteDoors } from "../cli/remote/remote-doors.ts"
import { type LockHolder, lockHolder } from "../stores/postgres/embedded/folder-lock.ts"
import type { ReadConfig } from "./config.ts"
import type { Environment } from "./environment.ts"
import type { House, HouseOptions } from "./house.ts"
import type { Settings } from "./settings.ts"

interface Opening extends OpenOptions, Pick<HouseOptions, "paced" | "onError"> {
  readonly settings: Settings
  readonly env: Environment
}

/** How many discussions a command's own process runs at once: its own, and what others of this folder left undone. */
const workersOfACommand = 4
/** What is being said when a command is done belongs to discussions that were left undone before. */
const graceMs = 2_000
const leavingMs = 5_000
const lookEveryMs = 100

/** The database itself, or the server that holds its folder. */
export async function openDoors({ settings, env, runs = false, paced, onError }: Opening): Promise<Doors> {
  const { location, config, tables } = settings
  const holder = await standingHolder(settings)
  if (holder?.address) {
    const key = env.CONCLAVE_KEY?.trim()
    return remoteDoors(new HttpClient({ address: holder.address, ...(key && { key }) }))
  }
  const [{ openHouse }, { localDoors }] = await Promise.all([import("./house.ts"), import("./local-doors.ts")])
  const workers = runs ? workersOfACommand : 0
  // On a shared server clients of others may have named addresses, too.
  const isLocal = "data" in location
  const house = await openHouse({ location, config, tables, env, workers, paced, isLocal, onError })
  const close = runs && isLocal ? await madeReachable(house, config, onError) : house.close
  return localDoors(house, () => close(graceMs))
}

/** What runs takes a while, and meanwhile other commands must not find the folder shut. Gives how to close the house. */
async function madeReachable(house: House, config: ReadConfig, onError: (error: unknown) => void) {
  const { listenFor } = await import("./serve.ts")
  try {
    return (await listenFor(house, { host: "127.0.0.1", port: 0, config, onError })).close
  } catch {
    return house.close // where nobody may listen, it still runs
  }
}

/** The holder of the folder, unless it is just leaving: one that no longer answers is given time to let go. */
async function standingHolder(settings: Settings): Promise<LockHolder | undefined> {
  let holder = await holderOf(settings)
  for (
    let waited = 0;
    holder?.address && waited < leavingMs && !(await answers(holder.address));
    waited += lookEveryMs
  ) {
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs))
    holder = await holderOf(settings)
  }
  return holder
}

function answers(address: string): Promise<boolean> {
  return fetch(`${address}/health`, { signal: AbortSignal.timeout(leavingMs) }).then(
    () => true,
    () => false,
  )
}

/** Who has the data folder now, if it is a folder and anybody has it. */
export async function holderOf({ location }: Settings): Promise<LockHolder | undefined> {
  return "data" in location ? lockHolder(location.data) : undefined
}
