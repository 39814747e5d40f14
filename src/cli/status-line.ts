import { displayWidth, truncateToWidth } from "./text-layout.ts"

interface StatusLineOptions {
  readonly write: (text: string) => void
  readonly width: () => number
  readonly paint: (text: string) => string
}

/** A status line below streamed text. It is erased before more text is written and redrawn after it. */
export class StatusLine {
  readonly #options: StatusLineOptions
  /** The unfinished line of text above. */
  #line = ""
  #text = ""
  #drawn = false
  /** Text written while suspended. */
  #buffered: string | undefined

  constructor(options: StatusLineOptions) {
    this.#options = options
  }

  write(text: string): void {
    if (this.#buffered !== undefined) {
      this.#buffered += text
      return
    }
    const wipe = this.#wipe()
    const lineEnd = text.lastIndexOf("\n")
    this.#line = lineEnd < 0 ? this.#line + text : text.slice(lineEnd + 1)
    this.#options.write(wipe + text + this.#render())
  }

  set(text: string): void {
    if (text === this.#text) return
    this.#text = text
    if (this.#buffered !== undefined) return
    const change = this.#wipe() + this.#render()
    if (change !== "") this.#options.write(change)
  }

  /** Clears the current line for other output, until `resume` restores it. */
  suspend(): void {
    const wipe = this.#wipe()
    this.#buffered = ""
    this.#options.write(`${wipe}${this.#line === "" ? "" : "\r\u001b[K"}`)
  }

  /** Erases this many lines of typed input, and writes the buffered text. */
  resume(lines: number): void {
    const buffered = this.#buffered ?? ""
    this.#buffered = undefined
    this.#options.write(`${lines > 0 ? `\u001b[${lines}A` : ""}\r\u001b[J${this.#line}`)
    this.write(buffered)
  }

  #wipe(): string {
    const wipe = this.#drawn ? "\u001b[J" : ""
    this.#drawn = false
    return wipe
  }

  /** Draws below the cursor and returns to it. Draws nothing if the exact column cannot be restored. */
  #render(): string {
    const width = this.#options.width()
    const column = displayWidth(this.#line)
    if (this.#text === "" || column >= width - 1) return ""
    this.#drawn = true
    const shown = this.#options.paint(truncateToWidth(this.#text, width - 1))
    // In the first column the line itself is free; otherwise use the next one.
    if (column === 0) return `${shown}\r`
    return `\n${shown}\u001b[1A\u001b[${column + 1}G`
  }
}
