import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"

interface PackageManifest {
  readonly name: string
  readonly version: string
  readonly license?: string
}

/** The licences of all packages in a bundle, found by the files that went into it. */
export function writeNotices(what: string, moduleFiles: Iterable<string>): string {
  const folders = new Set<string>()
  for (const file of moduleFiles) {
    const folder = packageFolder(file)
    if (folder) folders.add(folder)
  }
  const notices = [...folders].map(describe).sort((a, b) => (a.title < b.title ? -1 : 1))
  const head = `${what} of Conclave contains code of ${notices.length} packages. Their licences follow.\n`
  return [head, ...notices.map(({ title, text }) => `${"=".repeat(80)}\n${title}\n\n${text}\n`)].join("\n")
}

/** Throws if a package has no licence, so it cannot be shipped. */
function describe(folder: string): { readonly title: string; readonly text: string } {
  const { name, version, license }: PackageManifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
  const [file] = globSync("{LICENSE,LICENCE,license,licence,License}*", { cwd: folder })
  if (license === undefined && file === undefined) throw new Error(`${name} has no licence; it cannot be shipped`)
  const text = file ? readFileSync(join(folder, file), "utf8").trim() : `Licence: ${license}`
  return { title: `${name} ${version}${license ? ` (${license})` : ""}`, text }
}

function packageFolder(file: string): string | undefined {
  const path = file.replace(/^\0/, "").replace(/\?.*$/, "")
  const match = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)
  return match?.[1]
}
