import { ApiError, readError } from "./api-error.ts"
import { currentKey, reportUnauthorized } from "./api-key.ts"

type Query = Readonly<Record<string, string | number | boolean | undefined>>

export interface RequestOptions {
  readonly method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
  readonly query?: Query
  readonly body?: unknown
  readonly signal?: AbortSignal
  /** Makes a retried POST create only one resource. */
  readonly idempotencyKey?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Completes even if the page is closed meanwhile. */
  readonly keepalive?: boolean
  readonly cache?: "no-store"
}

/** Calls the server and parses its JSON. Throws ApiError, also if the server cannot be reached. */
export async function request<Answer>(path: string, options: RequestOptions = {}): Promise<Answer> {
  const response = await send(path, { ...options, headers: { accept: "application/json", ...options.headers } })
  return (response.status === 204 ? undefined : await response.json()) as Answer
}

/** Like `request`, for responses that are not JSON, such as exports. */
export async function send(path: string, options: RequestOptions = {}): Promise<Response> {
  const {
    method = "GET",
    query = {},
    body,
    signal,
    idempotencyKey,
    headers,
    keepalive = false,
    cache = "default",
  } = options
  const key = currentKey()
  const response = await fetchOrThrow(`${path}${queryString(query)}`, {
    method,
    keepalive,
    cache,
    headers: {
      ...headers,
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(body !== undefined && { "content-type": "application/json" }),
      ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  })
  if (response.ok) return response
  if (response.status === 401) reportUnauthorized(key)
  throw await readError(response)
}

async function fetchOrThrow(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (error) {
    if (init.signal?.aborted) throw error
    throw new ApiError(0, "UNREACHABLE", "the server cannot be reached")
  }
}

function queryString(query: Query): string {
  const given = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    value === undefined || value === "" ? [] : [[name, String(value)]],
  )
  return given.length === 0 ? "" : `?${new URLSearchParams(given)}`
}
