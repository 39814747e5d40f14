import { createHash } from "node:crypto"
import { existsSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join, resolve } from "node:path"
import { brotliCompressSync, constants, gzipSync } from "node:zlib"
import type { Rolldown } from "vite"
import { writeNotices } from "./page-notices.ts"

/** Builds the page and the documentation into web/dist, unless it is up to date: `node scripts/build-page.ts`. */

const root = join(import.meta.dirname, "..")
const folder = join(root, "web/dist")
const stampFile = join(folder, ".built-from")
const compressible = /\.(js|css|html|svg|json)$/

await buildPage()

async function buildPage(): Promise<void> {
  const state = hashSources()
  if (existsSync(stampFile) && readFileSync(stampFile, "utf8") === state) return
  if (!canResolve("vite")) {
    console.log("Page not built: vite is not installed. Run `npm ci`, then `npm run build:page`.")
    return
  }
  console.log("Building the page into web/dist …")
  // Always build for production, whatever the shell's NODE_ENV.
  process.env.NODE_ENV = "production"
  const { build } = await import("vite")
  // Built in a temporary folder and then renamed, so a running server never reads a partial page.
  const staging = join(root, `node_modules/.page-${process.pid}`)
  const options = { outDir: staging, emptyOutDir: true }
  const files = new Set([join(root, "node_modules/tailwindcss/preflight.css")])
  await build({
    configFile: join(root, "web/vite.config.ts"),
    mode: "production",
    logLevel: "warn",
    build: options,
    plugins: [{ name: "collect-files", generateBundle: (_options, bundle) => collectFiles(bundle, files) }],
  })
  writeFileSync(join(staging, "THIRD-PARTY-NOTICES.txt"), writeNotices("The page, with its fonts,", files))
  const { buildDocs } = await import("./docs/build-docs.ts")
  buildDocs(join(staging, "docs"))
  compress(staging)
  writeFileSync(join(staging, ".built-from"), state)
  replaceOutput(staging)
}

/** Files in the bundle: modules that were not tree-shaken away, and copied files such as fonts. */
function collectFiles(bundle: Rolldown.OutputBundle, files: Set<string>): void {
  for (const output of Object.values(bundle)) {
    if (output.type === "asset") for (const name of output.originalFileNames) files.add(resolve(root, "web", name))
    else for (const [id, { renderedLength }] of Object.entries(output.modules)) if (renderedLength > 0) files.add(id)
  }
}

/** A concurrent build may have replaced the folder first; its output is just as good. */
function replaceOutput(staging: string): void {
  rmSync(folder, { recursive: true, force: true })
  try {
    renameSync(staging, folder)
  } catch (error) {
    rmSync(staging, { recursive: true, force: true })
    if (!existsSync(stampFile)) throw error
  }
}

/** Compresses text files ahead of time with brotli and gzip, so requests do not wait for it. */
function compress(folder: string): void {
  for (const file of globSync("**/*", { cwd: folder }).filter((name) => compressible.test(name))) {
    const bytes = readFileSync(join(folder, file))
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
    writeFileSync(join(folder, `${file}.br`), brotliCompressSync(bytes, { params }))
    writeFileSync(join(folder, `${file}.gz`), gzipSync(bytes, { level: 9 }))
  }
}

/** One hash of all files that the page is built from. */
function hashSources(): string {
  const sources = ["web/{src,public}/**/*.*", "src/{client,core/public}/*", "docs/**/*.*", "*.md", "scripts/docs/*"]
  const files = globSync(sources, { cwd: root }).filter((file) => !/\.test\.tsx?$/.test(file))
  const others = [
    "web/index.html",
    "web/vite.config.ts",
    "web/package.json",
    "package-lock.json",
    "scripts/build-page.ts",
  ]
  const hash = createHash("sha256")
  for (const file of [...files, ...others].sort()) hash.update(file).update(readFileSync(join(root, file)))
  return hash.digest("hex")
}

function canResolve(name: string): boolean {
  try {
    createRequire(join(root, "web/package.json")).resolve(name)
    return true
  } catch {
    return false
  }
}
