import { z } from "zod"
import type { Api } from "../api.ts"

export const openAiErrorSchema = z
  .object({
    error: z.object({
      message: z.string(),
      type: z.enum(["invalid_request_error", "rate_limit_error", "server_error"]),
      param: z.string().nullable().describe("the invalid field"),
      code: z.string().nullable(),
    }),
  })
  .meta({ id: "OpenAiError" })

/** Codes for which OpenAI has its own name; all others are ours in lower case. */
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

export function rewriteOpenAiErrors(api: Api): void {
  api.rewriteErrors("/v1/*", ({ code, message, details }, headers, status) => {
    const param = details?.problems?.[0]?.field ?? null
    // OpenAI clients retry these automatically, and each retry would be a new discussion.
    if (status === 502 || status === 504) headers.set("x-should-retry", "false")
    return openAiError(status, status === 404 && param === "model" ? "TABLE_UNKNOWN" : code, message, param)
  })
}
