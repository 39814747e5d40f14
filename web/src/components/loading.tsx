import { shellTexts } from "../shell/texts/index.ts"
import { useTexts } from "../texts/use-language.ts"
import { Spinner } from "./spinner.tsx"

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
