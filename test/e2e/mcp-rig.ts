import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Client, type ClientOptions, StreamableHTTPClientTransport } from "@modelcontextprotocol/client"
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio"
import { onTestFinished } from "vitest"
import type { McpOptions } from "../../src/mcp/build-server.ts"
import { mcpHandler } from "../../src/mcp/index.ts"
import type { Model } from "../../src/ports/model.ts"
import type { ServerOptions } from "../../src/server/index.ts"
import { compileCache } from "../support/terminal.ts"
import { type Listening, listen, type Rig, rig } from "./server-rig.ts"

export const eras = ["2025-11-25", "2026-07-28"] as const
export type Era = (typeof eras)[number]

const bodyLimit = 1_048_576

/** A server with `/mcp` on a real port. */
export async function mcpServer(
  options: Partial<ServerOptions> = {},
  models: readonly Model[] = [],
  mcp: Partial<McpOptions> = {},
): Promise<Rig & Listening> {
  const server: Rig = rig(
    {
      mcp: mcpHandler({ version: "test", bodyLimit, onError: (error) => void server?.faults.push(error), ...mcp }),
      ...options,
    },
    models,
  )
  const listening = await listen(server)
  onTestFinished(() => listening.close())
  return { ...server, ...listening }
}

function newClient(era: Era, options: ClientOptions = {}): Client {
  const versionNegotiation = era === "2026-07-28" ? { mode: { pin: era } as const } : { mode: "legacy" as const }
  return new Client({ name: "test", version: "1" }, { versionNegotiation, ...options })
}

interface Prepare {
  /** Called before the client connects. */
  readonly prepare?: (client: Client) => void
}

/** The official client over streamable HTTP. */
export async function httpClient(
  url: string,
  era: Era,
  { key, prepare, ...options }: ClientOptions & Prepare & { readonly key?: string } = {},
): Promise<Client> {
  const client = newClient(era, options)
  prepare?.(client)
  const requestInit = key === undefined ? {} : { requestInit: { headers: { authorization: `Bearer ${key}` } } }
  await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", url), requestInit))
  onTestFinished(() => client.close())
  return client
}

/** The official client over the stdio of `conclave mcp`. */
export async function stdioClient(
  era: Era,
  { env, prepare, ...options }: ClientOptions & Prepare & { readonly env?: Record<string, string> } = {},
): Promise<Client> {
  const data = mkdtempSync(join(tmpdir(), "conclave-mcp-"))
  const client = newClient(era, options)
  prepare?.(client)
  const args = [join(import.meta.dirname, "../../bin/conclave.js"), "mcp", "--data", data]
  const environment = { PATH: process.env.PATH ?? "", ...compileCache(), ...env }
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args, env: environment, stderr: "inherit" }),
  )
  onTestFinished(() => client.close())
  return client
}

// biome-ignore lint/suspicious/noExplicitAny: what a tool answers is what the test is about
type ToolAnswer = any

/** The structured content of a tool result; throws the tool's error message. */
export async function callTool(
  client: Client,
  name: string,
  args: Record<string, unknown>,
  options = {},
): Promise<ToolAnswer> {
  const { structuredContent, isError, content } = await client.callTool({ name, arguments: args }, options)
  if (isError) throw new Error((content[0] as { text: string }).text)
  return structuredContent
}
