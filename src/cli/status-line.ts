import { displayWidth, fitted } from "./display-width.ts"

interface StatusLineOptions {
  readonly write: (text: string) => void
  readonly width: () => number
  readonly paint: (text: string) => string
}

/**
 * A line under what is being written that tells where things stand. What is written goes above it: the line is wiped
 * first and drawn again after, and the cursor stays where the writing was.
 */
export class StatusLine {
  readonly #options: StatusLineOptions
  #column = 0
  #text = ""
  #drawn = false

  constructor(options: StatusLineOptions) {
    this.#options = options
  }

  write(text: string): void {
    const wipe = this.#drawn ? "\u001b[J" : ""
    this.#drawn = false
    this.#column = columnAfter(this.#column, text)
    this.#options.write(wipe + text + this.#drawing())
  }

  set(text: string): void {
    if (text === this.#text) return
    const wipe = this.#drawn ? "\u001b[J" : ""
    this.#text = text
    this.#drawn = false
    const drawing = this.#drawing()
    if (wipe + drawing !== "") this.#options.write(wipe + drawing)
  }

  /** Draws below the cursor and comes back. Where the cursor cannot come back to exactly, nothing is drawn. */
  #drawing(): string {
    const width = this.#options.width()
    if (this.#text === "" || this.#column >= width - 1) return ""
    this.#drawn = true
    const shown = this.#options.paint(fitted(this.#text, width - 1))
    // In the first column the line itself is free; otherwise the next one is.
    if (this.#column === 0) return `${shown}\r`
    return `\n${shown}\u001b[1A\u001b[${this.#column + 1}G`
  }
}

function columnAfter(column: number, text: string): number {
  const lineEnd = text.lastIndexOf("\n")
  return lineEnd < 0 ? column + displayWidth(text) : displayWidth(text.slice(lineEnd + 1))
}
