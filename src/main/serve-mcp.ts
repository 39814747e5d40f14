import { createServer } from "../server/index.ts"
import { createApp } from "./app.ts"
import type { ProcessSettings } from "./process-settings.ts"
import type { Environment } from "./system-ports.ts"
import { version } from "./version.ts"

interface ServeMcpOptions {
  readonly settings: ProcessSettings
  readonly env: Environment
  readonly onError: (error: unknown) => void
}

const workers = 4
/** Nobody reads any more; what is being said goes on in the next process. */
const graceMs = 500
/** Whoever started this process may ask it as often as they like. */
const unlimited = 1_000_000_000

/** Speaks MCP over standard input and output until the input ends, with the API and workers of this process. */
export async function serveMcp({ settings, env, onError }: ServeMcpOptions): Promise<void> {
  const { location, config, tables, credentials } = settings
  const isLocal = "data" in location
  const app = await createApp({ location, config, tables, credentials, env, workers, paced: false, isLocal, onError })
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

/** Some clients tell the servers that they start how much they accept. */
function maxOutputTokens({ MAX_MCP_OUTPUT_TOKENS }: Environment): number | undefined {
  const tokens = Number(MAX_MCP_OUTPUT_TOKENS)
  return Number.isInteger(tokens) && tokens > 0 ? tokens : undefined
}
