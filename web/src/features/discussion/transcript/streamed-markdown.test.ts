import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { parseBlocks } from "../../../components/markdown/markdown.tsx"
import { emptyBlocks, type IncrementalBlocks, updateBlocks } from "./streamed-markdown.tsx"

const raws = ({ whole, last }: IncrementalBlocks) => [...whole, ...last].map(({ raw }) => raw.trimEnd())
const grown = (text: string, step: number) => {
  let blocks = emptyBlocks
  for (let end = step; end < text.length + step; end += step) blocks = updateBlocks(blocks, text.slice(0, end))
  return blocks
}

const text =
  "# One\n\nTwo **three**\nfour\n\n- a\n- b\n\n  c\n\n```js\nlet a\n\nlet b\n```\n\n| d | e |\n|---|---|\n| 1 | 2 |\n\nEnd."

describe("streamed Markdown", () => {
  test.each([1, 2, 3, 7, 50])("gives the same blocks as parsing the whole text, %i characters at a time", (step) => {
    expect(raws(grown(text, step))).toEqual(parseBlocks(text).map(({ raw }) => raw.trimEnd()))
  })

  test("does not parse finished blocks again", () => {
    const before = updateBlocks(emptyBlocks, "One\n\nTwo\n\nThr")
    const after = updateBlocks(before, "One\n\nTwo\n\nThree\n\nFour")
    expect(after.whole.slice(0, 2)).toEqual(before.whole)
    for (const [index, token] of before.whole.entries()) expect(after.whole[index]).toBe(token)
  })

  test("starts over when a turn is retried", () => {
    expect(raws(updateBlocks(grown(text, 5), "Other"))).toEqual(["Other"])
  })

  test("matches the last block only at the end, although the parser normalises it", () => {
    expect(raws(grown("a*\n\n*  ", 6))).toEqual(["a*", "*"])
  })

  test("loses and repeats no text for any input", () => {
    const piece = fc.constantFrom("a", "# ", "- ", "\n", "\n\n", "> ", "```", "|", "*", "  ", "[x]", "1. ", "---")
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), fc.integer({ min: 1, max: 6 }), (pieces, step) => {
        const letters = (words: readonly string[]) => words.join("").replace(/\s/g, "")
        const written = pieces.join("")
        expect(letters(raws(grown(written, step)))).toBe(letters(parseBlocks(written).map(({ raw }) => raw)))
      }),
      { numRuns: 2_000 },
    )
  })
})
