import { expect, test } from "vitest"
import { markdownText } from "./markdown-text.ts"
import { colours } from "./terminal.ts"
import { displayWidth } from "./text-layout.ts"

const layout = { width: 40, paint: colours(false) }
const write = (text: string) => markdownText(text, "  ", layout)

test("headings, lists with a hanging indent, code and quotations [cli.markdown]", () => {
  const text = [
    "# Plan",
    "Insulate the **walls** with `wool`.",
    "- one item that is so long that it goes on in the next line",
    "  1. inner",
    "- two",
    "```ts\nconst a = 1\n\nconst b = 2\n```",
    "> said before",
  ].join("\n\n")
  expect(write(text)).toBe(
    [
      "  Plan",
      "",
      "  Insulate the walls with wool.",
      "",
      "  • one item that is so long that it",
      "    goes on in the next line",
      "    1. inner",
      "  • two",
      "",
      "    const a = 1",
      "    ",
      "    const b = 2",
      "",
      "  │ said before",
      "",
    ].join("\n"),
  )
})

test("headings are bold, including bold paragraphs that serve as headings [cli.markdown]", () => {
  const bold = markdownText("## Plan\n\n**Reasons**\n- a **good** one", "  ", { width: 40, paint: colours(true) })
  expect(bold).toBe("  \u001b[1mPlan\u001b[22m\n\n  \u001b[1mReasons\u001b[22m\n\n  • a good one\n")
})

test("a table is truncated to the width [cli.markdown]", () => {
  const rows = [
    "| name | what it is good for, at some length |",
    "|---|---|",
    "| wool | keeps the heat in through many winters |",
    "| 羊毛 | 保暖 |",
  ]
  const lines = write(rows.join("\n")).trimEnd().split("\n")
  expect(lines).toHaveLength(3)
  for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(40)
  expect(lines[0]).toMatch(/^ {2}name {2}what it is good for, .*…$/)
  expect(lines[2]).toBe("  羊毛  保暖")
})

test("escape sequences have no effect, HTML and images are shown as text [cli.markdown]", () => {
  const shown = write(
    "\u001b]0;title\u0007\u001b[31mred <b>x</b> ![pixel](http://evil.example/p.png) [a](http://b.example)",
  )
  expect(shown).not.toContain("\u001b")
  expect(shown.replace(/\s+/g, " ").trim()).toBe("red <b>x</b> pixel a (http://b.example)")
})
