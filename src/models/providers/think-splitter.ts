type SplitPart = { readonly kind: "text" | "reasoning"; readonly text: string }

const opening = "<think>"
const closing = "</think>"
/** How much white space may stand before the first tag; more is not waited for. */
const maxLeadingSpace = 64

/**
 * Tells the thoughts that open models write before their answer, between think tags, from the answer. Only tags at the
 * very start count: later ones are something that was said. A tag may arrive in pieces.
 */
export class ThinkSplitter {
  #state: "start" | "thinking" | "speaking" = "start"
  #held = ""

  /** Nothing will be split off any more: text can be handed on as it is. */
  get settled(): boolean {
    return this.#state === "speaking"
  }

  push(piece: string): readonly SplitPart[] {
    if (this.#state === "speaking") return [{ kind: "text", text: piece }]
    const pending = this.#held + piece
    this.#held = ""
    return this.#state === "start" ? this.#begin(pending) : this.#think(pending)
  }

  /** What was held back in case it would become a tag. */
  end(): readonly SplitPart[] {
    const text = this.#held
    this.#held = ""
    const kind = this.#state === "thinking" ? "reasoning" : "text"
    this.#state = "speaking"
    return text === "" ? [] : [{ kind, text }]
  }

  #begin(pending: string): readonly SplitPart[] {
    const begun = pending.trimStart()
    const isNear = pending.length - begun.length <= maxLeadingSpace
    if (isNear && begun.startsWith(opening)) {
      this.#state = "thinking"
      return this.#think(begun.slice(opening.length))
    }
    if (isNear && opening.startsWith(begun)) {
      this.#held = pending
      return []
    }
    this.#state = "speaking"
    return [{ kind: "text", text: pending }]
  }

  #think(pending: string): readonly SplitPart[] {
    const end = pending.indexOf(closing)
    const thought = end >= 0 ? pending.slice(0, end) : pending.slice(0, pending.length - partialClosing(pending))
    const splits: SplitPart[] = thought === "" ? [] : [{ kind: "reasoning", text: thought }]
    if (end < 0) {
      this.#held = pending.slice(thought.length)
      return splits
    }
    this.#state = "speaking"
    const rest = pending.slice(end + closing.length)
    if (rest !== "") splits.push({ kind: "text", text: rest })
    return splits
  }
}

/** Length of the longest end of the text with which the closing tag begins. */
function partialClosing(text: string): number {
  for (let length = Math.min(closing.length - 1, text.length); length > 0; length--) {
    if (closing.startsWith(text.slice(-length))) return length
  }
  return 0
}
