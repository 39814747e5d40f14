import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { languageCodes } from "../../texts/languages.ts"
import { homeTexts } from "./texts.ts"

test.each(languageCodes)("the preloaded heading and lead in %s match those of the home page", (language) => {
  const script = readFileSync(new URL("../../../public/first-words.js", import.meta.url), "utf8")
  const { heading, lead } = homeTexts[language]
  expect(script).toContain(JSON.stringify(heading))
  expect(script).toContain(JSON.stringify(lead))
})
