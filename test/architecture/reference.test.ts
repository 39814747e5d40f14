import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { referencePages } from "../../scripts/write-reference.ts"

test.each(Object.entries(referencePages))(
  "%s matches the schemas; regenerate it with node scripts/write-reference.ts",
  (file, text) => {
    expect(readFileSync(join(import.meta.dirname, "../..", file), "utf8")).toBe(text)
  },
)
