import { z } from "zod"
import { ConclaveError, type FieldProblem } from "../../core/errors.ts"
import type { Api } from "../api.ts"
import { HttpError } from "../http/http-error.ts"

const errorNumbers = {
  PARSE_ERROR: -32700,
  INVALID_REQUEST: -32600,
  METHOD_NOT_FOUND: -32601,
  INVALID_PARAMS: -32602,
  INTERNAL_ERROR: -32603,
  TASK_NOT_FOUND: -32001,
  TASK_NOT_CANCELABLE: -32002,
  PUSH_NOTIFICATION_NOT_SUPPORTED: -32003,
  UNSUPPORTED_OPERATION: -32004,
  CONTENT_TYPE_NOT_SUPPORTED: -32005,
  VERSION_NOT_SUPPORTED: -32009,
} as const

export const jsonRpcErrorSchema = z
  .object({
    jsonrpc: z.literal("2.0"),
    id: z.union([z.string(), z.number()]).nullable(),
    error: z.object({ code: z.int(), message: z.string(), data: z.array(z.looseObject({ "@type": z.string() })) }),
  })
  .meta({ id: "JsonRpcError" })

type A2aReason = keyof typeof errorNumbers

export class A2aError extends Error {
  readonly reason: A2aReason

  constructor(reason: A2aReason, message: string) {
    super(message)
    this.reason = reason
  }
}

/** Our error codes as A2A reasons; others keep their HTTP status. */
const reasons: Readonly<Record<string, A2aReason>> = {
  NOT_FOUND: "TASK_NOT_FOUND",
  INPUT_INVALID: "INVALID_PARAMS",
  MODEL_UNKNOWN: "INVALID_PARAMS",
  MODEL_UNAVAILABLE: "INVALID_PARAMS",
  IDEMPOTENCY_MISMATCH: "INVALID_PARAMS",
  STATE_INVALID: "UNSUPPORTED_OPERATION",
  BODY_INVALID: "PARSE_ERROR",
  BODY_TOO_LARGE: "INVALID_REQUEST",
  MEDIA_TYPE_UNSUPPORTED: "INVALID_REQUEST",
  KEY_MISSING: "INVALID_REQUEST",
  KEY_INVALID: "INVALID_REQUEST",
  FORBIDDEN: "INVALID_REQUEST",
  RATE_LIMITED: "INVALID_REQUEST",
}

function errorBody(
  id: unknown,
  reason: A2aReason,
  message: string,
  code: string,
  problems: readonly FieldProblem[] = [],
) {
  const type = (name: string) => ({ "@type": `type.googleapis.com/google.rpc.${name}` })
  const info = { ...type("ErrorInfo"), reason, domain: "a2a-protocol.org", metadata: { code } }
  const violations = problems.map((problem) => ({ field: problem.field, description: problem.message }))
  const data = [info, ...(violations.length > 0 ? [{ ...type("BadRequest"), fieldViolations: violations }] : [])]
  return { jsonrpc: "2.0", id, error: { code: errorNumbers[reason], message, data } }
}

/** An error as a JSON-RPC response with status 200; errors that need another HTTP status are rethrown. */
export function rpcErrorResponse(id: unknown, error: unknown): Response {
  if (error instanceof A2aError) return Response.json(errorBody(id, error.reason, error.message, error.reason))
  const isKnown =
    error instanceof ConclaveError || (error instanceof HttpError && error.code === "IDEMPOTENCY_MISMATCH")
  const reason = isKnown ? reasons[error.code] : undefined
  if (!isKnown || !reason) throw error
  const problems = error instanceof ConclaveError ? error.problems : []
  return Response.json(errorBody(id, reason, error.message, error.code, problems))
}

/** Converts errors from before the call is parsed, such as a missing key, to JSON-RPC. */
export function rewriteA2aErrors(api: Api, path: string): void {
  api.rewriteErrors(path, ({ code, message }) => errorBody(null, reasons[code] ?? "INTERNAL_ERROR", message, code))
}
