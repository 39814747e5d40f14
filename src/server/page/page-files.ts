import { existsSync, globSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

/** A file of the built page, as it is and compressed, ready to be sent. */
export interface PageFile {
  readonly type: string
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly br?: Uint8Array<ArrayBuffer>
  readonly gzip?: Uint8Array<ArrayBuffer>
}

/** The built page: its files by their path, like `/index.html`. */
export type PageFiles = ReadonlyMap<string, PageFile>

const contentTypes: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
  woff2: "font/woff2",
  txt: "text/plain; charset=utf-8",
}

/** In the package the page lies beside the code; in a clone it is where it was built. */
const defaultFolder = new URL(import.meta.url.endsWith(".ts") ? "../../../web/dist/" : "../../page/", import.meta.url)

/** Reads the page that comes with Conclave into memory, or one built elsewhere; undefined where there is none. */
export function readPage(folder: string = fileURLToPath(defaultFolder)): PageFiles | undefined {
  const at = folder.replace(/\/?$/, "/")
  if (!existsSync(`${at}index.html`)) return undefined
  const names = globSync("**/*.*", { cwd: at }).map((name) => name.replaceAll("\\", "/"))
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
