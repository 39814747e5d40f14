import { execFileSync, spawnSync } from "node:child_process"
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"

const root = join(import.meta.dirname, "../..")
const program = `
import { conclave } from "conclave"
import { createServer, readPage } from "conclave/server"
import * as testing from "conclave/testing"
import manifest from "conclave/package.json" with { type: "json" }
if (typeof conclave !== "function") throw new Error("conclave is not exported")
if (typeof createServer !== "function") throw new Error("createServer is not exported")
if (!readPage()?.has("/index.html")) throw new Error("the page is not in the package")
if (Object.keys(testing).length === 0) throw new Error("conclave/testing is empty")
console.log(manifest.name)
`

let folder: string
let project: string
let installed: string

/** Built, packed and unpacked as npm would for a user; dependencies are those already here, so that no network is needed. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "conclave-package-"))
  project = join(folder, "project")
  installed = join(project, "node_modules/conclave")
  mkdirSync(installed, { recursive: true })
  run(process.execPath, [join(root, "scripts/build.ts"), join(folder, "built")], root)
  const [packed] = JSON.parse(run("npm", ["pack", "--json", "--pack-destination", folder], join(folder, "built")))
  run("tar", ["-xzf", join(folder, packed.filename), "-C", installed, "--strip-components=1"], folder)
  for (const name of Object.keys(manifest().dependencies ?? {})) {
    const place = join(project, "node_modules", name)
    mkdirSync(dirname(place), { recursive: true })
    symlinkSync(join(root, "node_modules", name), place)
  }
  writeFileSync(join(project, "package.json"), '{ "type": "module" }')
}, 120_000)

afterAll(() => rmSync(folder, { recursive: true, force: true }))

function run(command: string, args: readonly string[], cwd: string): string {
  return execFileSync(command, args, { cwd, encoding: "utf8", stdio: "pipe" })
}

function manifest(): Record<string, object | undefined> {
  return JSON.parse(readFileSync(join(installed, "package.json"), "utf8"))
}

test("a program that imports the installed package runs", () => {
  writeFileSync(join(project, "program.mjs"), program)
  expect(run(process.execPath, ["program.mjs"], project)).toBe("conclave\n")
})

test("the types of the installed package are found", () => {
  writeFileSync(join(project, "program.ts"), `${program}const wrong: number = conclave\n`)
  const compiler = join(root, "node_modules/typescript/bin/tsc")
  const options = ["--noEmit", "--strict", "--module", "nodenext", "--target", "es2024"]
  const { stdout } = spawnSync(process.execPath, [compiler, ...options, "program.ts"], {
    cwd: project,
    encoding: "utf8",
  })
  // Exactly the one deliberate mistake: had `conclave` no type, it would pass as a number.
  expect(stdout.match(/error TS\d+.*/g)).toEqual([expect.stringContaining("TS2322")])
})

test("the installed command holds a discussion on its embedded database", () => {
  const args = [join(installed, "bin/conclave.js"), "discuss", "Tea or coffee?", "--quiet"]
  expect(run(process.execPath, args, project)).toContain("Tea or coffee?")
})

/** Dependencies come over the network, so only on request: `PACKAGE_INSTALL=1`, before a release. */
test.runIf(process.env.PACKAGE_INSTALL)(
  "npm i -g and npx of the packed file work in an empty folder",
  () => {
    const tarball = join(folder, globSync("*.tgz", { cwd: folder })[0]!)
    const discuss = ["discuss", "Tea or coffee?", "--rounds", "1", "--quiet"]
    const empty = (name: string) => mkdirSync(join(folder, name), { recursive: true }) ?? join(folder, name)
    run("npm", ["i", "-g", "--prefix", join(folder, "global"), "--prefer-offline", tarball], empty("first"))
    expect(run(join(folder, "global/bin/conclave"), discuss, join(folder, "first"))).toContain("Tea or coffee?")
    const args = ["--yes", "--prefer-offline", "--package", tarball, "conclave", ...discuss]
    expect(run("npx", args, empty("second"))).toContain("Tea or coffee?")
  },
  600_000,
)

test("the installed command knows the tables that come along [formats.files]", () => {
  const args = [join(installed, "bin/conclave.js"), "discuss", "Tea or coffee?", "--table", "debate", "--quiet"]
  expect(run(process.execPath, args, project)).toMatch(/(For|Against) the motion/)
})

test("it holds what users need and nothing of development", () => {
  const files = globSync("**/*", { cwd: installed })
  expect(files).toEqual(
    expect.arrayContaining([
      "README.md",
      "LICENSE",
      "index.js",
      "index.d.ts",
      "tables/debate.yaml",
      "tables/table.schema.json",
    ]),
  )
  expect(files.filter((file) => /\.(test|contract)\./.test(file) || /(?<!\.d)\.ts$/.test(file))).toEqual([])
  expect(files.filter((file) => /^(web|src)\//.test(file) || /\.tsx$|\.map$/.test(file))).toEqual([])
  for (const field of ["devDependencies", "scripts", "allowScripts", "private", "workspaces"])
    expect(manifest()).not.toHaveProperty(field)
})
