import { spawn } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import type { WireRequest } from "./exchange.ts"
import { basePaths, type Provider } from "./routes.ts"
import type { Scripted } from "./script.ts"

/** A wire server in a child process, so that its load and lifetime are separate from the caller's. */
export interface WireProcess {
  readonly url: string
  baseUrl(provider: Provider): string
  script(...entries: readonly Omit<Scripted, "beforeChunk">[]): Promise<void>
  requests(): Promise<readonly Omit<WireRequest, "closed">[]>
  close(): Promise<void>
}

/** `args` are passed to `main.ts`: `--port`, `--pace`, `--answer`. */
export async function startWireProcess(args: readonly string[] = []): Promise<WireProcess> {
  const main = fileURLToPath(new URL("main.ts", import.meta.url))
  const child = spawn(process.execPath, [main, ...args], { stdio: ["pipe", "pipe", "inherit"] })
  const [url] = (await once(createInterface(child.stdout), "line")) as [string]
  return {
    url,
    baseUrl: (provider) => url + basePaths[provider],
    async script(...entries) {
      await fetch(`${url}/_wire/script`, { method: "POST", body: JSON.stringify(entries) })
    },
    requests: async () => (await (await fetch(`${url}/_wire/requests`)).json()) as Omit<WireRequest, "closed">[],
    async close() {
      const gone = once(child, "exit")
      child.stdin.end()
      await gone
    },
  }
}
