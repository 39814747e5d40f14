import { ConclaveError } from "../../core/errors.ts"
import { errorStatus, HttpError } from "./http-error.ts"

/** Every refusal in one shape. What is not ours to explain is logged by whoever runs the server, never shown. */
export function errorResponse(error: unknown): Response {
  const { code, message, details, headers } = toErrorBody(error)
  const body = { error: { code, message, ...(details && { details }) } }
  return Response.json(body, { status: errorStatus[code], headers: { "cache-control": "no-store", ...headers } })
}

type ErrorBody = Pick<HttpError, "code" | "message" | "details" | "headers">

function toErrorBody(error: unknown): ErrorBody {
  if (error instanceof HttpError) return error
  if (!(error instanceof ConclaveError) || error.code === "UNKNOWN") {
    return { code: "UNKNOWN", message: "something went wrong on our side", details: undefined, headers: {} }
  }
  const { code, message, problems, retryAfterMs } = error
  return {
    code,
    message,
    details: problems.length > 0 ? { problems } : undefined,
    headers: retryAfterMs === undefined ? {} : { "retry-after": String(Math.ceil(retryAfterMs / 1_000)) },
  }
}
