import { isIP } from "node:net"
import { invalidField } from "../../core/errors.ts"
import { HttpError } from "../http/http-error.ts"

export interface OriginGuardOptions {
  /** Allowed host names besides localhost and IP addresses, as `name` or `name:port`. */
  readonly hosts: readonly string[]
  /** Allowed origins of other web pages, as `https://name` or `https://name:port`. */
  readonly origins: readonly string[]
}

const exposedHeaders = [
  ...["etag", "idempotency-replayed", "location", "mcp-session-id", "x-request-id"],
  ...["ratelimit-limit", "ratelimit-remaining", "ratelimit-reset", "retry-after"],
].join(", ")

/** Refuses requests that web pages of other origins make from a visitor's browser. */
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
      throw new HttpError(
        "FORBIDDEN",
        "unknown host name; add it to the server's `hosts` (`server.hosts` in its configuration)",
      )
    }
    const origin = request.headers.get("origin")
    if (origin !== null && !isSameHost(origin, host) && !this.#origins.has(origin)) {
      throw new HttpError(
        "FORBIDDEN",
        "web pages of this origin may not call the server; add it to its `origins` (`server.origins` in its configuration)",
      )
    }
    const isMutating = !["GET", "HEAD", "OPTIONS"].includes(request.method)
    if (origin === null && isMutating && /^(cross|same)-site$/.test(request.headers.get("sec-fetch-site") ?? "")) {
      throw new HttpError(
        "FORBIDDEN",
        "web pages of other sites may not make changes; call it from its own page or an allowed origin",
      )
    }
  }

  /** The CORS headers of a response. There are no cookies, so credentials are not allowed. */
  corsHeaders({ headers }: Request): Readonly<Record<string, string>> {
    const origin = headers.get("origin")
    if (this.#origins.size === 0) return {}
    if (origin === null || !this.#origins.has(origin)) return { vary: "origin" }
    return { vary: "origin", "access-control-allow-origin": origin, "access-control-expose-headers": exposedHeaders }
  }

  /** The headers that answer a CORS preflight of an allowed origin; undefined for other requests. */
  preflightHeaders({ method, headers }: Request, allow: readonly string[]) {
    if (method !== "OPTIONS" || !headers.has("origin") || !headers.has("access-control-request-method"))
      return undefined
    return {
      "access-control-allow-methods": allow.join(", "),
      // Clients of MCP and OpenAI send headers of their own.
      "access-control-allow-headers": headers.get("access-control-request-headers") ?? "",
      "access-control-max-age": "600",
    }
  }

  /** DNS rebinding needs a host name, so IP addresses are safe. */
  #isKnownHost({ host, hostname }: URL): boolean {
    return isIP(hostname.replace(/^\[|\]$/g, "")) > 0 || this.#hosts.has(hostname) || this.#hosts.has(host)
  }
}

function hostOf(request: Request): URL | undefined {
  const given = request.headers.get("host") ?? new URL(request.url).host
  const url = URL.canParse(`http://${given}`) ? new URL(`http://${given}`) : undefined
  return url && /^[\w.:[\]-]+$/.test(given) ? url : undefined
}

/** Ignores the scheme, since a proxy may terminate TLS. */
function isSameHost(origin: string, host: URL): boolean {
  if (!/^https?:\/\//.test(origin) || !URL.canParse(origin)) return false
  const port = (url: URL) => url.port || (origin.startsWith("https:") ? "443" : "80")
  const from = new URL(origin)
  return from.hostname === host.hostname && port(from) === port(host)
}

function parseOrigin(origin: string): string {
  if (URL.canParse(origin) && new URL(origin).origin === origin && !origin.includes("*")) return origin
  throw invalidField("origins", `"${origin}" is not an origin; write each as https://name or https://name:port`)
}
