import { expect, test } from "vitest"
import { LiveMarkdown } from "./live-markdown.ts"
import { markdownText } from "./markdown-text.ts"
import { colours } from "./terminal.ts"

const layout = { width: 40, paint: colours(false) }

const text = [
  "# A plan for the winter",
  "Insulate the **walls of every single house** with `sheep's wool`, since [studies](https://x.test) say that 2 * 3 holds.",
  "Nothing marked here, so that each line of this paragraph can be written as soon as it is full.",
  "- one item that is so long that it goes on in the next line",
  "  1. inner",
  "- two, with **bold** words",
  "",
  "| a | b |\n|---|---|\n| one cell | another cell that is far too long for it |",
  "```ts\nconst a_b = [1]\n\nconst b = 2\n```",
  "> said before\n> and after",
  "中文的段落没有空格，所以在任何两个字之间都可以换行，宽度按两列计算，这一行很长。",
  "The end, ***really",
].join("\n\n")

function pieces(size: number): readonly string[] {
  return Array.from({ length: Math.ceil(text.length / size) }, (_, at) => text.slice(at * size, (at + 1) * size))
}

test.each([1, 3, 7, 40, 10_000])(
  "chunks of %i characters give the same output as the whole text [cli.markdown]",
  (size) => {
    let out = ""
    const words = new LiveMarkdown((more) => (out += more), layout)
    for (const piece of pieces(size)) words.push(piece)
    words.end()
    expect(out).toBe(markdownText(text, "  ", layout))
  },
)

test("lines are written before the paragraph, list or code block ends, and never with markup", () => {
  let out = ""
  const words = new LiveMarkdown((more) => (out += more), layout)
  words.push("Each line of this paragraph is written as soon as it is full, **not ")
  expect(out).toBe("  Each line of this paragraph is written\n")
  words.push("before** it.\n\n- first\n- second\n- th")
  expect(out).toMatch(/not before it\.\n\n {2}• first\n {2}• second\n$/u)
  words.push("ird\n\n```\nlet a_b = 1\nlet c")
  expect(out).toMatch(/• third\n\n {4}let a_b = 1\n$/u)
})

test("a marker after the text is not shown", () => {
  let out = ""
  const words = new LiveMarkdown((more) => (out += more), layout)
  words.push("That is all.\n\n[PASS]")
  words.end("That is all.")
  expect(out).toBe("  That is all.\n")
})
