import { lexer, type Token } from "marked"
import { blockText, isShown, type Layout } from "./markdown-text.ts"

/** Characters that may turn out to start emphasis, code, a link, HTML or a table. */
const openMark = /[*_`~[\]<|\\]/u
/** Minimum growth of a block before it is rendered again, so that long blocks stay cheap. */
const minGrowth = 1 / 16

/** Renders streamed Markdown append-only: a line is written once nothing that follows can change it. */
export class LiveMarkdown {
  readonly #write: (text: string) => void
  readonly #layout: Layout
  #text = ""
  /** Length of the text in finished blocks. */
  #done = 0
  /** Number of lines written of the open block. */
  #lines = 0
  #hasBlocks = false
  #unread = 0

  constructor(write: (text: string) => void, layout: Layout) {
    this.#write = write
    this.#layout = layout
  }

  push(text: string): void {
    this.#text += text
    this.#unread += text.length
    const isDue = text.includes("\n") || this.#unread >= this.#layout.width / 2
    if (isDue && this.#unread >= (this.#text.length - this.#done) * minGrowth) this.#render(false)
  }

  /** Writes the rest. `whole` is the final text, from which markers such as `[PASS]` were removed. */
  end(whole = this.#text): void {
    if (whole.startsWith(this.#text.slice(0, this.#done).trimEnd())) this.#text = whole
    this.#render(true)
  }

  #render(isEnd: boolean): void {
    this.#unread = 0
    const tokens = lexer(this.#text.slice(this.#done))
    const open = isEnd ? tokens.length : openBlock(tokens)
    for (const token of tokens.slice(0, open)) {
      this.#writeBlock(token, true)
      this.#done += token.raw.length
    }
    if (open < tokens.length) this.#writeBlock(tokens[open]!, false)
  }

  #writeBlock(token: Token, isWhole: boolean): void {
    if (!isShown(token)) return
    const lines = blockText(token, "  ", this.#layout).split("\n").slice(0, -1)
    const end = isWhole ? lines.length : Math.max(this.#lines, countFixed(token, lines))
    if (end > this.#lines) {
      if (this.#lines === 0 && this.#hasBlocks) this.#write("\n")
      this.#write(`${lines.slice(this.#lines, end).join("\n")}\n`)
      this.#hasBlocks = true
    }
    this.#lines = isWhole ? 0 : end
  }
}

/** Index of the block that further text may extend; an empty line ends a paragraph. */
function openBlock(tokens: readonly Token[]): number {
  const last = tokens.findLastIndex(isShown)
  const { type, raw } = tokens[last] ?? { type: "space", raw: "" }
  const isEnded = type === "heading" ? raw.endsWith("\n") : type === "paragraph" && last < tokens.length - 1
  return isEnded || last < 0 ? tokens.length : last
}

/** Number of lines that cannot change: the last may grow, and a word that loses its marks may move up one line. */
function countFixed({ type }: Token, lines: readonly string[]): number {
  if (type === "table" || type === "html" || type === "heading") return 0
  const growing = Math.max(0, lines.length - 1)
  const marked = type === "code" ? -1 : lines.findIndex((line) => openMark.test(line))
  if (marked < 0) return growing
  const [firstWord = ""] = lines[marked]!.replace(/^[\s│•]*/u, "").split(" ", 1)
  return Math.max(0, Math.min(growing, openMark.test(firstWord) ? marked - 1 : marked))
}
