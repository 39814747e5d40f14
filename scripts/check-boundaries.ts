import { join } from "node:path"
import { findViolations, readDependencies, readSources } from "../test/architecture/boundaries.ts"

const root = join(import.meta.dirname, "..")
const sources = readSources(root)
const violations = findViolations(sources, readDependencies(root))

for (const { file, line, message } of violations) console.error(`${file}:${line} ${message}`)
if (violations.length > 0) process.exitCode = 1
else console.log(`Boundaries hold in ${sources.size} files.`)
