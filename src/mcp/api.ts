import { ApiError, readError } from "../client/api-error.ts"

/** Asks the HTTP API: the handler of this process, with the rights of whoever called. The path begins with a slash. */
export type ApiFetch = (path: string, init?: RequestInit) => Promise<Response>

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

/** What the API refused, in words that name the field and the fix. */
export function errorText({ problems, message }: ApiError): string {
  return problems.length > 0 ? problems.map((problem) => `${problem.field}: ${problem.message}`).join("\n") : message
}

/** For what may be left out of an answer: whoever may not read it gets `none`. */
export function fallbackIfRefused<T>(none: T): (error: unknown) => T {
  return (error) => {
    if (error instanceof ApiError) return none
    throw error
  }
}
