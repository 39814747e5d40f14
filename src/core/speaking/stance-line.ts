import type { DiscussionState } from "../discussion/state.ts"
import { excerpt } from "../text.ts"
import { isQuotedOrCode } from "./read-pass.ts"

/** The parsed last line of a turn: `STANCE: staged rollout | 80 | Cedar`. */
export interface StanceLine {
  readonly position: string
  readonly confidence?: number
  /** Names as written. */
  readonly answers: readonly string[]
}

export const maxPositionLength = 120
/** Longer lines are not read as stances. */
const maxLineLength = 600
const decoration = /^[\s*_~`[［【"“]+/u
const marks = ["stance", "postura", "立场"]

/** Whether a line states a stance, or may do so once it is complete. */
function mayBeStance(line: string): boolean {
  if (line.length > maxLineLength) return false
  const text = line.replace(decoration, "").toLowerCase()
  return marks.some((mark) => mark.startsWith(text) || /^[\s*_~`]{0,8}(?:[:：]|$)/u.test(startingWith(text, mark)))
}

function startingWith(text: string, mark: string): string {
  return text.startsWith(mark) ? text.slice(mark.length) : "no"
}

const stanceLine = /^[\s*_~`[［【"“]*(?:stance|postura|立场)[\s*_~`]{0,8}[:：](?<parts>.*)$/iu

/** Whether the current or next turn should end with a stance. */
export function asksForStance({ table: { format }, round }: DiscussionState): boolean {
  const stage = format.stages[round?.stage ?? 0]
  return (stage?.kind === "speak" ? stage.stances : undefined) ?? format.settings.stances
}

/**
 * Splits a stance off the last line of a reply, unless it is quoted or in a code fence. A reply that is only a stance
 * keeps it in its text.
 */
export function readStance(text: string): { readonly content: string; readonly stance?: StanceLine } {
  const reply = text.trimEnd()
  const lineStart = reply.lastIndexOf("\n") + 1
  const line = reply.slice(lineStart)
  if (line.length > maxLineLength) return { content: text }
  const { parts } = stanceLine.exec(line)?.groups ?? {}
  if (parts === undefined || isQuotedOrCode(reply, reply.length)) return { content: text }
  const content = reply.slice(0, lineStart).trimEnd()
  const stance = parseParts(parts)
  const said = content === "" ? text : content
  return stance ? { content: said, stance } : { content: said }
}

function parseParts(parts: string): StanceLine | undefined {
  const [position = "", sure = "", names = ""] = parts.replace(/[\]］】"”*_~`\s]+$/u, "").split(/[|｜]/u)
  const said = excerpt(position.replace(/^["“*_~`\s]+|["”*_~`\s]+$/gu, ""), maxPositionLength)
  if (!/[\p{L}\p{N}]/u.test(said)) return undefined
  const number = /\d{1,3}(?:[.,]\d+)?/u.exec(sure)?.[0]
  const confidence = number === undefined ? undefined : Number(number.replace(",", "."))
  return {
    position: said,
    ...(confidence !== undefined && confidence <= 100 && { confidence: Math.round(confidence) }),
    answers: names
      .split(/[,，、;；&]|\s+(?:and|y|e)\s+|和/u)
      .map((name) => name.trim())
      .filter((name) => name !== ""),
  }
}

/** End of the last line that has text. */
function lastLineEnd(text: string, end: number): number {
  const newline = text.indexOf("\n", end)
  return newline < 0 ? text.length : newline
}

/** Withholds the stance line and trailing blank lines from live text, so that it equals the turn's final text. */
export class StanceFilter {
  #said = ""
  #held = ""

  /** Returns the text that can be shown now. */
  push(text: string): string {
    // Within a line, which is nearly always: nothing to withhold.
    if (this.#held === "" && this.#said !== "" && !text.includes("\n")) {
      this.#said += text
      return text
    }
    const pending = this.#held + text
    const end = pending.trimEnd().length
    const lineStart = pending.lastIndexOf("\n", end - 1) + 1
    const isLine = lineStart > 0 || this.#said === ""
    const isHeld = end > lineStart && isLine && mayBeStance(pending.slice(lineStart, end))
    const safe = isHeld ? pending.slice(0, lineStart).trimEnd().length : lastLineEnd(pending, end)
    this.#held = pending.slice(safe)
    const words = pending.slice(0, safe)
    this.#said += words
    return words
  }

  /** Returns withheld text that turned out not to be a stance. */
  flush(): string {
    return readStance(this.#said + this.#held)
      .content.slice(this.#said.length)
      .trimEnd()
  }
}
