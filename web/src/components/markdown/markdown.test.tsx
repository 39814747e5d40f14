import fc from "fast-check"
import { renderToStaticMarkup } from "react-dom/server"
import temml from "temml"
import { describe, expect, test } from "vitest"
import { safeLink } from "./block.tsx"
import { Markdown, parseBlocks } from "./markdown.tsx"
import { renderFormula } from "./math.tsx"

const html = (text: string) => renderToStaticMarkup(<Markdown text={text} />)

test("a table keeps the alignment of its columns", () => {
  const table = html("| who | hits | cost |\n|---|---:|:-:|\n| Ash | 61 | 0 |")
  expect(table).toContain('<td>Ash</td><td data-align="right">61</td><td data-align="center">0</td>')
  expect(table).toContain('<th scope="col" data-align="right">hits</th>')
})

describe("formulas", () => {
  const tex = (text: string) => JSON.stringify(parseBlocks(text)).match(/"tex":"(.*?)"/g) ?? []

  test.each([
    ["$$\\frac{a}{b}$$", 1],
    ["Euler: $e^{i\\pi} + 1 = 0$.", 1],
    ["\\[ x^2 \\]", 1],
    ["so \\(x\\) and \\(y\\)", 2],
    ["It costs $5 and then $6.", 0],
    ["between $ 5 $ and", 0],
    ["`$x$` is code", 0],
    ["$x", 0],
  ])("%s", (text, count) => {
    expect(tex(text)).toHaveLength(count)
  })

  test("are shown as source until they are rendered", () => {
    expect(html("Euler: $e^{i}$")).toContain("$e^{i}$")
  })
})

describe("a rendered formula", () => {
  const mathml = (tex: string) => renderToStaticMarkup(renderFormula(temml, tex, true))

  test("is MathML", () => {
    expect(mathml("\\frac{a}{\\sqrt b}")).toMatch(/^<math .*<mfrac.*<mi>a<\/mi>.*<msqrt>.*<mi>b<\/mi>/)
    expect(mathml("\\begin{aligned} a &= b \\\\ c &= d \\end{aligned}")).toContain("<mtable")
  })

  test.each([
    "\\href{javascript:alert(1)}{x}",
    "\\includegraphics{https://evil.example/a.png}",
    "\\class{fixed}{x}",
    "\\id{content}{x}",
    "\\style{position:fixed}{x}",
    "\\data{a=b}{x}",
    "<img src=x onerror=alert(1)>",
    "\\text{<script>alert(1)</script>}",
    "\\def\\a{\\a\\a}\\a",
    "{".repeat(2_000),
    `${"\\frac{1}{".repeat(400)}x${"}".repeat(400)}`,
    "\\rule{1000em}{1000em}",
    "\\undefinedcommand",
  ])("%s produces nothing that runs, loads or navigates [web.untrusted]", (tex) => {
    expect(mathml(tex)).not.toMatch(/<(?!\/?m)|href|src=|on\w+=|class=|id=|data-|position|javascript:/)
  })

  test("any input gives a formula or nothing [web.untrusted]", () => {
    const part = fc.constantFrom(..."{}^_&$\\ab1<>\"'% ", "\\frac", "\\left(", "\\begin{matrix}", "\\text{", "\\def")
    fc.assert(
      fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
        expect(mathml(parts.join(""))).toMatch(/^$|^<math[\s\S]*<\/math>$/)
      }),
    )
  })
})

describe("a model's Markdown", () => {
  test("is rendered", () => {
    const shown = html(
      "# One\n\nTwo **three** `four`\n\n- a\n- [x] b\n\n| c | d |\n|---|---|\n| 1 | 2 |\n\n```js\nlet e\n```\n",
    )
    for (const part of [
      "<h3>One</h3>",
      "<strong>three</strong>",
      "<code>four</code>",
      "<li>",
      "☑",
      "<td>2</td>",
      "<pre",
    ])
      expect(shown).toContain(part)
  })

  test.each([
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    'a <b onclick="x">b</b> c',
    "<style>*{display:none}</style>",
    "<iframe src=//evil.example></iframe>",
    "<svg/onload=alert(1)>",
    "![a](https://evil.example/a.png)",
    "![a](data:image/svg+xml,<svg onload=alert(1)>)",
    "[a](javascript:alert(1))",
    "[a](  java\nscript:alert(1))",
    "[a](vbscript:x) [b](data:text/html,x) [c](file:///etc/passwd) [d](https://user:pass@evil.example)",
    "[a]: javascript:alert(1)\n\n[a]",
    "<javascript:alert(1)>",
    "[![a](https://evil.example/a.png)](javascript:x)",
    "<a href='https://evil.example' style='position:fixed;inset:0'>x</a>",
  ])("%s produces nothing that runs or loads [web.untrusted]", (text) => {
    const shown = html(text)
    const tags = [...shown.matchAll(/<([a-z0-9]+)([^>]*)>/g)]
    for (const [, name, attributes] of tags) {
      expect(["div", "p", "a", "span", "em", "strong", "code"]).toContain(name)
      expect(attributes).not.toMatch(/\bon\w+=|style=|src=|javascript:|data:|file:/)
    }
  })

  test("headings skip no levels, in quotes and lists too", () => {
    const shown = html("##### a\n\n# b\n\n> #### c\n\n- ###### d\n\n## e")
    expect([...shown.matchAll(/<(h\d)>/g)].map(([, name]) => name)).toEqual(["h3", "h3", "h4", "h5", "h4"])
  })

  test("an overlong word can break anywhere without losing text", () => {
    const word = "](b)".repeat(5_000)
    const shown = html(word)
    expect(shown.match(/<wbr\/>/g)!.length).toBeGreaterThan(100)
    expect(shown.replace(/<[^>]*>/g, "")).toBe(word)
  })

  test("links lead to the web only, in a new tab without opener or referrer", () => {
    expect(html("[a](https://example.com/b)")).toContain(
      '<a href="https://example.com/b" target="_blank" rel="noopener noreferrer nofollow"',
    )
    expect(
      ["https://a.example", "mailto:a@b.example", "//a.example", "/api", "#x", "javascript:x"].map(safeLink),
    ).toEqual(["https://a.example", "mailto:a@b.example", undefined, undefined, undefined, undefined])
  })

  test("bidirectional overrides and control characters are removed", () => {
    expect(html("a\u202eb\u2066c\u0007d\u009be")).toContain("<p>abcde</p>")
  })

  test.each(["> ".repeat(5_000), "- ".repeat(2_000), "[".repeat(20_000), "*a ".repeat(5_000), "#".repeat(10_000)])(
    "input made to break the parser is still shown (%#)",
    (text) => expect(html(`${text}x`)).toContain("x"),
  )

  test("no input adds its own markup", () => {
    const piece = fc.constantFrom(
      "<b>",
      "</b>",
      "<script>",
      "[",
      "](",
      ")",
      "*",
      "_",
      "`",
      "\n",
      "\n\n",
      "- ",
      "> ",
      "|",
      "a",
      "![",
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        expect(html(pieces.join(""))).not.toMatch(/<(script|b|img)\b/)
      }),
    )
  })
})
