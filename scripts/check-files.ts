import { join } from "node:path"
import { languageCodes } from "../src/core/languages/index.ts"
import { findFileProblems, findTextProblems, readRepositoryFiles } from "../test/architecture/file-sizes.ts"

const files = readRepositoryFiles(join(import.meta.dirname, ".."))
const problems = [...findFileProblems(files), ...findTextProblems(files.sources, languageCodes)]

for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exitCode = 1
else console.log(`Sizes hold in ${files.sources.size} files.`)
