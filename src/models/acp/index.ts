import { toolKinds } from "../../core/discussion/seat.ts"
import type { Model } from "../../ports/model.ts"
import { lazyStream } from "../lazy.ts"
import { assertInstalled } from "../own-packages.ts"
import type { AgentCommand } from "./agent-process.ts"

export interface AcpOptions {
  /** Agents from the configuration, by name. */
  readonly agents: Readonly<Record<string, AgentCommand>>
  /** Whether only this machine can reach the server; then well-known installed agents are available, too. */
  readonly isLocal: boolean
  readonly env: Readonly<Record<string, string | undefined>>
}

/** Commands of the adapters of well-known agents. */
const wellKnown: Readonly<Record<string, AgentCommand>> = {
  claude: { command: ["claude-code-acp"] },
  codex: { command: ["codex-acp"] },
  gemini: { command: ["gemini", "--experimental-acp"] },
}

/** Environment variables passed to agents: enough to find their program and login, but none of our keys. */
const passedVariables =
  /^(?:PATH|HOME|USER|LOGNAME|SHELL|LANG|LC_\w+|TERM|TMPDIR|XDG_\w+|SystemRoot|APPDATA|LOCALAPPDATA|USERPROFILE)$/

/** Optional package; needed only for local agents. */
export const acpPackage = "@agentclientprotocol/sdk"

/** Agents as `acp/name`. Requests can only name agents; commands come from the configuration. */
export function acpModels({ agents, isLocal, env }: AcpOptions) {
  const known = { ...(isLocal && wellKnown), ...agents }
  const passed = Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      value !== undefined && passedVariables.test(name) ? [[name, value]] : [],
    ),
  )
  return {
    names: Object.keys(known).map((name) => `acp/${name}`),
    find(id: string): Model | undefined {
      const name = id.startsWith("acp/") ? id.slice("acp/".length) : ""
      if (!Object.hasOwn(known, name)) return undefined
      assertInstalled(id, acpPackage)
      const { permissions: configured = [], ...agent } = known[name]!
      const permissions = isLocal ? toolKinds : configured
      const load = async () =>
        (await import("./acp-model.ts")).createAcpStream({ id, env: passed, ...agent, permissions })
      return { id, structured: false, permissions, stream: lazyStream(load) }
    },
  }
}
