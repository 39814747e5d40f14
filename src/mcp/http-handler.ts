import { createMcpHandler, readRequestBody } from "@modelcontextprotocol/server"
import type { ApiFetch } from "./api.ts"
import { buildServer, type McpOptions } from "./build-server.ts"
import { HttpCancellation } from "./http-cancellation.ts"

/** Answers requests to `/mcp`: nothing is kept between two of them, so any process can answer the next. */
export type McpHandler = (request: Request, fetch: ApiFetch) => Promise<Response>

export function mcpHandler(options: McpOptions & { readonly bodyLimit: number }): McpHandler {
  const cancellation = new HttpCancellation()
  const handler = createMcpHandler(
    ({ authInfo, era }) => {
      const { fetch, client } = authInfo!.extra as unknown as RequestExtra
      const track = client === undefined ? undefined : cancellation.trackerFor(client)
      return buildServer({ fetch, era, track }, options)
    },
    { onerror: options.onError },
  )
  return async (request, fetch) => {
    const body = await readRequestBody(request, options.bodyLimit)
    if (body.tooLarge) return tooLarge(options.bodyLimit)
    const parsedBody = parseJson(body.text)
    const client = cancellation.clientOf(request)
    cancellation.observe(client, parsedBody)
    const extra: RequestExtra = { fetch, client }
    const authInfo = { token: "", clientId: "", scopes: [], extra: { ...extra } }
    const again = new Request(request.url, {
      method: "POST",
      headers: request.headers,
      body: body.text,
      signal: request.signal,
    })
    return cancellation.introduce(parsedBody, await handler.fetch(again, { authInfo }))
  }
}

/** What belongs to one request. */
interface RequestExtra {
  readonly fetch: ApiFetch
  readonly client: string | undefined
}

function tooLarge(limit: number): Response {
  const error = { code: -32600, message: `the body has more than ${limit} bytes; send less, or in parts` }
  return Response.json({ jsonrpc: "2.0", id: null, error }, { status: 413 })
}

/** What is no JSON is refused by whoever answers. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
