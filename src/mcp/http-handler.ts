import { createMcpHandler, readRequestBody } from "@modelcontextprotocol/server"
import { parseJson } from "../core/text.ts"
import type { ApiFetch } from "./api.ts"
import { buildServer, type McpOptions } from "./build-server.ts"
import { createStates } from "./elicit.ts"
import { HttpSessions } from "./http-sessions.ts"

/** Answers requests to `/mcp`. Stateless: any process can answer the next request. */
export function mcpHandler(options: McpOptions & { readonly bodyLimit: number }) {
  const sessions = new HttpSessions()
  const states = createStates(options.secret)
  const handler = createMcpHandler(
    ({ authInfo, era }) => {
      const { fetch, client } = authInfo!.extra as unknown as RequestExtra
      const session = client === undefined ? {} : { track: sessions.trackerFor(client), ask: sessions.askerFor(client) }
      return buildServer({ fetch, era, states, ...session }, options)
    },
    { onerror: options.onError },
  )
  return async (request: Request, fetch: ApiFetch): Promise<Response> => {
    const body = await readRequestBody(request, options.bodyLimit)
    if (body.tooLarge) {
      const message = `the body is larger than ${options.bodyLimit} bytes; send a smaller one`
      return Response.json({ jsonrpc: "2.0", id: null, error: { code: -32600, message } }, { status: 413 })
    }
    const parsedBody = parseJson(body.text)
    const client = sessions.clientOf(request)
    if (sessions.observe(client, parsedBody)) return new Response(null, { status: 202 })
    const extra: RequestExtra = { fetch, client }
    const { headers } = request
    const clientId = headers.get("authorization") ?? headers.get("x-api-key") ?? ""
    const authInfo = { token: "", clientId, scopes: [], extra: { ...extra } }
    const replayable = new Request(request.url, {
      method: "POST",
      headers: request.headers,
      body: body.text,
      signal: request.signal,
    })
    return sessions.withSessionId(parsedBody, await handler.fetch(replayable, { authInfo }))
  }
}

interface RequestExtra {
  readonly fetch: ApiFetch
  readonly client: string | undefined
}
