import { invalidField } from "../core/errors.ts"
import { ApiError } from "./api-error.ts"
import { type ApiFetch, ConclaveClient } from "./client.ts"

export interface ClientOptions {
  /** Base URL of the server, such as "https://conclave.example/path" (default in a page: its own origin). */
  readonly url?: string
  /** The API key, if the server requires one. */
  readonly key?: string
  /** Headers to send with every request. */
  readonly headers?: Readonly<Record<string, string>>
  /** Replaces the global `fetch`. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>
  /** Maximum number of consecutive reconnects of a broken stream (default: unlimited). */
  readonly retries?: number
}

/** Creates a client of the HTTP API. Sends nothing until a method is called. */
export function createClient(options: ClientOptions = {}): ConclaveClient {
  const { key, retries, fetch = globalThis.fetch } = options
  const base = baseUrl(options.url)
  const defaultHeaders = { ...options.headers, ...(key !== undefined && { authorization: `Bearer ${key}` }) }
  const send: ApiFetch = async (path, init = {}) => {
    const headers = { ...defaultHeaders, ...(init.headers as Readonly<Record<string, string>>) }
    try {
      return await fetch(base + path, { ...init, headers })
    } catch (cause) {
      if (init.signal?.aborted) throw cause
      throw new ApiError(0, "UNREACHABLE", `the server at ${base} cannot be reached`, { cause })
    }
  }
  return new ConclaveClient(send, retries)
}

function baseUrl(address: string | undefined): string {
  const { location } = globalThis as { readonly location?: { readonly href: string } }
  const url = URL.parse(address ?? "/", location?.href)
  if (!url || !/^https?:$/.test(url.protocol))
    throw invalidField("url", "must be an address such as https://conclave.example")
  return `${url.origin}${url.pathname.replace(/\/+$/, "")}`
}
