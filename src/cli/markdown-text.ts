import { lexer, type Token, type Tokens } from "marked"
import { printable } from "./printable.ts"
import type { Colours } from "./terminal.ts"
import { displayWidth, truncateToWidth, wrapText } from "./text-layout.ts"

export interface Layout {
  readonly width: number
  readonly paint: Pick<Colours, "bold" | "dim">
}

/** Renders untrusted Markdown for a terminal: headings, lists, code, and tables that fit the width. */
export function markdownText(text: string, indent: string, layout: Layout): string {
  return blocks(lexer(printable(text)), indent, layout)
}

type Any = Tokens.Generic

function blocks(tokens: readonly Token[], indent: string, layout: Layout): string {
  const written = tokens.filter(isShown).map((one) => blockText(one, indent, layout))
  return written.join("\n")
}

export function isShown({ type }: Token): boolean {
  return type !== "space" && type !== "def"
}

/** Renders one block, including its line end. */
export function blockText(token: Token, indent: string, layout: Layout): string {
  const { paint, width } = layout
  const { type, text = "", tokens = [] } = token as Any
  switch (type) {
    case "heading":
      return wrapText(inline(tokens), width, indent, paint.bold)
    case "code":
      return text
        .split("\n")
        .map((line: string) => `${indent}  ${paint.dim(line)}\n`)
        .join("")
    case "blockquote":
      return blocks(tokens, `${indent}│ `, layout)
    case "list":
      return list(token as Tokens.List, indent, layout)
    case "table":
      return table(token as Tokens.Table, indent, layout)
    case "hr":
      return `${indent}${"─".repeat(Math.max(3, Math.min(width, 40) - indent.length))}\n`
    default: {
      // Models often write headings as entirely bold paragraphs.
      const isHeading = tokens.length === 1 && tokens[0]?.type === "strong"
      const words = tokens.length > 0 ? inline(tokens) : decoded(text)
      return wrapText(words, width, indent, isHeading ? paint.bold : undefined)
    }
  }
}

function list({ items, ordered, start }: Tokens.List, indent: string, layout: Layout): string {
  return items
    .map(({ tokens }, index) => {
      const mark = ordered ? `${(start || 1) + index}. ` : "• "
      const inner = `${indent}${" ".repeat(mark.length)}`
      const [first = "", ...rest] = tokens
        .filter(({ type }) => type !== "space")
        .map((one) => blockText(one, inner, layout))
      return [first === "" ? `${indent}${mark}\n` : `${indent}${mark}${first.slice(inner.length)}`, ...rest].join("")
    })
    .join("")
}

/** Columns share the width; cells that do not fit are cut. */
function table({ header, rows }: Tokens.Table, indent: string, { width, paint }: Layout): string {
  const cells = [header, ...rows].map((row) => row.map(({ tokens }) => inline(tokens).replace(/\s+/g, " ")))
  const columns = header.length
  const room = Math.max(columns * 4, width - indent.length - (columns - 1) * 2)
  const longest = Array.from({ length: columns }, (_, at) =>
    Math.max(1, ...cells.map((row) => displayWidth(row[at] ?? ""))),
  )
  const widths = shareWidth(longest, room)
  return cells
    .map((row, index) => {
      const line = widths.map((columnWidth, at) => {
        const shown = truncateToWidth(row[at] ?? "", columnWidth)
        return shown + " ".repeat(Math.max(0, columnWidth - displayWidth(shown)))
      })
      const joined = line.join("  ").trimEnd()
      return `${indent}${index === 0 ? paint.bold(joined) : joined}\n`
    })
    .join("")
}

/** Narrow columns get the width they need; wide ones share the rest. */
function shareWidth(longest: readonly number[], room: number): readonly number[] {
  const share = Math.floor(room / longest.length)
  const narrow = longest.filter((width) => width <= share)
  const wide = longest.length - narrow.length
  const rest = wide === 0 ? 0 : Math.floor((room - narrow.reduce((sum, width) => sum + width, 0)) / wide)
  return longest.map((width) => (width <= share ? width : Math.min(width, rest)))
}

/** Plain text without inline styles, which would break where lines wrap. */
function inline(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      const { type, text = "", raw, tokens: inner = [] } = token as Any
      if (type === "br") return "\n"
      if (type === "html") return raw
      if (type === "link") {
        const { href } = token as Tokens.Link
        return href === text ? href : `${inline(inner)} (${href})`
      }
      return inner.length > 0 ? inline(inner) : decoded(text)
    })
    .join("")
}

const entities: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', "#39": "'" }

function decoded(text: string): string {
  return text.replace(/&(lt|gt|amp|quot|#39);/g, (_, name: string) => entities[name]!)
}
