import { createHash } from "node:crypto"
import type { PageFile, PageFiles } from "./page-files.ts"

/** Addresses inside the page; what each shows is the page's own matter. */
const places = /^\/(?:$|(?:discussions|projects)\/[^/]+$|(?:chat|projects|agents|models|settings)$)/
/** What belongs to calls is never answered with the page. */
const calls = /^\/(?:api|v1|mcp)(?:\/|$)/
/** Vite names these by their content. */
const hashed = /^\/assets\//

/** The page may load its own files and call its own server. Trusted types keep text out of everything that runs. */
const pageHeaders: Readonly<Record<string, string>> = {
  "content-security-policy": [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; "),
  "cross-origin-opener-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}

/** Answers for the page: a file of it, or for an address inside it the page itself. undefined: this is not for it. */
export function answerPage(files: PageFiles, request: Request): Response | undefined {
  if (request.method !== "GET" && request.method !== "HEAD") return undefined
  const { pathname } = new URL(request.url)
  if (calls.test(pathname)) return undefined
  const file = pathname === "/index.html" ? undefined : files.get(pathname)
  if (file) return sent(file, request, { "cache-control": hashed.test(pathname) ? forGood : askAgain })
  const isPlace = places.test(pathname)
  if (!isPlace && !(request.headers.get("accept") ?? "").includes("text/html")) return undefined
  const index = files.get("/index.html")
  return index && sent(index, request, { "cache-control": askAgain, ...pageHeaders }, isPlace ? 200 : 404)
}

const forGood = "public, max-age=31536000, immutable"
const askAgain = "no-cache"

function sent(file: PageFile, request: Request, given: Readonly<Record<string, string>>, status = 200): Response {
  const accepted = request.headers.get("accept-encoding") ?? ""
  const encoding =
    file.br && accepts(accepted, "br") ? "br" : file.gzip && accepts(accepted, "gzip") ? "gzip" : undefined
  const bytes = encoding === "br" ? file.br! : encoding === "gzip" ? file.gzip! : file.bytes
  const etag = `"${tagOf(file)}${encoding ? `-${encoding}` : ""}"`
  const headers = { ...given, etag, vary: "accept-encoding" }
  if (status === 200 && request.headers.get("if-none-match")?.includes(etag)) {
    return new Response(null, { status: 304, headers })
  }
  return new Response(bytes, {
    status,
    headers: { ...headers, "content-type": file.type, ...(encoding && { "content-encoding": encoding }) },
  })
}

/** `br;q=0` is a refusal. */
function accepts(header: string, encoding: string): boolean {
  return header.split(",").some((part) => {
    const [name, ...params] = part
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/)
    return name === encoding && !params.some((param) => /^q=0(\.0*)?$/.test(param))
  })
}

const tags = new WeakMap<PageFile, string>()

function tagOf(file: PageFile): string {
  const known = tags.get(file) ?? createHash("sha256").update(file.bytes).digest("base64url").slice(0, 22)
  tags.set(file, known)
  return known
}
