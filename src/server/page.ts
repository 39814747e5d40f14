import { createHash } from "node:crypto"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

export interface PageFile {
  readonly type: string
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly br?: Uint8Array<ArrayBuffer>
  readonly gzip?: Uint8Array<ArrayBuffer>
}

/** The files of the built web page by path, like `/index.html`. */
export type PageFiles = ReadonlyMap<string, PageFile>

const contentTypes: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
  woff2: "font/woff2",
  txt: "text/plain; charset=utf-8",
  json: "application/json; charset=utf-8",
  png: "image/png",
  webp: "image/webp",
}

/** In the package the page is beside the code; in a clone it is in the build folder. */
const defaultFolder = new URL(import.meta.url.endsWith(".ts") ? "../../web/dist/" : "../page/", import.meta.url)

/** Reads the built web page into memory (default: the one in this package); undefined if there is none. */
export function readPage(folder: string = fileURLToPath(defaultFolder)): PageFiles | undefined {
  const at = folder.replace(/\/?$/, "/")
  if (!existsSync(`${at}index.html`)) return undefined
  const found = readdirSync(at, { recursive: true, encoding: "utf8" }).map((name) => name.replaceAll("\\", "/"))
  // Dotfiles are build metadata.
  const names = found.filter((name) => /^[^.].*\./.test(name))
  const read = (name: string) => new Uint8Array(readFileSync(`${at}${name}`))
  const readIfPresent = (name: string) => (names.includes(name) ? read(name) : undefined)
  const served = names.flatMap((name): [string, PageFile][] => {
    const type = contentTypes[name.split(".").at(-1)!]
    if (!type) return []
    const [br, gzip] = [readIfPresent(`${name}.br`), readIfPresent(`${name}.gz`)]
    return [[`/${name}`, { type, bytes: read(name), ...(br && { br }), ...(gzip && { gzip }) }]]
  })
  return new Map(served)
}

const pageRoutes =
  /^\/(?:$|(?:discussions|examples|projects)\/[^/]+$|projects\/[^/]+\/new$|(?:chat|compare|projects|agents|models|settings|admin)$)/
/** API paths never get the page. */
const apiPaths = /^\/(?:api|v1|mcp|a2a)(?:\/|$)/
/** Vite puts a content hash into these names. */
const hashedAssets = /^\/assets\//

/** The page may only load its own files and call its own server. Trusted types prevent script injection. */
const webPageHeaders: Readonly<Record<string, string>> = {
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

/** A file of the page, or the page itself for one of its routes; undefined for other paths. */
export function servePage(files: PageFiles, request: Request): Response | undefined {
  if (request.method !== "GET" && request.method !== "HEAD") return undefined
  const { pathname } = new URL(request.url)
  if (apiPaths.test(pathname)) return undefined
  const file = pathname === "/index.html" ? undefined : files.get(pathname)
  if (file)
    return fileResponse(file, request, {
      "cache-control": hashedAssets.test(pathname) ? cacheForever : cacheRevalidate,
      ...(file.type.startsWith("text/html") && webPageHeaders),
    })
  const isPageRoute = pageRoutes.test(pathname)
  if (!isPageRoute && !(request.headers.get("accept") ?? "").includes("text/html")) return undefined
  const index = files.get("/index.html")
  return (
    index &&
    fileResponse(index, request, { "cache-control": cacheRevalidate, ...webPageHeaders }, isPageRoute ? 200 : 404)
  )
}

const cacheForever = "public, max-age=31536000, immutable"
const cacheRevalidate = "no-cache"

function fileResponse(
  file: PageFile,
  request: Request,
  extraHeaders: Readonly<Record<string, string>>,
  status = 200,
): Response {
  const accepted = request.headers.get("accept-encoding") ?? ""
  const encoding =
    file.br && accepts(accepted, "br") ? "br" : file.gzip && accepts(accepted, "gzip") ? "gzip" : undefined
  const bytes = encoding === "br" ? file.br! : encoding === "gzip" ? file.gzip! : file.bytes
  const etag = `"${etagOf(file)}${encoding ? `-${encoding}` : ""}"`
  const headers = { ...extraHeaders, etag, vary: "accept-encoding" }
  if (status === 200 && request.headers.get("if-none-match")?.includes(etag)) {
    return new Response(null, { status: 304, headers })
  }
  return new Response(bytes, {
    status,
    headers: { ...headers, "content-type": file.type, ...(encoding && { "content-encoding": encoding }) },
  })
}

/** `br;q=0` means not acceptable. */
function accepts(header: string, encoding: string): boolean {
  return header.split(",").some((part) => {
    const [name, ...params] = part
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/)
    return name === encoding && !params.some((param) => /^q=0(\.0*)?$/.test(param))
  })
}

const etags = new WeakMap<PageFile, string>()

function etagOf(file: PageFile): string {
  const known = etags.get(file) ?? createHash("sha256").update(file.bytes).digest("base64url").slice(0, 22)
  etags.set(file, known)
  return known
}
