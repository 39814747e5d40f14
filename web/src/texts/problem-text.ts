import type { ProblemTexts, Values } from "./en/problem.ts"
import { textsByLanguage } from "./languages.ts"
import { currentLanguage } from "./use-language.ts"

const texts = textsByLanguage<ProblemTexts>(import.meta.glob("./*/problem.ts", { eager: true, import: "texts" }))

interface Problem {
  readonly message: string
  readonly code?: string | undefined
  readonly values?: Values | undefined
}

/** What is wrong, in the reader's language; in the server's own words where it has no code for it. */
export function problemText({ code, values = {}, message }: Problem): string {
  const { problems } = texts[currentLanguage()]
  return code !== undefined && isKey(problems, code) ? problems[code](values) : message
}

/** What an error code means; undefined where it is none of ours. */
export function errorText(code: string): string | undefined {
  const { errors } = texts[currentLanguage()]
  return isKey(errors, code) ? errors[code] : undefined
}

function isKey<T extends object>(texts: T, code: PropertyKey): code is keyof T {
  return Object.hasOwn(texts, code)
}
