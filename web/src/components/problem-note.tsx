import { useErrorText } from "./use-error-text.ts"

/** What went wrong, where it is read at once; nothing where nothing did. */
export function ProblemNote({ error }: { readonly error: unknown }) {
  const text = useErrorText()
  if (error === null || error === undefined) return null
  return (
    <p role="alert" className="rounded-xl bg-bad-soft px-4 py-3 text-sm font-medium text-bad">
      {text(error)}
    </p>
  )
}
