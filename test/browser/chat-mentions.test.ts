import fc from "fast-check"
import { expect, test } from "vitest"
import { parseMentions } from "../../src/squad/parse-mentions.ts"
import { formatMention } from "../../web/src/features/chat/mention.ts"

test("the server parses every mention that the page writes, whatever the name", () => {
  const letter = fc.constantFrom(..."abÑé王9_.- ")
  const name = fc
    .array(letter, { minLength: 1, maxLength: 12 })
    .map((letters) => letters.join("").trim().replace(/\s+/g, " "))
    .filter((text) => text !== "")
  fc.assert(
    fc.property(name, (given) => {
      expect(parseMentions(`ask ${formatMention(given)} now`)).toEqual([given])
    }),
  )
})
