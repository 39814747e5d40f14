import { type ChildProcess, spawn } from "node:child_process"
import { createInterface } from "node:readline"
import type { Line, Task } from "./discussing-process.ts"

/** A process that runs discussions, and its output so far. */
export interface Discussing {
  readonly lines: readonly Line[]
  readonly errors: () => string
  /** Resolves with the first line of a kind, or when the process has exited. */
  saw(kind: Line["kind"]): Promise<boolean>
  /** Sends SIGKILL and waits for the exit. */
  kill(): Promise<void>
  readonly gone: Promise<number | null>
}

const script = new URL("./discussing-process.ts", import.meta.url).pathname

export function startDiscussing(task: Task): Discussing {
  const child: ChildProcess = spawn(process.execPath, [script, JSON.stringify(task)], {
    stdio: ["ignore", "pipe", "pipe"],
  })
  const lines: Line[] = []
  let errors = ""
  let tell = () => {}
  child.stderr!.on("data", (bytes) => {
    errors += bytes
  })
  const reader = createInterface(child.stdout!).on("line", (text) => {
    lines.push(JSON.parse(text))
    tell()
  })
  // Not the child's "close" event, which sometimes never comes after a kill.
  const read = new Promise<void>((resolve) => reader.once("close", resolve))
  const exited = new Promise<number | null>((resolve) => child.once("exit", (code) => resolve(code)))
  const gone = read.then(() => exited)
  return {
    lines,
    errors: () => errors,
    gone,
    async saw(kind) {
      let over = false
      const end = gone.then(() => {
        over = true
      })
      while (!over && !lines.some((line) => line.kind === kind)) {
        const said = new Promise<void>((resolve) => {
          tell = resolve
        })
        await Promise.race([said, end])
      }
      return lines.some((line) => line.kind === kind)
    },
    async kill() {
      child.kill("SIGKILL")
      await gone
    },
  }
}
