import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { text } from "node:stream/consumers"
import { launcher, plainEnvironment } from "./terminal.ts"

export interface ProcessResult {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

export interface RunOptions {
  readonly cwd: string
  readonly env?: Readonly<Record<string, string>>
  readonly input?: string
  /** The user to run it as; only root may choose. */
  readonly uid?: number
}

/** Runs `conclave` with pipes, as a script would, to its end. */
export async function runConclave(args: readonly string[], options: RunOptions): Promise<ProcessResult> {
  const child = startConclave(args, options)
  child.stdin!.end(options.input ?? "")
  const [out, err, [code]] = await Promise.all([text(child.stdout!), text(child.stderr!), once(child, "close")])
  return { code: code as number | null, out, err }
}

export function startConclave(args: readonly string[], { cwd, env, uid }: RunOptions): ChildProcess {
  return spawn(process.execPath, [launcher, ...args], { cwd, env: plainEnvironment(env), ...(uid && { uid }) })
}

/** The first line that a process writes. */
export async function firstLine(child: ChildProcess): Promise<string> {
  let seen = ""
  for await (const bytes of child.stdout!.iterator({ destroyOnReturn: false })) {
    seen += String(bytes)
    if (seen.includes("\n")) return seen.slice(0, seen.indexOf("\n"))
  }
  throw new Error(`it ended before it said anything: ${seen}`)
}
