import { ApiError } from "../api/api-error.ts"
import { shellTexts } from "../shell/texts/index.ts"
import { useTexts } from "../texts/use-language.ts"

/** An error as a reader may see it: what the server said, or what became of the call. */
export function useErrorText(): (error: unknown) => string {
  const { errors } = useTexts(shellTexts)
  return (error) => {
    if (!(error instanceof ApiError)) return errors.unknown
    if (error.status === 0) return errors.unreachable
    if (error.status === 401) return errors.keyNeeded
    if (error.code === "UNKNOWN") return errors.unknown
    const [first] = error.problems
    return first && error.problems.length === 1 ? `${first.field}: ${first.message}` : error.message
  }
}
