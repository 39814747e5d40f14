#!/usr/bin/env node
import { existsSync, readFileSync } from "node:fs"
// Plain JavaScript, so that an old Node can say what it lacks and --version loads nothing else.
import { enableCompileCache } from "node:module"

const here = (path) => new URL(path, import.meta.url)
const [major, minor] = process.versions.node.split(".").map(Number)

if (process.argv.length === 3 && ["--version", "-V"].includes(process.argv[2])) {
  console.log(JSON.parse(readFileSync(here("../package.json"), "utf8")).version)
} else if (major < 22 || (major === 22 && minor < 18)) {
  console.error(
    `conclave needs Node 22.18 or newer; this is ${process.versions.node}. Install a newer one and try again.`,
  )
  process.exitCode = 1
} else {
  enableCompileCache()
  const built = here("../main/cli.js")
  await import(existsSync(built) ? built : here("../src/main/cli.ts"))
}
