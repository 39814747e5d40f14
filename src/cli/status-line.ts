import { displayWidth, truncateToWidth } from "./text-layout.ts"

interface StatusLineOptions {
  readonly write: (text: string) => void
  readonly width: () => number
  readonly paint: (text: string) => string
}

/**
 * A line with the status under the text that is being written. It is wiped before more text is written and drawn again
 * after it, and the cursor stays in the text.
 */
export class StatusLine {
  readonly #options: StatusLineOptions
  /** What stands on the line that is being written. */
  #line = ""
  #text = ""
  #drawn = false
  /** What was written while somebody else has the screen. */
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

  /** Leaves an empty line to somebody else, until `resume` writes again what stood on it. */
  suspend(): void {
    const wipe = this.#wipe()
    this.#buffered = ""
    this.#options.write(`${wipe}${this.#line === "" ? "" : "\r\u001b[K"}`)
  }

  /** Removes so many lines that were typed on, and writes what came meanwhile. */
  resume(lines: number): void {
    const waiting = this.#buffered ?? ""
    this.#buffered = undefined
    this.#options.write(`${lines > 0 ? `\u001b[${lines}A` : ""}\r\u001b[J${this.#line}`)
    this.write(waiting)
  }

  #wipe(): string {
    const wipe = this.#drawn ? "\u001b[J" : ""
    this.#drawn = false
    return wipe
  }

  /** Draws below the cursor and comes back. Where the cursor cannot come back to exactly, nothing is drawn. */
  #render(): string {
    const width = this.#options.width()
    const column = displayWidth(this.#line)
    if (this.#text === "" || column >= width - 1) return ""
    this.#drawn = true
    const shown = this.#options.paint(truncateToWidth(this.#text, width - 1))
    // In the first column the line itself is free; otherwise the next one is.
    if (column === 0) return `${shown}\r`
    return `\n${shown}\u001b[1A\u001b[${column + 1}G`
  }
}
