import type { ProblemTexts, Values } from "./en/problem.ts"
import { textsByLanguage } from "./languages.ts"
import { currentLanguage } from "./use-language.ts"

const texts = textsByLanguage<ProblemTexts>(import.meta.glob("./*/problem.ts", { eager: true, import: "texts" }))

interface Problem {
  readonly message: string
  readonly code?: string | undefined
  readonly values?: Values | undefined
}

/** A problem in the reader's language, or the server's message if it has no code. */
export function problemText({ code, values = {}, message }: Problem): string {
  const { problems } = texts[currentLanguage()]
  return code !== undefined && isKey(problems, code) ? problems[code](values) : message
}

/** Meaning of an error code; undefined if unknown. */
export function errorText(code: string): string | undefined {
  const { errors } = texts[currentLanguage()]
  return isKey(errors, code) ? errors[code] : undefined
}

function isKey<T extends object>(texts: T, code: PropertyKey): code is keyof T {
  return Object.hasOwn(texts, code)
}
