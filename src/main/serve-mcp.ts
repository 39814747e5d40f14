import { createServer } from "../server/index.ts"
import { type AppOptions, createApp } from "./app.ts"
import type { ProcessSettings } from "./process-settings.ts"
import type { Environment } from "./system-ports.ts"
import { version } from "./version.ts"

interface ServeMcpOptions extends Pick<AppOptions, "env" | "onError"> {
  readonly settings: ProcessSettings
}

const workers = 4
/** The client is gone; the next process continues the discussions. */
const graceMs = 500
/** The only client is the process that started this one. */
const unlimited = 1_000_000_000

/** Serves MCP over standard input and output until the input ends, and runs the discussions. */
export async function serveMcp({ settings, env, onError }: ServeMcpOptions): Promise<void> {
  const isLocal = "data" in settings.location
  const app = await createApp({ ...settings, env, workers, paced: false, isLocal, onError })
  const limits = { addressRequestsPerMinute: unlimited, keyRequestsPerMinute: unlimited }
  const server = createServer({ services: app.services, limits, onError })
  const { serveMcpStdio } = await import("../mcp/index.ts")
  const fetch = (path: string, init?: RequestInit) => server.fetch(new Request(new URL(path, "http://localhost"), init))
  try {
    await serveMcpStdio(fetch, { version: version(), maxOutputTokens: maxOutputTokens(env), onError })
  } finally {
    await app.close(graceMs)
  }
}

/** Set by some clients to limit the size of tool results. */
function maxOutputTokens({ MAX_MCP_OUTPUT_TOKENS }: Environment): number | undefined {
  const tokens = Number(MAX_MCP_OUTPUT_TOKENS)
  return Number.isInteger(tokens) && tokens > 0 ? tokens : undefined
}
