import { shellTexts } from "../shell/texts.ts"
import { useTexts } from "../texts/use-language.ts"

/** A progress spinner. Put a text beside it that says what is loading. */
export function Spinner() {
  return (
    <span
      aria-hidden="true"
      className="inline-block size-4 animate-spin rounded-full border-2 border-current border-t-transparent"
    />
  )
}

/** Placeholder while content loads. */
export function Loading() {
  const texts = useTexts(shellTexts)
  return (
    <p className="flex items-center justify-center gap-3 py-16 text-quiet" role="status">
      <Spinner />
      {texts.loading}
    </p>
  )
}
