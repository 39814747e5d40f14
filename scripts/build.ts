import { execFileSync } from "node:child_process"
import { copyFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import { acpPackage } from "../src/models/acp/index.ts"
import { findProvider, providerNames } from "../src/models/providers/index.ts"
import { bundle } from "./bundle.ts"
import { writeNotices } from "./page-notices.ts"

/** Builds the package for publishing: `node scripts/build.ts [folder]` (default: dist). */

interface Manifest {
  readonly exports: Readonly<Record<string, string>>
  readonly dependencies: Readonly<Record<string, string>>
  readonly peerDependencies: Readonly<Record<string, string>>
  readonly peerDependenciesMeta: Readonly<Record<string, object>>
  readonly [field: string]: unknown
}

const developmentFields = ["private", "scripts", "devDependencies", "allowScripts", "workspaces"]

/** Entry points that are not exports: the command, and the watchdog's worker thread. */
const programs = ["src/main/cli.ts", "src/main/watchdog-thread.ts"]

/** Bundled completely, so no longer dependencies. zod stays one, because our types refer to it. */
const fullyBundled = ["commander", "yaml"]

const root = join(import.meta.dirname, "..")
const folder = resolve(process.argv[2] ?? join(root, "dist"))

rmSync(folder, { recursive: true, force: true })
const compiler = join(root, "node_modules/typescript/bin/tsc")
const compilerOptions = ["-p", "tsconfig.build.json", "--checkers", "1", "--emitDeclarationOnly", "--outDir", folder]
execFileSync(process.execPath, [compiler, ...compilerOptions], { cwd: root, stdio: "inherit" })
const manifest: Manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
const exported = Object.values(manifest.exports).filter((file) => file.endsWith(".ts"))
const sources = [...exported.map((file) => file.slice("./".length)), ...programs]
writeFileSync(join(folder, "THIRD-PARTY-NOTICES.txt"), writeNotices("The program", await bundle(sources, folder)))
writeFileSync(join(folder, "package.json"), `${JSON.stringify(toPublishedManifest(manifest), null, 2)}\n`)
for (const file of ["README.md", "LICENSE", "bin/conclave.js"]) {
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  copyFileSync(join(root, file), join(folder, file))
}
execFileSync(process.execPath, [join(root, "scripts/build-page.ts")], { cwd: root, stdio: "inherit" })
cpSync(join(root, "web/dist"), join(folder, "page"), {
  recursive: true,
  filter: (file) => !/[\\/]\.[^\\/]+$/.test(file),
})
cpSync(join(root, "tables"), join(folder, "tables"), { recursive: true })
console.log(`Built ${manifest.name} ${manifest.version} in ${folder}`)

/** Makes rarely used providers optional peers: all providers together are twice the size of the rest. */
function toPublishedManifest(manifest: Manifest): Record<string, unknown> {
  const own = [acpPackage, ...providerNames.flatMap((name) => findProvider(name).ownPackage ?? [])]
  const isOwn = ([name]: readonly [string, string]) => own.includes(name)
  const dependencies = Object.entries(manifest.dependencies)
  const peers = dependencies.filter(isOwn).map(([name, version]) => [name, `^${version}`])
  const optional = peers.map(([name]) => [name, { optional: true }])
  const exports = Object.entries(manifest.exports).map(([name, file]) => [name, toCompiledPath(file)])
  const kept = Object.entries(manifest).filter(([field]) => !developmentFields.includes(field))
  return {
    ...Object.fromEntries(kept),
    exports: Object.fromEntries(exports),
    dependencies: Object.fromEntries(dependencies.filter((one) => !isOwn(one) && !fullyBundled.includes(one[0]))),
    peerDependencies: { ...manifest.peerDependencies, ...Object.fromEntries(peers) },
    peerDependenciesMeta: { ...manifest.peerDependenciesMeta, ...Object.fromEntries(optional) },
  }
}

/** `./src/a.ts` becomes `./a.js` and `./a.d.ts`; other paths stay unchanged. */
function toCompiledPath(file: string): unknown {
  const path = /^\.\/src\/(.+)\.ts$/.exec(file)?.[1]
  return path === undefined ? file : { types: `./${path}.d.ts`, default: `./${path}.js` }
}
