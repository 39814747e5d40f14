import type { ModelPart } from "../../ports/model.ts"

type SplitPart = Exclude<ModelPart, { type: "finish" }>

const opening = "<think>"
const closing = "</think>"
/** Maximum white space before the first tag. */
const maxLeadingSpace = 64

/**
 * Separates the reasoning that open models write between think tags from the answer. Only a tag at the very start
 * counts; later ones are part of the answer. Tags may arrive in pieces.
 */
export class ThinkSplitter {
  #state: "start" | "thinking" | "speaking" = "start"
  #held = ""

  push(piece: string): readonly SplitPart[] {
    if (this.#state === "speaking") return [{ type: "text", text: piece }]
    const pending = this.#held + piece
    this.#held = ""
    return this.#state === "start" ? this.#begin(pending) : this.#think(pending)
  }

  /** Returns text that was held back as a possible tag. */
  end(): readonly SplitPart[] {
    const text = this.#held
    this.#held = ""
    const type = this.#state === "thinking" ? "reasoning" : "text"
    this.#state = "speaking"
    return text === "" ? [] : [{ type, text }]
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
    return [{ type: "text", text: pending }]
  }

  #think(pending: string): readonly SplitPart[] {
    const end = pending.indexOf(closing)
    const thought = end >= 0 ? pending.slice(0, end) : pending.slice(0, pending.length - partialClosing(pending))
    const splits: SplitPart[] = thought === "" ? [] : [{ type: "reasoning", text: thought }]
    if (end < 0) {
      this.#held = pending.slice(thought.length)
      return splits
    }
    this.#state = "speaking"
    const rest = pending.slice(end + closing.length)
    if (rest !== "") splits.push({ type: "text", text: rest })
    return splits
  }
}

/** Length of the longest suffix of the text that is a prefix of the closing tag. */
function partialClosing(text: string): number {
  for (let length = Math.min(closing.length - 1, text.length); length > 0; length--) {
    if (closing.startsWith(text.slice(-length))) return length
  }
  return 0
}
