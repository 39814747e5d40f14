import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { optionTypeFiles } from "../../scripts/write-option-types.ts"

/** Ignores line breaks of the formatter. */
const plain = (text: string) => text.replaceAll(/[\s|;]/g, "")

test.each(Object.entries(optionTypeFiles))(
  "%s matches the schemas; regenerate it with node scripts/write-option-types.ts",
  (file, text) => {
    expect(plain(readFileSync(join(import.meta.dirname, "../..", file), "utf8"))).toBe(plain(text))
  },
)
