import fc from "fast-check"
import { afterEach, expect, test } from "vitest"
import { PhraseBook } from "../words/words.ts"
import { readPreference } from "./read-preference.ts"
import { readVote } from "./read-vote.ts"
import { type LanguageCode, languageCodes } from "./words/index.ts"

const options = ["A) Wind power", "B) Solar power", "C) Do nothing"]
const forms = ["single", "ranking", "approval", "scores"] as const

/** What each reader makes of a text, without the text itself. */
function readings(text: string, code: LanguageCode) {
  const language = { code }
  return [readVote({ text, language }), ...forms.map((form) => readPreference({ text, options, form, language }))].map(
    (reading) => JSON.stringify({ ...reading, text: undefined, reasoning: undefined }),
  )
}

const replies: Readonly<Record<LanguageCode, readonly string[]>> = {
  en: [
    "I agree.",
    "No, I disagree with the plan.",
    "We have not reached consensus yet. The price is open.",
    "I choose A) Wind power.",
    "Solar power is the best choice.",
    "Final answer: B",
    "The weather is nice.",
    "I agree with your aim, but the cost is far too high.",
    "I would say the answer is (C).",
    "(B) Solar power. It is cheap.\nWind is loud.\nIt is quick.\nIt is clean.\nIt is near.",
    "I'm leaning towards solar power.",
  ],
  es: [
    "Estoy de acuerdo.",
    "No, no estoy de acuerdo.",
    "Elijo B) Solar power.",
    "Mi elección: C",
    "Hace buen tiempo.",
    "Me inclino por la propuesta 2.",
  ],
  zh: ["我同意。", "我不同意这个方案。", "我选择B。", "我的选择：C", "天气很好。", "我倾向于提案2。"],
}
const prefaces: Readonly<Record<LanguageCode, readonly string[]>> = {
  en: ["Thank you for the thoughtful discussion. ", "Hello everyone!\n\n", "I appreciate your time.\n", "Sure! "],
  es: ["Gracias por el debate. ", "Hola a todos.\n\n", "Agradezco su tiempo.\n"],
  zh: ["谢谢大家的讨论。", "大家好！\n\n"],
}
const cases = languageCodes.flatMap((code) => replies[code].map((text) => ({ code, text })))

test.each(cases)("$code $text is read the same after a polite preface", ({ code, text }) => {
  for (const preface of prefaces[code]) expect(readings(preface + text, code), preface).toEqual(readings(text, code))
})

test.each(cases)("$code $text is read the same with emphasis or space around it", ({ code, text }) => {
  const words = text.split(" ")
  const emphasised = [`**${text}**`, `*${text}*`, `__${text}__`, words.map((word) => `**${word}**`).join(" ")]
  for (const other of [...emphasised, `${text} `, `${text}\n\n`, `  ${text}`]) {
    expect(readings(other, code), other).toEqual(readings(text, code))
  }
})

const pieces = [
  ...cases.map(({ text }) => text),
  ...["{", "}", '{"hasConsensus":', '{"choice":', "[", "]", "[[A>>", "```", "> ", "\n", "<<Round 1 · A>>", "</think>"],
  ...[
    "[CHOICE]",
    "[RANKING]",
    "[SCORES]",
    "HAS_CONSENSUS: YES",
    "not ",
    "but ",
    "if ",
    "1 ",
    "answer ",
    "A) ",
    "I agree ",
    "I choose doing ",
    "I vote for B rather than A ",
    "the first option ",
    "B is correct ",
  ],
  ...['"', "'", "|", "3 | 12000", "，", "不", "第一", "\\boxed{", "**", "__"],
]

test("no reader throws on any text", () => {
  const texts = fc.oneof(
    fc.string({ unit: "binary", maxLength: 300 }),
    fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).map((parts) => parts.join("")),
  )
  fc.assert(
    fc.property(texts, fc.constantFrom(...languageCodes), (text, code) => {
      readings(text, code)
    }),
    { numRuns: 500 },
  )
})

const longestMatchAt = PhraseBook.prototype.longestMatchAt
afterEach(() => {
  PhraseBook.prototype.longestMatchAt = longestMatchAt
})

test("no text takes more than linear work", () => {
  let lookups = 0
  PhraseBook.prototype.longestMatchAt = function (...of) {
    lookups++
    return longestMatchAt.apply(this, of)
  }
  const work = (text: string) => {
    lookups = 0
    readings(text, "en")
    return lookups
  }
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 4 }), (parts) => {
      const piece = parts.join("")
      // Both long enough that a text too short for some way of reading is not compared with one that is not.
      const [short, long] = [3_000, 12_000].map((length) => work(piece.repeat(Math.ceil(length / piece.length))))
      expect(long, piece).toBeLessThanOrEqual(4.5 * short! + 2_000)
    }),
    { numRuns: 30 },
  )
})
