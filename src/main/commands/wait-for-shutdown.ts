import { once } from "node:events"
import type { Terminal } from "../../cli/terminal.ts"

/** How long what is being said may take to be said when the process is to end. */
const graceMs = 10_000

/** Waits until the process is told to end, and ends what runs. A second Ctrl-C ends it at once. */
export async function waitForShutdown(terminal: Terminal, close: (graceMs: number) => Promise<void>): Promise<void> {
  await new Promise<void>((resolve) => {
    terminal.onInterrupt(resolve)
    once(process, "SIGTERM").then(() => resolve())
  })
  terminal.note("stopping: what is being said may end, the rest goes on at the next start\n")
  await close(graceMs)
}
