import { ConclaveError, type ErrorDetail } from "../../core/errors.ts"

/** What is not ours may carry a key in its message, so only its kind is passed on. */
export function errorDetail(error: unknown): ErrorDetail {
  if (error instanceof ConclaveError) return error.toJSON()
  const kind = error instanceof Error && /^\w{1,40}$/.test(error.name) ? error.name : "unknown"
  return { code: "UNKNOWN", message: `the model's adapter failed unexpectedly (${kind})`, recoverable: false }
}
