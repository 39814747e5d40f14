import type { OpenOptions } from "../cli/command.ts"
import type { Doors } from "../cli/doors.ts"
import type { Environment } from "./environment.ts"
import type { HouseOptions } from "./house.ts"
import type { Settings } from "./settings.ts"

interface Opening extends OpenOptions, Pick<HouseOptions, "paced" | "onError"> {
  readonly settings: Settings
  readonly env: Environment
}

/** How many discussions a command's own process runs at once: its own, and what others of this folder left undone. */
const workersOfACommand = 4
/** What is being said when a command is done belongs to discussions that were left undone before. */
const graceMs = 2_000

/** What a command works through: the database, which other processes may have open as well. */
export async function openDoors({ settings, env, runs = false, paced, onError }: Opening): Promise<Doors> {
  const { location, config, tables } = settings
  const [{ openHouse }, { localDoors }] = await Promise.all([import("./house.ts"), import("./local-doors.ts")])
  const workers = runs ? workersOfACommand : 0
  // On a shared server clients of others may have named addresses, too.
  const isLocal = "data" in location
  const house = await openHouse({ location, config, tables, env, workers, paced, isLocal, onError })
  return localDoors(house, () => house.close(graceMs))
}
