import { join } from "node:path"
import { findBrokenReferences } from "../test/architecture/doc-references.ts"

const broken = findBrokenReferences(join(import.meta.dirname, ".."))

for (const { file, line, message } of broken) console.error(`${file}:${line} ${message}`)
if (broken.length > 0) process.exitCode = 1
else console.log("All references in the documentation are valid.")
