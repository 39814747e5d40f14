import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { Readable } from "node:stream"
import { text } from "node:stream/consumers"
import type { Terminal } from "../../src/cli/terminal.ts"
import { runCommandLine } from "../../src/main/cli.ts"
import { pipedLines } from "../../src/main/line-readers.ts"
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
  /** The user to run as; only root can set it. */
  readonly uid?: number
}

/** Runs `conclave` with pipes, like a script, until it exits. */
export async function runConclave(args: readonly string[], options: RunOptions): Promise<ProcessResult> {
  const child = startConclave(args, options)
  child.stdin!.end(options.input ?? "")
  const [out, err, [code]] = await Promise.all([text(child.stdout!), text(child.stderr!), once(child, "close")])
  return { code: code as number | null, out, err }
}

const root = process.cwd()
let running = 0

/**
 * Runs `conclave` in this process, which saves the start-up time. `cli-json.test.ts` covers every command as a real
 * process.
 */
export async function runHere(words: readonly string[], { cwd, env, input = "" }: RunOptions): Promise<ProcessResult> {
  let [out, err] = ["", ""]
  const nothing = () => () => {}
  const terminal: Terminal = {
    write: (said) => {
      out += said
    },
    note: (said) => {
      err += said
    },
    width: () => Number(env?.COLUMNS ?? 80),
    ...{ colour: false, live: false, plain: words.includes("--plain"), interactive: false },
    readPiped: async (wanted) => (wanted ? input : undefined),
    readSecret: async () => undefined,
    ...{ onInterrupt: nothing, onTerminate: nothing, onTyped: nothing },
    lines: () => pipedLines(Readable.from([Buffer.from(input)])),
  }
  // File arguments are relative to the process's working directory.
  process.chdir(cwd)
  running++
  try {
    const code = await runCommandLine({ words, terminal, env: plainEnvironment(env), folder: cwd })
    return { code, out, err }
  } finally {
    if (--running === 0) process.chdir(root)
  }
}

export function startConclave(args: readonly string[], { cwd, env, uid }: RunOptions): ChildProcess {
  return spawn(process.execPath, [launcher, ...args], { cwd, env: plainEnvironment(env), ...(uid && { uid }) })
}

/** The first line of a process's output. */
export async function firstLine(child: ChildProcess): Promise<string> {
  let seen = ""
  for await (const bytes of child.stdout!.iterator({ destroyOnReturn: false })) {
    seen += String(bytes)
    if (seen.includes("\n")) return seen.slice(0, seen.indexOf("\n"))
  }
  throw new Error(`the process ended without output: ${seen}`)
}
