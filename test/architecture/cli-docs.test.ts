import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { writeCliPage } from "../../scripts/write-cli-docs.ts"
import { loadCommands } from "../../src/cli/commands/index.ts"

test("docs/cli.md matches the definitions; regenerate it with node scripts/write-cli-docs.ts", async () => {
  expect(readFileSync(join(import.meta.dirname, "../../docs/cli.md"), "utf8")).toBe(writeCliPage(await loadCommands()))
})
