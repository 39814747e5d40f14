import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { loadCommands } from "../src/cli/commands/index.ts"
import { writeCliPage } from "../src/cli/write-cli-page.ts"

/** Writes docs/cli.md from the definitions of the command line: `node scripts/write-cli-docs.ts`. */
writeFileSync(join(import.meta.dirname, "../docs/cli.md"), writeCliPage(await loadCommands()))
