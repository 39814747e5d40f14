import { type ChildProcess, spawn } from "node:child_process"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Readable, Writable } from "node:stream"
import type { ToolKind } from "../../core/discussion/seat.ts"
import { ConclaveError } from "../../core/errors.ts"

export interface AgentCommand {
  /** The program and its arguments. */
  readonly command: readonly string[]
  /** Working folder (default: a temporary one, deleted afterwards). */
  readonly folder?: string | undefined
  /** Permissions that tables may grant it if the server is reachable from other machines (default: none). */
  readonly permissions?: readonly ToolKind[] | undefined
}

export interface AgentProcess {
  readonly input: WritableStream<Uint8Array>
  readonly output: ReadableStream<Uint8Array>
  readonly folder: string
  /** Resolves with the reason when the process exits. */
  readonly ended: Promise<ConclaveError>
  /** Kills the process and its children. */
  kill(): Promise<void>
}

const maxErrorLength = 2_000

/** Starts an agent in its own process group, so that its children can be killed with it. */
export async function startAgent(
  { command, folder }: AgentCommand,
  env: Readonly<Record<string, string>>,
): Promise<AgentProcess> {
  const [program = "", ...args] = command
  const cwd = folder ?? (await mkdtemp(join(tmpdir(), "conclave-agent-")))
  const child = spawn(program, args, { cwd, env, detached: true, stdio: ["pipe", "pipe", "pipe"] })
  // Writing to an exited agent fails; `ended` reports the exit.
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

function endOf(child: ChildProcess, program: string): Promise<ConclaveError> {
  let said = ""
  child.stderr!.on("data", (bytes) => {
    said = (said + String(bytes)).slice(-maxErrorLength)
  })
  return new Promise((resolve) => {
    child.once("error", ({ message }) =>
      resolve(new ConclaveError("MODEL_UNAVAILABLE", `${program} could not be started: ${message}`)),
    )
    child.once("close", (code, signal) => {
      const lastLine = said.trim().split("\n").at(-1) ?? ""
      const reason = `${program} ended (${signal ?? code})${lastLine === "" ? "" : `: ${lastLine}`}`
      resolve(new ConclaveError("PROVIDER_ERROR", reason))
    })
  })
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, "SIGKILL")
  } catch {
    // already exited
  }
}
