const wide =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uff60\p{Emoji_Presentation}]/u
// biome-ignore lint/suspicious/noControlCharactersInRegex: this parses them
const pieces = /\u001b\[([0-9;?]*)([@-~])|\u001b\][^\u0007]*\u0007|\u001b.|[\u0000-\u001f]|./gsu

/** The content of a terminal with this number of columns, including scrolled lines. */
export class VirtualScreen {
  readonly #columns: number
  readonly #lines: string[][] = [[]]
  #row = 0
  #column = 0

  constructor(columns: number) {
    this.#columns = columns
  }

  write(text: string): void {
    for (const [piece, parameters, final] of text.matchAll(pieces)) {
      if (final !== undefined) this.#control(final, parameters ?? "")
      else if (piece === "\n") this.#goTo(this.#row + 1, this.#column)
      else if (piece === "\r") this.#column = 0
      else if (piece === "\b") this.#column = Math.max(0, this.#column - 1)
      else if (piece >= " " && !piece.startsWith("\u001b")) this.#put(piece)
    }
  }

  lines(): readonly string[] {
    return this.#lines.map((cells) =>
      Array.from(cells, (cell) => cell ?? " ")
        .join("")
        .trimEnd(),
    )
  }

  text(): string {
    return this.lines().join("\n")
  }

  #put(character: string): void {
    const width = wide.test(character) ? 2 : 1
    if (this.#column + width > this.#columns) this.#goTo(this.#row + 1, 0)
    this.#line()[this.#column] = character
    if (width === 2) this.#line()[this.#column + 1] = ""
    this.#column += width
  }

  #control(final: string, parameters: string): void {
    const [first = ""] = parameters.split(";")
    const count = Math.max(1, Number(first) || 1)
    const column = Math.min(this.#column, this.#columns - 1)
    if (final === "A") this.#goTo(Math.max(0, this.#row - count), column)
    else if (final === "B") this.#goTo(this.#row + count, column)
    else if (final === "C") this.#column = Math.min(this.#columns - 1, column + count)
    else if (final === "D") this.#column = Math.max(0, column - count)
    else if (final === "G") this.#column = Math.min(this.#columns, count) - 1
    else if (final === "K") this.#line().length = Math.min(this.#line().length, column)
    else if (final === "J" && first !== "2") {
      this.#line().length = Math.min(this.#line().length, column)
      this.#lines.length = this.#row + 1
    }
  }

  #line(): string[] {
    return this.#lines[this.#row]!
  }

  #goTo(row: number, column: number): void {
    while (this.#lines.length <= row) this.#lines.push([])
    this.#row = row
    this.#column = column
  }
}
