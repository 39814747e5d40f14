import { type ChildProcess, spawn } from "node:child_process"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Readable, Writable } from "node:stream"
import type { ToolKind } from "../../core/discussion/seat.ts"

export interface AgentCommand {
  /** The program and its arguments. */
  readonly command: readonly string[]
  /** Where it works; left out: an empty folder of its own, which goes with it. */
  readonly folder?: string | undefined
  /** What tables may allow it, where others than this machine reach the server (default: nothing). */
  readonly permissions?: readonly ToolKind[] | undefined
}

export interface AgentProcess {
  readonly input: WritableStream<Uint8Array>
  readonly output: ReadableStream<Uint8Array>
  readonly folder: string
  /** Resolves when it is gone, with the reason in words. */
  readonly ended: Promise<string>
  /** Ends it and all that it started. */
  kill(): Promise<void>
}

const maxErrorLength = 2_000

/** Starts an agent in a process group of its own, so that nothing that it started outlives it. */
export async function startAgent(
  { command, folder }: AgentCommand,
  env: Readonly<Record<string, string>>,
): Promise<AgentProcess> {
  const [program = "", ...args] = command
  const cwd = folder ?? (await mkdtemp(join(tmpdir(), "conclave-agent-")))
  const child = spawn(program, args, { cwd, env, detached: true, stdio: ["pipe", "pipe", "pipe"] })
  // What is written to an agent that is gone is lost; that it is gone is said by `ended`.
  child.stdin.on("error", () => {})
  return {
    input: Writable.toWeb(child.stdin) as WritableStream<Uint8Array>,
    output: Readable.toWeb(child.stdout) as ReadableStream<Uint8Array>,
    folder: cwd,
    ended: endOf(child, program),
    async kill() {
      killGroup(child)
      if (folder === undefined) await rm(cwd, { recursive: true, force: true })
    },
  }
}

function endOf(child: ChildProcess, program: string): Promise<string> {
  let said = ""
  child.stderr!.on("data", (bytes) => {
    said = (said + String(bytes)).slice(-maxErrorLength)
  })
  return new Promise((resolve) => {
    child.once("error", (error) => resolve(`${program} could not be started: ${error.message}`))
    child.once("close", (code, signal) => {
      const lastLine = said.trim().split("\n").at(-1) ?? ""
      resolve(`${program} ended (${signal ?? code})${lastLine === "" ? "" : `: ${lastLine}`}`)
    })
  })
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, "SIGKILL")
  } catch {
    // it is gone already
  }
}
