import { z } from "zod"
import { type Api, type ApiCall, jsonContent, traceparentOf } from "../api.ts"

/** Calls this API with the rights of the client. */
type ApiFetch = (path: string, init?: RequestInit) => Promise<Response>

/** Handles the Model Context Protocol; implemented outside the server. */
export type McpHandler = (request: Request, fetch: ApiFetch) => Promise<Response>

/** Headers that identify the client and the host. */
const passedHeaders = ["authorization", "x-api-key", "host"]

export function mcpRoutes(api: Api, handleMcp: McpHandler): void {
  api.routes("MCP").post("/mcp", {
    operationId: "mcp",
    summary: "Model Context Protocol endpoint",
    description:
      "Streamable HTTP for MCP clients, versions 2026-07-28 and 2025-11-25. Tools call this API with your key and need the scopes of those calls.",
    scope: "read",
    forSeatKeys: true,
    responses: { 200: jsonContent(z.looseObject({}), "A JSON-RPC message, or a stream of them") },
    handle: ({ context, request }) => handleMcp(request, apiFetch(api, context, request)),
  })
}

function apiFetch(api: Api, context: ApiCall<unknown, unknown, unknown>["context"], caller: Request): ApiFetch {
  return async (path, init = {}) => {
    const headers = new Headers(init.headers)
    for (const name of passedHeaders) {
      const value = caller.headers.get(name)
      if (value !== null) headers.set(name, value)
    }
    const traceparent = traceparentOf(context)
    if (traceparent !== undefined) headers.set("traceparent", traceparent)
    return api.app.fetch(new Request(new URL(path, caller.url), { ...init, headers }), context.env)
  }
}
