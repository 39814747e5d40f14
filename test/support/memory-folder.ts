import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs"
import { join } from "node:path"

const memory = "/dev/shm"
const enough = 4 * 1024 ** 3

/** Puts test files in memory if there is enough: an embedded database syncs to the disk at every commit. */
export function writeToMemory(): void {
  if (process.env.TMPDIR !== undefined || !isUsable()) return
  const folder = mkdtempSync(join(memory, "conclave-"))
  // World-readable like other folders: PostgreSQL started by root runs as another user.
  chmodSync(folder, 0o1777)
  process.env.TMPDIR = folder
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }))
}

/** Programs are executed from this folder too. */
function isUsable(): boolean {
  try {
    const mounts = readFileSync("/proc/mounts", "utf8").split("\n")
    const options = mounts.find((line) => line.split(" ")[1] === memory)?.split(" ")[3]
    const { bavail, bsize } = statfsSync(memory)
    return options !== undefined && !options.split(",").includes("noexec") && bavail * bsize > enough
  } catch {
    return false
  }
}
