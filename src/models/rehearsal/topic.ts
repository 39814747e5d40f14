import { clean, hasHan, shorten } from "./clean.ts"
import type { TopicKind } from "./stances.ts"
import * as words from "./topic-words.ts"

/** What a topic turns out to be about. */
export interface Topic {
  readonly kind: TopicKind
  /** The question itself, one line. */
  readonly question: string
  /** The answers that the topic names. */
  readonly sides: readonly string[]
  /** Short phrases to refer to it by; may be empty. */
  readonly keys: readonly string[]
}

function theQuestion(text: string): string {
  const sentences = text
    .split(/(?<=[.!?。！？])\s*(?=[^.!?。！？\s])|\n+/u, 12)
    .filter((sentence) => sentence.trim() !== "")
  const asked = sentences.findLast((sentence) => /[?？]/.test(sentence))
  return clean(asked ?? sentences[0] ?? "", 400)
}

/** Answers set out as a list: one a line, numbered or with a dash. */
function listed(text: string): string[] {
  const lines = text.slice(0, 4000).split("\n", 60)
  const items = lines.flatMap((line) => /^\s*(?:[-*•]|\(?[a-h1-9][.)、）])\s*(\S.*)$/i.exec(line)?.[1] ?? [])
  return items.length >= 2 && items.length <= 8 ? items.map((item) => shorten(clean(item, 200))) : []
}

function latinSides(question: string): string[] {
  const bare = question.replace(/^[¿¡\s]+|[?!.\s]+$/g, "")
  if (/\b(?:or|o) no(?:t)?$/i.test(bare)) return []
  const [head = "", ...rest] = bare.split(/,?\s+(?:or|vs\.?|versus|o|u)\s+/i)
  if (rest.length === 0 || rest.length > 4) return []
  const isVerb = (word: string | undefined) =>
    word !== undefined && (words.verbs.has(word) || (words.spanishVerb.test(word) && word.length > 3))
  const right = rest.map((side) => side.replace(words.sideEnd, "").trim())
  const verbal = isVerb(right[0]?.split(" ")[0])
  const enumeration = (head.split(/\s*[:;—–]\s+/).at(-1) ?? "").split(/\s*,\s+/)
  const list = enumeration.length > 1 && enumeration.slice(1).every((part) => part.split(" ").length <= 4)
  const starts = list ? enumeration : [enumeration[enumeration.length - 1] ?? ""]
  const first = (starts[0] ?? "").split(" ")
  const verbAt = first.findLastIndex((word, index) => isVerb(index === 0 ? word.toLowerCase() : word))
  if (verbAt >= 0) starts[0] = first.slice(verbal ? verbAt : verbAt + 1).join(" ")
  else {
    const content = first.findIndex((word) => !words.stopWords.has(word.toLowerCase()))
    const longest = Math.max(3, right[0]?.split(" ").length ?? 0)
    starts[0] = first.slice(Math.max(content, 0)).slice(-longest).join(" ")
  }
  const sides = [...starts, ...right].map((side) => side.replace(/^(?:either|whether|with|for)\s+/i, "").trim())
  if (sides.some((side) => side === "" || side.length > 48 || side.split(" ").length > 7)) return []
  const capital = sides[0] ?? ""
  if (/^[A-ZÁÉÍÓÚÑ][a-záéíóúñ]/.test(capital) && !/^[A-Z]/.test(sides[1] ?? "")) {
    sides[0] = capital.charAt(0).toLowerCase() + capital.slice(1)
  }
  return sides
}

function hanSides(question: string): string[] {
  const [head = "", ...rest] = question.replace(/[？?。！\s]+$/u, "").split(/，?(?:还是|或者|或是|\s*vs\.?\s*)/i)
  if (rest.length === 0 || rest.length > 4) return []
  const starts = [...head.matchAll(words.hanSideStart)]
  const last = starts[starts.length - 1]
  const left = last === undefined ? head : head.slice(last.index + last[0].length)
  const sides = [...left.split("、"), ...rest.map((side) => side.replace(words.hanSideEnd, ""))].map((side) =>
    side.trim(),
  )
  return sides.some((side) => side === "" || side.length > 14) ? [] : sides
}

function keyPhrases(question: string): string[] {
  const phrases: string[] = []
  let current: string[] = []
  const close = () => {
    if (current.length > 0) phrases.push(current.join(" "))
    current = []
  }
  for (const token of question.split(/\s+/)) {
    const word = token.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}%+#]+$/gu, "")
    const lower = word.toLowerCase()
    if (word === "" || words.stopWords.has(lower) || words.verbs.has(lower) || words.spanishWe.test(lower)) {
      close()
      continue
    }
    if (/^[^\p{L}\p{N}]/u.test(token) || current.length === 3) close()
    current.push(word)
    if (/[^\p{L}\p{N}%+#]$/u.test(token)) close()
  }
  close()
  return phrases.filter((phrase) => phrase.length >= 3 && phrase.length <= 40)
}

/** What is to be done, where the question says it: "reduce flaky tests in CI". */
function deedIn(question: string): string[] {
  const tokens = question.replace(/[?!.\s]+$/g, "").split(" ")
  const at = tokens.findIndex((word, index) => index > 0 && (words.verbs.has(word) || word === "make"))
  const deed = at < 0 ? "" : tokens.slice(at).join(" ")
  return deed.includes(" ") && deed.length <= 48 ? [deed] : []
}

function hanKeyPhrases(question: string): string[] {
  return question.split(words.hanFiller).filter((part) => part !== undefined && part.length >= 2 && part.length <= 10)
}

function kindOf(question: string, sides: readonly string[], han: boolean): TopicKind {
  if (sides.length >= 2) return "choice"
  if (han) {
    if (words.hanHowMuch.test(question)) return "estimate"
    if (words.hanHow.test(question)) return "howto"
    return words.hanWhether.test(question) ? "whether" : "open"
  }
  if (words.asksHowMuch.test(question)) return "estimate"
  if (words.asksHow.test(question)) return "howto"
  return words.asksWhether.test(question) ? "whether" : "open"
}

export function analyseTopic(text: string, either: (sides: readonly string[]) => string): Topic {
  const start = text.slice(0, 4000)
  const question = theQuestion(start)
  const han = hasHan(question)
  const inline = han ? hanSides(question) : latinSides(question)
  const sides = [...new Set(inline.length >= 2 ? inline : listed(start))].slice(0, 6)
  const kind = kindOf(question, sides.length >= 2 ? sides : [], han)
  const phrases = han ? hanKeyPhrases(question) : keyPhrases(question)
  const deed = kind === "choice" || han ? [] : deedIn(question)
  const both = kind === "choice" ? either(sides.slice(0, 3)) : ""
  const telling = phrases.filter((key) => (han ? key.length >= 4 : /[ -]/.test(key) || key.length >= 8))
  const best = both !== "" && both.length <= 48 ? [both] : deed
  const keys = best.length > 0 ? best : [...new Set(telling.length > 0 ? telling : phrases)].slice(0, 4)
  return { kind, question: shorten(question), sides: kind === "choice" ? sides : [], keys }
}
