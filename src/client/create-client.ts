import { invalidField } from "../core/errors.ts"
import { ApiError } from "./api-error.ts"
import { type ApiFetch, ConclaveClient } from "./client.ts"

export interface ClientOptions {
  /**
   * Where the server is, such as "https://conclave.example", with a path where it is mounted below one. A page may leave
   * it out: its own server then.
   */
  readonly url?: string
  /** The API key; not needed where the server asks for none. */
  readonly key?: string
  /** Headers to send with every request. */
  readonly headers?: Readonly<Record<string, string>>
  /** Used instead of the global `fetch`. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>
  /** How often in a row a stream that breaks is opened again; as often as it takes unless given. */
  readonly retries?: number
}

/** A client of a server's HTTP API. Nothing is sent before something is asked of it. */
export function createClient(options: ClientOptions = {}): ConclaveClient {
  const { key, retries, fetch = globalThis.fetch } = options
  const base = baseUrl(options.url)
  const own = { ...options.headers, ...(key !== undefined && { authorization: `Bearer ${key}` }) }
  const send: ApiFetch = async (path, init = {}) => {
    const headers = { ...own, ...(init.headers as Readonly<Record<string, string>>) }
    try {
      return await fetch(base + path, { ...init, headers })
    } catch (cause) {
      if (init.signal?.aborted) throw cause
      throw new ApiError(0, "UNREACHABLE", `the server at ${base} cannot be reached`, { cause })
    }
  }
  return new ConclaveClient(send, retries)
}

function baseUrl(given: string | undefined): string {
  const { location } = globalThis as { readonly location?: { readonly href: string } }
  const url = URL.parse(given ?? "/", location?.href)
  if (!url || !/^https?:$/.test(url.protocol))
    throw invalidField("url", "must be an address such as https://conclave.example")
  return `${url.origin}${url.pathname.replace(/\/+$/, "")}`
}
