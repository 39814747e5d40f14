import { ApiError, readError } from "../client/api-error.ts"
import type { ApiFetch } from "../client/client.ts"

export type { ApiFetch }

interface CallOptions {
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

export async function callApi<T>(fetch: ApiFetch, method: string, path: string, options: CallOptions = {}): Promise<T> {
  const { body, headers, signal } = options
  const content = body !== undefined && { "content-type": "application/json" }
  const response = await fetch(path, {
    method,
    headers: { accept: "application/json", ...content, ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  })
  if (!response.ok) throw await readError(response)
  return (await response.json()) as T
}

/** The error as text that names each field and the fix. */
export function errorText({ problems, message }: ApiError): string {
  return problems.length > 0 ? problems.map((problem) => `${problem.field}: ${problem.message}`).join("\n") : message
}

/** For optional parts of an answer: where the API refuses the call, `fallback` is used. */
export function fallbackIfRefused<T>(fallback: T): (error: unknown) => T {
  return (error) => {
    if (error instanceof ApiError) return fallback
    throw error
  }
}
