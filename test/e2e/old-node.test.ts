import { spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { delimiter, join } from "node:path"
import { describe, expect, test } from "vitest"
import { assertNodeVersion } from "../../src/main/version.ts"
import { launcher } from "../support/terminal.ts"

const root = join(import.meta.dirname, "../..")
const manifest = (folder: string) => JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))

/** The system's Node if it is older than required; all other tests use the one in `node_modules`. */
function findOldNode(): { readonly path: string; readonly version: string } | undefined {
  for (const folder of (process.env.PATH ?? "").split(delimiter).filter((one) => !one.includes("node_modules"))) {
    const path = join(folder, "node")
    const { status, stdout } = spawnSync(path, ["--version"], { encoding: "utf8" })
    if (status === 0 && Number(/^v(\d+)/.exec(stdout)?.[1]) < 22) return { path, version: stdout.trim().slice(1) }
  }
  return undefined
}

const old = findOldNode()

test.each([
  ["22.18.9", false],
  ["20.20.2", false],
  ["22.19.0", true],
  ["24.0.0", true],
])("the library accepts Node %s: %s", (current, isEnough) => {
  if (isEnough) return expect(() => assertNodeVersion(current)).not.toThrow()
  expect(() => assertNodeVersion(current)).toThrow(`conclave needs Node 22.19 or newer; you have ${current}`)
})

describe.skipIf(!old)(`on Node ${old?.version ?? "20, which this machine does not have"}`, () => {
  const run = (...args: readonly string[]) => spawnSync(old!.path, [launcher, ...args], { encoding: "utf8" })

  test("the command line reports the required version in one line", () => {
    expect(run("discuss", "Tea?")).toMatchObject({
      status: 1,
      stdout: "",
      stderr: `conclave needs Node 22.19 or newer; you have ${old!.version}. Install a newer version and try again.\n`,
    })
  })

  test("--version still works", () => {
    expect(run("--version")).toMatchObject({ status: 0, stdout: `${manifest(root).version}\n`, stderr: "" })
  })
})

test("the required Node version is the highest that any dependency requires", () => {
  const { dependencies, engines } = manifest(root)
  const needed = Object.keys(dependencies).flatMap((name) => {
    const { node = "" } = manifest(join(root, "node_modules", name)).engines ?? {}
    const [, major, minor = "0"] = /(\d+)(?:\.(\d+))?/.exec(node) ?? []
    return major === undefined ? [] : [Number(major) * 1_000 + Number(minor)]
  })
  const newest = Math.max(...needed)
  expect(engines.node).toBe(`>=${Math.floor(newest / 1_000)}.${newest % 1_000}`)
})
