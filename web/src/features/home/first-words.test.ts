import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { languageCodes } from "../../texts/languages.ts"
import { homeTexts } from "./texts.ts"

test.each(languageCodes)("the first words of the page in %s are the home page's own", (language) => {
  const script = readFileSync(new URL("../../../public/first-words.js", import.meta.url), "utf8")
  const { heading, lead } = homeTexts[language]
  expect(script).toContain(JSON.stringify(heading))
  expect(script).toContain(JSON.stringify(lead))
})
