import { readFileSync } from "node:fs"
import { hostname } from "node:os"

/** Which process it is, also when its number has been given to another since. */
export interface ProcessIdentity {
  readonly pid: number
  readonly hostname: string
  /** When it started and in which run of the machine, where the system says. */
  readonly started: string | null
}

export function thisProcess(): ProcessIdentity {
  return { pid: process.pid, hostname: hostname(), started: startOf(process.pid) }
}

/** Whether a process of this machine is still there. */
export function isRunning({ pid, started }: ProcessIdentity): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // Somebody else's process may not be signalled, but it is there.
    if (!(error instanceof Error && "code" in error && error.code === "EPERM")) return false
  }
  const now = startOf(pid)
  return started === null || now === null || started === now
}

function startOf(pid: number): string | null {
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()
    // The second field is the program's name in brackets, which may hold anything.
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)!.split(" ")
    return `${boot}/${fields[19]}`
  } catch {
    return null
  }
}
