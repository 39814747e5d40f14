import { serveStdio } from "@modelcontextprotocol/server/stdio"
import type { ApiFetch } from "./api.ts"
import { buildServer, type McpOptions } from "./build-server.ts"
import { createStates } from "./elicit.ts"

export { mcpHandler } from "./http-handler.ts"

export function serveMcpStdio(fetch: ApiFetch, options: McpOptions): Promise<void> {
  const states = createStates(undefined)
  return new Promise((resolve) => {
    const { close } = serveStdio(({ era }) => buildServer({ fetch, era, states }, options), {
      onerror: options.onError,
    })
    process.stdin.once("end", () => void close().then(resolve))
    process.stdin.once("close", () => void close().then(resolve))
  })
}
