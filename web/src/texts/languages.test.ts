import { expect, test } from "vitest"
import { preferredLanguage } from "./languages.ts"

test.each([
  [["es-AR", "en"], "es"],
  [["fr", "zh-TW"], "zh"],
  [["fr"], "en"],
  [[], "en"],
] as const)("the language for %j is %s", (wanted, language) => expect(preferredLanguage(wanted)).toBe(language))
