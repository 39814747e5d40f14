import { isIP } from "node:net"
import { invalidField } from "../../core/errors.ts"
import { HttpError } from "../http/http-error.ts"

export interface OriginGuardOptions {
  /** Host names that the server answers to besides localhost and IP addresses, as `name` or `name:port`. */
  readonly hosts: readonly string[]
  /** Origins of other web pages that may call it, as `https://name` or `https://name:port`. */
  readonly origins: readonly string[]
}

const exposedHeaders = [
  ...["etag", "idempotency-replayed", "location", "ratelimit-limit", "ratelimit-remaining", "ratelimit-reset"],
  ...["retry-after", "x-request-id"],
].join(", ")
const allowedHeaders = [
  ...["authorization", "content-type", "idempotency-key", "if-match", "last-event-id", "x-api-key", "x-request-id"],
].join(", ")

/** Refuses requests that a web page of another origin makes from a visitor's browser. */
export class OriginGuard {
  readonly #hosts: ReadonlySet<string>
  readonly #origins: ReadonlySet<string>

  constructor({ hosts, origins }: OriginGuardOptions) {
    this.#hosts = new Set(["localhost", ...hosts.map((host) => host.toLowerCase())])
    this.#origins = new Set(origins.map(parseOrigin))
  }

  /** Throws FORBIDDEN for an unknown host name or a page of an unknown origin. */
  check(request: Request): void {
    const host = hostOf(request)
    if (!host || !this.#isKnownHost(host)) {
      throw new HttpError("FORBIDDEN", "this server does not answer to that host name; add it to its hosts")
    }
    const origin = request.headers.get("origin")
    if (origin !== null && !isSameHost(origin, host) && !this.#origins.has(origin)) {
      throw new HttpError("FORBIDDEN", "web pages of that origin may not call this server; add it to its origins")
    }
    if (origin === null && isMutating(request) && /^(cross|same)-site$/.test(fetchSite(request))) {
      throw new HttpError("FORBIDDEN", "web pages of other sites may not change anything on this server")
    }
  }

  /** The CORS headers of an answer. No cookies are used, so credentials are not allowed. */
  corsHeaders({ headers }: Request): Readonly<Record<string, string>> {
    const origin = headers.get("origin")
    if (this.#origins.size === 0) return {}
    if (origin === null || !this.#origins.has(origin)) return { vary: "origin" }
    return { vary: "origin", "access-control-allow-origin": origin, "access-control-expose-headers": exposedHeaders }
  }

  /** The headers of the answer to a CORS preflight; undefined where the request is none. */
  preflightHeaders({ method, headers }: Request, allow: readonly string[]) {
    if (method !== "OPTIONS" || !headers.has("origin") || !headers.has("access-control-request-method"))
      return undefined
    return {
      "access-control-allow-methods": allow.join(", "),
      "access-control-allow-headers": allowedHeaders,
      "access-control-max-age": "600",
    }
  }

  /** DNS rebinding needs a name, so requests by IP address are safe. */
  #isKnownHost({ host, hostname }: URL): boolean {
    return isIP(hostname.replace(/^\[|\]$/g, "")) > 0 || this.#hosts.has(hostname) || this.#hosts.has(host)
  }
}

function hostOf(request: Request): URL | undefined {
  const given = request.headers.get("host") ?? new URL(request.url).host
  const url = URL.canParse(`http://${given}`) ? new URL(`http://${given}`) : undefined
  return url && /^[\w.:[\]-]+$/.test(given) ? url : undefined
}

/** Without the scheme: a proxy in front may terminate TLS. */
function isSameHost(origin: string, host: URL): boolean {
  if (!/^https?:\/\//.test(origin) || !URL.canParse(origin)) return false
  const port = (url: URL) => url.port || (origin.startsWith("https:") ? "443" : "80")
  const from = new URL(origin)
  return from.hostname === host.hostname && port(from) === port(host)
}

function isMutating({ method }: Request): boolean {
  return !["GET", "HEAD", "OPTIONS"].includes(method)
}

function fetchSite({ headers }: Request): string {
  return headers.get("sec-fetch-site") ?? ""
}

function parseOrigin(origin: string): string {
  if (URL.canParse(origin) && new URL(origin).origin === origin && !origin.includes("*")) return origin
  throw invalidField("origins", `"${origin}" is not an origin; write each as https://name or https://name:port`)
}
