import { type ChildProcess, spawn } from "node:child_process"
import { createInterface } from "node:readline"
import type { Line, Task } from "./discussing-process.ts"

/** A discussing process, and what it has said so far. */
export interface Discussing {
  readonly lines: readonly Line[]
  readonly errors: () => string
  /** Settles when the first line of a kind is there, or the process is gone; says which. */
  saw(kind: Line["kind"]): Promise<boolean>
  /** Kills it where it stands, and waits until it is gone. */
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
  // Not the child's own "close": now and then it never comes for a process that was killed.
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
