import fc from "fast-check"
import { afterEach, expect, test } from "vitest"
import { PhraseBook } from "../words/words.ts"
import { readPreference } from "./read-preference.ts"
import { readVote } from "./read-vote.ts"
import { type LanguageCode, languageCodes } from "./words/index.ts"

const options = ["A) Wind power", "B) Solar power", "C) Do nothing"]
const forms = ["single", "ranking", "approval", "scores"] as const

/** The result of each reader for a text, without the text itself. */
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
    "B",
    "[CHOICE]\nB",
    "[HAS_CONSENSUS]\nYES",
    "A) Wind power: 7\nB) Solar power: 3\nC) Do nothing: 0",
    "I choose solar power.\nThe answer is B",
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
  // Markers count only at the start of a line.
  const fitting = prefaces[code].filter((preface) => !text.startsWith("[") || preface.endsWith("\n"))
  for (const preface of fitting) expect(readings(preface + text, code), preface).toEqual(readings(text, code))
})

test.each(cases)("$code $text is read the same with emphasis or space around it", ({ code, text }) => {
  const isMarked = text.startsWith("[")
  const lines = (sign: string) => text.replace(isMarked ? /(?<=\n).+/u : /.+/gu, `${sign}$&${sign}`)
  const emphasised = [
    ...["**", "*", "__", "***"].map(lines),
    text.replace(isMarked ? /(?<=\n)\S+/gu : /\S+/gu, "**$&**"),
  ]
  const spaced = [`${text} `, `${text}\n\n`, `${text}\t`, `  ${text}`, `\n${text}`, text.replaceAll("\n", " \n")]
  const headed = isMarked ? [] : [`# ${text}`]
  for (const other of [...emphasised, ...spaced, ...headed, `${text.replaceAll("\n", "\r\n")}\r\n`]) {
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
  ...["~~~", "\u2028", "\ud800", "<|im_end|>", "<think>", "(A, B or C)", "[[A=B]]", "(", ")", "$", "`", "——", "1e999"],
  ...['"', "'", "|", "3 | 12000", "，", "不", "第一", "\\boxed{", "**", "__"],
]

test("no reader throws on a piece, alone or in a long text", () => {
  const long = pieces.join(" ").padStart(25_000, "It is so. ")
  for (const piece of ["", ...pieces, long]) {
    for (const text of [piece, `The answer is ${piece} B.`, `[CHOICE]\n${piece}`]) {
      expect(() => languageCodes.map((code) => readings(text, code)), piece).not.toThrow()
    }
  }
})

const keys = [
  "hasConsensus",
  "choice",
  "answer",
  "amount",
  "ranking",
  "approved",
  "scores",
  "confidence",
  "option",
  "score",
]

test("no reader throws on any object", () => {
  const values = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.constantFrom(null, [null], [[]], {}, [{ option: null, score: null }], "A", -1, 1e308),
  )
  const objects = fc.dictionary(fc.constantFrom(...keys), values, { minKeys: 1 })
  fc.assert(
    fc.property(objects, (object) => {
      readings(JSON.stringify(object), "en")
    }),
    { numRuns: 500 },
  )
})

test("no reader throws on any text", () => {
  const texts = fc.oneof(
    fc.string({ unit: "binary", maxLength: 300 }),
    fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)), maxLength: 100 }),
    fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).map((parts) => parts.join("")),
  )
  fc.assert(
    fc.property(texts, fc.constantFrom(...languageCodes), (text, code) => {
      readings(text, code)
    }),
    { numRuns: 500 },
  )
})

const cpuMs = () => process.cpuUsage().user / 1000

/** The minimum CPU time of several runs, since other load only adds to it. */
function minCpuMs(text: string, tries: number): number {
  const times = Array.from({ length: tries }, () => {
    const start = cpuMs()
    readings(text, "en")
    return cpuMs() - start
  })
  return Math.min(...times)
}

test("no piece, repeated, takes more than linear time", { timeout: 60_000 }, () => {
  // Short pieces also within a field, where patterns can restart at each of them.
  const starts = [
    ...pieces.map((piece) => ["", piece]),
    ...pieces.filter(({ length }) => length < 4).map((piece) => ["[CHOICE]\nx ", piece]),
  ]
  for (const [start, piece] of starts) {
    const [short, long] = [3_000, 12_000].map(
      (length) => `${start}${piece!.repeat(Math.ceil(length / piece!.length))}x`,
    )
    const isLinear = (tries: number) => minCpuMs(long!, tries) <= 8 * minCpuMs(short!, tries) + 15
    expect(isLinear(1) || isLinear(3) || isLinear(5), start! + piece!).toBe(true)
  }
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
      // Both are long, so that every way of reading applies to both.
      const [short, long] = [3_000, 12_000].map((length) => work(piece.repeat(Math.ceil(length / piece.length))))
      expect(long, piece).toBeLessThanOrEqual(4.5 * short! + 2_000)
    }),
    { numRuns: 30 },
  )
})
