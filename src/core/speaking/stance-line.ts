import type { DiscussionState } from "../discussion/state.ts"
import { excerpt } from "../text.ts"
import { isQuotedOrCode } from "./read-pass.ts"

/** What a seat writes in its last line: `STANCE: staged rollout | 80 | Cedar`. */
export interface StanceLine {
  readonly position: string
  readonly confidence?: number
  /** As it names them. */
  readonly answers: readonly string[]
}

export const maxPositionLength = 120
/** A line that is longer is none of ours. */
const maxLineLength = 600
const decoration = /^[\s*_~`[［【"“]+/u
const marks = ["stance", "postura", "立场"]

/** Whether a line is, or may yet become, one that states a stance. */
function mayBeStance(line: string): boolean {
  if (line.length > maxLineLength) return false
  const text = line.replace(decoration, "").toLowerCase()
  return marks.some((mark) => mark.startsWith(text) || /^[\s*_~`]{0,8}(?:[:：]|$)/u.test(startingWith(text, mark)))
}

function startingWith(text: string, mark: string): string {
  return text.startsWith(mark) ? text.slice(mark.length) : "no"
}

const stanceLine = /^[\s*_~`[［【"“]*(?:stance|postura|立场)[\s*_~`]{0,8}[:：](?<parts>.*)$/iu

/** Whether the turn that is being spoken, or is next, ends with where its seat stands. */
export function asksForStance({ table: { format }, round }: DiscussionState): boolean {
  const stage = format.stages[round?.stage ?? 0]
  return (stage?.kind === "speak" ? stage.stances : undefined) ?? format.settings.stances
}

/**
 * A reply without its last line, where that states a stance. Quoted, in a code fence or anywhere else it is text; and
 * where nothing else was said it stays.
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

/** Where a text ends without lines that are empty so far. */
function lastLineEnd(text: string, end: number): number {
  const newline = text.indexOf("\n", end)
  return newline < 0 ? text.length : newline
}

/**
 * Holds back, from words as they are spoken, a last line that states a stance, and empty lines that nothing follows: what
 * is heard is what the turn holds in the end.
 */
export class StanceFilter {
  #said = ""
  #held = ""

  /** The part of the text that may be heard now. */
  push(text: string): string {
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

  /** What was held back and states no stance after all. */
  flush(): string {
    return readStance(this.#said + this.#held)
      .content.slice(this.#said.length)
      .trimEnd()
  }
}
