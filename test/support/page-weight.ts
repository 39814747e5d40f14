import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { PageFiles } from "../../src/server/index.ts"

interface Chunk {
  readonly file: string
  readonly imports?: readonly string[]
}

/** The scripts that load before `/` is shown: the entry, which contains the home page, and its imports. */
export function firstView(page: PageFiles): { readonly files: readonly string[]; readonly gzip: number } {
  const manifest: Record<string, Chunk> = JSON.parse(
    readFileSync(join(import.meta.dirname, "../../web/dist/.vite/manifest.json"), "utf8"),
  )
  const needed = new Set<string>()
  const need = (name: string) => {
    if (needed.has(name)) return
    needed.add(name)
    manifest[name]!.imports?.forEach(need)
  }
  need("index.html")
  const files = ["/theme.js", "/first-words.js", ...[...needed].map((name) => `/${manifest[name]!.file}`)]
  return { files, gzip: files.reduce((sum, file) => sum + page.get(file)!.gzip!.length, 0) }
}
