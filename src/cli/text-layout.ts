import { createRequire } from "node:module"

const require = createRequire(import.meta.url)

/** Columns that a text takes on a terminal. ASCII does not need the width tables, which load slowly. */
export function displayWidth(text: string): number {
  if (/^[ -~]*$/.test(text)) return text.length
  stringWidth ??= (require("string-width") as { default: (text: string) => number }).default
  return stringWidth(text)
}
let stringWidth: ((text: string) => number) | undefined

/** Cuts plain text to a number of columns, with an ellipsis. */
export function truncateToWidth(text: string, columns: number): string {
  if (displayWidth(text) <= columns) return text
  let shown = ""
  let width = 0
  // By grapheme, so that a compound emoji is not split.
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    width += displayWidth(segment)
    if (width > columns - 1) break
    shown += segment
  }
  return `${shown.trimEnd()}…`
}

/** Aligns rows in columns; the last column is cut to the remaining width. */
export function tableText(rows: readonly (readonly string[])[], width: number): string {
  const columns = Math.max(0, ...rows.map((row) => row.length))
  const widths = Array.from({ length: columns }, (_, index) =>
    Math.max(...rows.map((row) => displayWidth(row[index] ?? ""))),
  )
  return rows
    .map((row) => {
      let line = ""
      let used = 0
      row.forEach((cell, index) => {
        const isLast = index === row.length - 1
        const shown = isLast ? truncateToWidth(cell, Math.max(10, width - used - 1)) : cell
        const pad = isLast ? "" : " ".repeat(widths[index]! - displayWidth(cell) + 2)
        line += shown + pad
        used += widths[index]! + 2
      })
      return `${line.trimEnd()}\n`
    })
    .join("")
}

const wideScripts = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uff60`
const wide = new RegExp(`[${wideScripts}]`, "u")
/** A word with the space before it, one wide character, or a line break. */
const wordPattern = new RegExp(String.raw`\n|[^\S\n]*(?:[${wideScripts}]|[^\s${wideScripts}]+)`, "gu")

/** Wraps streamed text to a width, with an indent. A word is written once it is complete. */
export class WrappedText {
  readonly #write: (text: string) => void
  readonly #width: number
  readonly #indent: string
  #column = 0
  #pending = ""
  /** Line breaks that are written once text follows. */
  #breaks = 0

  constructor(write: (text: string) => void, width: number, indent = "  ") {
    this.#write = write
    this.#width = Math.max(20, width)
    this.#indent = indent
  }

  push(text: string): void {
    this.#pending += text
    const lastBreak = Math.max(this.#pending.search(/\s\S*$/u), lastWide(this.#pending))
    if (lastBreak < 0) return
    const ready = this.#pending.slice(0, lastBreak)
    this.#pending = this.#pending.slice(lastBreak)
    this.#writeWords(ready)
  }

  /** Writes the rest and ends the line. A last word that is not in the final text `whole` was a marker, and is dropped. */
  end(whole?: string): void {
    if (whole === undefined || whole.endsWith(this.#pending.trim())) this.#writeWords(this.#pending)
    this.#pending = ""
    this.#breaks = 0
    if (this.#column > 0) this.#write("\n")
    this.#column = 0
  }

  #writeWords(text: string): void {
    for (const [piece] of text.matchAll(wordPattern)) {
      if (piece === "\n") {
        this.#breaks++
        continue
      }
      if (this.#breaks > 0) {
        this.#write("\n".repeat(this.#breaks))
        this.#breaks = 0
        this.#column = 0
      }
      const word = piece.trimStart()
      const space = this.#column > 0 && piece !== word ? " " : ""
      const length = displayWidth(word)
      if (this.#column > 0 && this.#column + space.length + length > this.#width) {
        this.#write("\n")
        this.#column = 0
      }
      const lead = this.#column === 0 ? this.#indent : space
      this.#write(lead + word)
      this.#column += lead.length + length
    }
  }
}

/** Wraps a text, including its line end, and applies `paint` to each line. */
export function wrapText(
  text: string,
  width: number,
  indent: string,
  paint: (line: string) => string = (line) => line,
) {
  let out = ""
  const wrapped = new WrappedText((words) => (out += words), width, indent)
  wrapped.push(text)
  wrapped.end()
  return out.replace(/\S.*/g, paint)
}

function lastWide(text: string): number {
  return text.length > 0 && wide.test(text.at(-1)!) ? text.length : -1
}
