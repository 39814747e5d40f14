/** Asks the HTTP API: the handler of this process, with the rights of whoever called. The path begins with a slash. */
export type ApiFetch = (path: string, init?: RequestInit) => Promise<Response>

/** What the API refused, in words that name the field and the fix. */
export class ApiRefusal extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

interface CallOptions {
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

export async function callApi<T>(fetch: ApiFetch, method: string, path: string, options: CallOptions = {}): Promise<T> {
  const { body, headers = {}, signal } = options
  const response = await fetch(path, {
    method,
    headers: {
      accept: "application/json",
      ...(body !== undefined && { "content-type": "application/json" }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  })
  const text = await response.text()
  if (response.ok) return JSON.parse(text) as T
  throw new ApiRefusal(response.status, errorText(text, response.status))
}

function errorText(text: string, status: number): string {
  try {
    const { error } = JSON.parse(text) as { error: { message: string; details?: { problems?: readonly Problem[] } } }
    const problems = error.details?.problems ?? []
    return problems.length > 0 ? problems.map(({ field, message }) => `${field}: ${message}`).join("\n") : error.message
  } catch {
    return `the server answered ${status}`
  }
}

/** For what may be left out of an answer: whoever may not read it gets `none`. */
export function fallbackIfRefused<T>(none: T): (error: unknown) => T {
  return (error) => {
    if (error instanceof ApiRefusal) return none
    throw error
  }
}

interface Problem {
  readonly field: string
  readonly message: string
}
