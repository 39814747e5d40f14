import { z } from "zod"
import type { Api } from "../api.ts"
import type { ErrorBody } from "../http/http-error.ts"

export const openAiErrorSchema = z
  .object({
    error: z.object({
      message: z.string(),
      type: z.enum(["invalid_request_error", "rate_limit_error", "server_error"]),
      param: z.string().nullable().describe("the wrong field"),
      code: z.string().nullable(),
    }),
  })
  .meta({ id: "OpenAiError" })

/** Codes that OpenAI's clients know under names of their own; all others are ours in lower case. */
const codes: Readonly<Record<string, string>> = {
  KEY_MISSING: "invalid_api_key",
  KEY_INVALID: "invalid_api_key",
  RATE_LIMITED: "rate_limit_exceeded",
  SPEND_LIMIT: "insufficient_quota",
  ROUTE_UNKNOWN: "unknown_url",
  TABLE_UNKNOWN: "model_not_found",
}

type OpenAiError = z.output<typeof openAiErrorSchema>

export function openAiError(status: number, code: string, message: string, param: string | null = null): OpenAiError {
  const type = status >= 500 ? "server_error" : status === 429 ? "rate_limit_error" : "invalid_request_error"
  return { error: { message, type, param, code: codes[code] ?? code.toLowerCase() } }
}

/** Writes the errors below `/v1` in OpenAI's shape. To be added before what may refuse a call. */
export function openAiErrorMiddleware(api: Api): void {
  api.app.use("/v1/*", async (context, next) => {
    await next()
    if (context.res.status >= 400) context.res = await toOpenAiError(context.res)
  })
}

async function toOpenAiError(response: Response): Promise<Response> {
  const { status, headers } = response
  const { error } = (await response.json()) as ErrorBody
  const { code = "UNKNOWN", message = "", details } = error ?? {}
  const param = details?.problems?.[0]?.field ?? null
  const known = status === 404 && param === "model" ? "TABLE_UNKNOWN" : code
  headers.delete("content-length")
  // Clients repeat these by themselves otherwise, and each repeat would be a whole discussion.
  if (status === 502 || status === 504) headers.set("x-should-retry", "false")
  return Response.json(openAiError(status, known, message, param), { status, headers })
}
