import { ApiError, errorWords, problemWords } from "../api/api-error.ts"
import { shellTexts } from "../shell/texts.ts"
import { useLanguage, useTexts } from "../texts/use-language.ts"

/** An alert with the problem; renders nothing without one. */
export function ProblemNote({ error }: { readonly error: unknown }) {
  const text = useErrorText()
  if (error === null || error === undefined) return null
  return (
    <p role="alert" className="rounded-xl bg-bad-soft px-4 py-3 text-sm font-medium text-bad">
      {text(error)}
    </p>
  )
}

/** An error for display: its meaning in the reader's language, then the server's message. */
export function useErrorText(): (error: unknown) => string {
  const { errors } = useTexts(shellTexts)
  const [language] = useLanguage()
  return (error) => {
    if (!(error instanceof ApiError)) return errors.unknown
    if (error.status === 0) return errors.unreachable
    if (error.status === 401) return errors.keyNeeded
    if (error.apiCode === "UNKNOWN") return errors.unknown
    const [first] = error.problems
    if (first && error.problems.length === 1) return `${first.field}: ${problemWords(first)}`
    const meaning = language === "en" ? undefined : errorWords(error.apiCode)
    return meaning === undefined ? error.message : errors.withDetail(meaning, error.message)
  }
}
