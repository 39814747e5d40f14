import { execFileSync } from "node:child_process"
import { copyFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import { acpPackage } from "../src/models/acp/index.ts"
import { findProvider, providerNames } from "../src/models/providers/index.ts"
import { bundle } from "./bundle.ts"
import { writeNotices } from "./page-notices.ts"

/** Builds the package that is published: `node scripts/build.ts [folder]`, dist by default. */

interface Manifest {
  readonly exports: Readonly<Record<string, string>>
  readonly dependencies: Readonly<Record<string, string>>
  readonly peerDependencies: Readonly<Record<string, string>>
  readonly peerDependenciesMeta: Readonly<Record<string, object>>
  readonly [field: string]: unknown
}

const developmentFields = ["private", "scripts", "devDependencies", "allowScripts", "workspaces"]

/** Run as they are: the command, and a thread of its own. */
const programs = ["src/main/cli.ts", "src/main/watchdog-thread.ts"]

/** The types of zod are in ours; of these nothing is left outside of the bundle. */
const wholly = ["commander", "yaml"]

const root = join(import.meta.dirname, "..")
const folder = resolve(process.argv[2] ?? join(root, "dist"))

rmSync(folder, { recursive: true, force: true })
const compiler = join(root, "node_modules/typescript/bin/tsc")
const compilerOptions = ["--project", "tsconfig.build.json", "--emitDeclarationOnly", "--outDir", folder]
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
console.log(`${manifest.name} ${manifest.version} is built in ${folder}`)

/** What few users need is theirs to install: all providers together are twice the size of the rest. */
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
    dependencies: Object.fromEntries(dependencies.filter((one) => !isOwn(one) && !wholly.includes(one[0]))),
    peerDependencies: { ...manifest.peerDependencies, ...Object.fromEntries(peers) },
    peerDependenciesMeta: { ...manifest.peerDependenciesMeta, ...Object.fromEntries(optional) },
  }
}

/** `./src/a.ts` is compiled to `./a.js` and `./a.d.ts`; anything else stays what it is. */
function toCompiledPath(file: string): unknown {
  const path = /^\.\/src\/(.+)\.ts$/.exec(file)?.[1]
  return path === undefined ? file : { types: `./${path}.d.ts`, default: `./${path}.js` }
}
