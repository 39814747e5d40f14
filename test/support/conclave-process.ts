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

const root = process.cwd()
let running = 0

/**
 * The same in this process, which saves the start of one: what `conclave` does once it has read its environment. That
 * every command also ends as a process is seen in `cli-json.test.ts`.
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
  // Files that are named are found from where the process is.
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

/** The first line that a process writes. */
export async function firstLine(child: ChildProcess): Promise<string> {
  let seen = ""
  for await (const bytes of child.stdout!.iterator({ destroyOnReturn: false })) {
    seen += String(bytes)
    if (seen.includes("\n")) return seen.slice(0, seen.indexOf("\n"))
  }
  throw new Error(`it ended before it said anything: ${seen}`)
}
