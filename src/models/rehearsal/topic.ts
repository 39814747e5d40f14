import { clean, hasHan, shorten } from "./clean.ts"
import * as words from "./topic-words.ts"

/** What a topic turns out to be about. */
export interface Topic {
  readonly kind: "choice" | "whether" | "howto" | "estimate" | "open"
  /** The question itself, one line; empty where it is too long to be named. */
  readonly question: string
  /** The answers that a choice names. */
  readonly sides: readonly string[]
  /** What is to be done, as a verb phrase: "reduce flaky tests in CI". */
  readonly deed?: string
}

const ends = /^[\s¿¡,.;:!?，。；：！？、]+|[\s,.;:，。；：、]+$/gu

function theQuestion(text: string): string {
  const sentences = text
    .split(/(?<=[.!?。！？])\s*(?=[^.!?。！？\s])|\n+/u, 12)
    .filter((sentence) => sentence.trim() !== "")
  const asked = sentences.findLast((sentence) => /[?？]/.test(sentence))
  return clean(asked ?? sentences[0] ?? "", 400)
}

/** Answers set out as a list: one a line, numbered or with a dash. */
function listed(text: string): string[] {
  const lines = text.split("\n", 60)
  const items = lines.flatMap((line) => /^\s*(?:[-*•]|\(?[a-h1-9][.)、）])\s+(\S.*)$/i.exec(line)?.[1] ?? [])
  return items.length >= 2 && items.length <= 8 ? items.map((item) => shorten(clean(item, 200).replace(ends, ""))) : []
}

function isVerb(word: string): boolean {
  return words.verbs.has(word) || (words.spanishVerb.test(word) && word.length > 3)
}

function latinSides(question: string): string[] {
  const bare = question.replace(/^[¿¡\s]+|[?!.\s]+$/g, "")
  if (/\b(?:or|o) no(?:t)?$/i.test(bare)) return []
  const [head = "", ...rest] = bare.split(/,?\s+(?:or|vs\.?|versus|o|u)\s+/i)
  if (rest.length === 0 || rest.length > 4) return []
  const right = rest.map((side) => side.replace(words.sideEnd, ""))
  const enumeration = (head.split(/\s*[:;—–]\s+/).at(-1) ?? "").split(/\s*,\s+/)
  const list = enumeration.length > 1 && enumeration.slice(1).every((part) => part.split(" ").length <= 4)
  const starts = list ? enumeration : enumeration.slice(-1)
  const first = (starts[0] ?? "").split(" ")
  const verbAt = first.findLastIndex((word, index) => isVerb(index === 0 ? word.toLowerCase() : word))
  const content = first.findIndex((word) => !words.stopWords.has(word.toLowerCase()))
  const longest = Math.max(3, right[0]?.split(" ").length ?? 0)
  starts[0] =
    verbAt >= 0
      ? first.slice(isVerb(right[0]?.split(" ")[0] ?? "") ? verbAt : verbAt + 1).join(" ")
      : first.slice(Math.max(content, 0)).slice(-longest).join(" ")
  const sides = [...starts, ...right].map((side) =>
    side.replace(/^(?:either|whether|with|for|con)\s+/i, "").replace(ends, ""),
  )
  if (sides.some((side) => side === "" || side.length > 48 || side.split(" ").length > 7)) return []
  const [one = "", two = ""] = sides
  if (/^[A-ZÁÉÍÓÚÑ][a-záéíóúñ]/.test(one) && !/^[A-Z]/.test(two)) sides[0] = one.charAt(0).toLowerCase() + one.slice(1)
  return sides
}

function hanSides(question: string): string[] {
  const [head = "", ...rest] = question.replace(/[？?。！\s]+$/u, "").split(/，?(?:还是|或者|或是|\s*vs\.?\s*)/i)
  if (rest.length === 0 || rest.length > 4) return []
  const last = [...head.matchAll(words.hanSideStart)].at(-1)
  const left = last === undefined ? head : head.slice(last.index + last[0].length)
  const sides = [...left.split("、"), ...rest.map((side) => side.replace(words.hanSideEnd, ""))].map((side) =>
    side.replace(ends, ""),
  )
  return sides.some((side) => side === "" || side.length > 14) ? [] : sides
}

/** What is to be done, where the question says it. */
function deedIn(question: string, han: boolean): string | undefined {
  const bare = question.replace(/[?？!.。\s]+$/g, "")
  const tokens = bare.split(" ")
  const at = tokens.findIndex((word, index) => index > 0 && (isVerb(word) || word === "make"))
  const deed = han ? words.hanDeed.exec(bare)?.[1] : at < 0 ? undefined : tokens.slice(at).join(" ")
  const fits =
    deed !== undefined && (han ? deed.length >= 3 && deed.length <= 16 : deed.includes(" ") && deed.length <= 60)
  return fits ? deed.replace(ends, "") : undefined
}

function kindOf(question: string): Topic["kind"] {
  if (words.asksHowMuch.test(question)) return "estimate"
  if (words.asksHow.test(question)) return "howto"
  return words.asksWhether.test(question) ? "whether" : "open"
}

export function analyseTopic(text: string): Topic {
  const start = text.slice(0, 4_000)
  const question = theQuestion(start)
  const han = hasHan(question)
  const inline = han ? hanSides(question) : latinSides(question)
  const sides = [...new Set(inline.length >= 2 ? inline : listed(start))].slice(0, 6)
  const deed = deedIn(question, han)
  const named = question.replace(/^[\s,.;:，。；：]+|[\s,.;:，。；：]+$/gu, "")
  const common = {
    question: named.length <= 90 ? named : "",
    ...(deed !== undefined && { deed }),
  }
  return sides.length >= 2 ? { ...common, kind: "choice", sides } : { ...common, kind: kindOf(question), sides: [] }
}
