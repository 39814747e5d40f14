import { shellTexts } from "../shell/texts.ts"
import { useTexts } from "../texts/use-language.ts"

/** Something is under way; say what in words beside it. */
export function Spinner() {
  return (
    <span
      aria-hidden="true"
      className="inline-block size-4 animate-spin rounded-full border-2 border-current border-t-transparent"
    />
  )
}

/** Stands where content will be. */
export function Loading() {
  const texts = useTexts(shellTexts)
  return (
    <p className="flex items-center justify-center gap-3 py-16 text-quiet" role="status">
      <Spinner />
      {texts.loading}
    </p>
  )
}
