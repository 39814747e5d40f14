#!/usr/bin/env node
import { existsSync, readFileSync } from "node:fs"
// Plain JavaScript, so that an old Node reports what it lacks and --version loads nothing else. Imported as a namespace
// because Node 20 has no `enableCompileCache`: a named import would fail with a SyntaxError before the first line runs.
import * as module from "node:module"

const here = (path) => new URL(path, import.meta.url)
const { version, engines } = JSON.parse(readFileSync(here("../package.json"), "utf8"))
const needed = engines.node.replace(/[^\d.]/g, "")
const [major, minor] = process.versions.node.split(".").map(Number)
const [neededMajor, neededMinor] = needed.split(".").map(Number)

if (process.argv.length === 3 && ["--version", "-V"].includes(process.argv[2])) {
  console.log(version)
} else if (major < neededMajor || (major === neededMajor && minor < neededMinor)) {
  console.error(
    `conclave needs Node ${needed} or newer; you have ${process.versions.node}. Install a newer version and try again.`,
  )
  process.exitCode = 1
} else {
  module.enableCompileCache()
  const built = here("../main/cli.js")
  const { main } = await import(existsSync(built) ? built : here("../src/main/cli.ts"))
  await main()
}
