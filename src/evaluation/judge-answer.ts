import { optionNames } from "../core/reading/match-option.ts"
import { readChoiceProse } from "../core/reading/read-choice.ts"
import { wordsOf } from "../core/reading/words/index.ts"
import type { EvalQuestion } from "./questions.ts"

/** `answerIn` finds these marks. */
const marks: { readonly [language: string]: string } = {
  en: "End with a line with the answer alone: “Answer: …”",
  es: "Termina con una línea que contenga solo la respuesta: “Respuesta: …”",
  zh: "最后单独用一行写出答案：“答案：……”",
}

/** The question as a topic. An open question asks for a line with the answer, which can be compared. */
export function topicFor({ question, options }: EvalQuestion, language = "en"): string {
  return options.length > 0 ? question : `${question}\n\n${marks[language] ?? marks.en}`
}

/** Extracts the answer from a text, normalized for comparison and counting; null if there is none. */
export function answerIn(text: string | undefined, { options, answer }: EvalQuestion, language = "en"): string | null {
  if (text === undefined || text.trim() === "") return null
  if (options.length > 0) return options[namedOption(text, options, language) ?? -1] ?? null
  const marked = [...text.matchAll(/(?:answer|respuesta|答案)[*\s]*[:：][*\s]*(.+)/gi)].at(-1)?.[1] ?? text
  if (toNumber(answer) === undefined) return normalized(marked)
  const numbers = marked.match(/-?\d[\d,]*(?:\.\d+)?/g)
  const last = numbers?.at(-1)
  return last === undefined ? normalized(marked) : String(toNumber(last))
}

/** The index of the option that the text equals or chooses in prose. */
export function namedOption(text: string, options: readonly string[], language: string): number | undefined {
  if (options.includes(text)) return options.indexOf(text)
  return readChoiceProse(text, optionNames(options, wordsOf({ code: language })))?.option
}

/** Whether an answer returned by `answerIn` is right. */
export function isRight(given: string | null, question: EvalQuestion): boolean {
  if (given === null) return false
  if (question.options.length > 0) return given === question.answer
  const number = toNumber(question.answer)
  return given === (number === undefined ? normalized(question.answer) : String(number))
}

function toNumber(text: string): number | undefined {
  const plain = text.trim().replace(/,/g, "")
  return /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain) : undefined
}

function normalized(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
}
