import { describe, expect, test } from "vitest"
import { isPathologicalMarkdown } from "./markdown.tsx"

const paragraph = "We weighed **two** ways, and `the second` one [holds](https://example.com): it is _simpler_.\n\n"
const code = `\`\`\`ts\n${'const table = [["a", "b"], ["c", "d"]] // *_~`[]<>\n'.repeat(400)}\`\`\`\n`

describe("pathological Markdown", () => {
  test.each([
    [">".repeat(10_000)],
    ["> ".repeat(100)],
    [`${"- ".repeat(2_000)}deep`],
    [`${"1. ".repeat(100)}deep`],
    ["_".repeat(10_000)],
    ["[".repeat(20_000)],
    ["*a ".repeat(10_000)],
    [`${"a.".repeat(10_000)}@`],
    [`${" ".repeat(400)}- deep`],
    ["x ".repeat(200_000)],
    ["- a\n".repeat(20_000)],
    [`\`\`\`\ncode\n\`\`\`\n${"_".repeat(5_000)}`],
  ])("is recognised by its shape (%#) [web.untrusted]", (text) => expect(isPathologicalMarkdown(text)).toBe(true))

  test.each([
    [paragraph.repeat(500)],
    [code],
    ["word ".repeat(30_000)],
    [`> > > ${paragraph}`],
    [Array.from({ length: 20 }, (_, depth) => `${"  ".repeat(depth)}- item`).join("\n")],
    [`| a | b |\n|---|---|\n${"| 1 | 2 |\n".repeat(300)}`],
    [`\`\`\`\n${"A".repeat(50_000)}\n\`\`\``],
  ])("does not include what people and models write (%#)", (text) => expect(isPathologicalMarkdown(text)).toBe(false))
})
