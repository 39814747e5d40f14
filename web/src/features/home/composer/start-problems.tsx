import { ApiError } from "../../../api/api-error.ts"
import { ProblemNote } from "../../../components/problem-note.tsx"
import { useTexts } from "../../../texts/use-language.ts"
import { homeTexts } from "../texts/index.ts"
import type { SettingsDraft } from "./draft.ts"
import { unshownProblems } from "./problem-fields.ts"

interface StartProblemsProps {
  readonly error: unknown
  readonly seats: number
  readonly settings: SettingsDraft
}

/** What is wrong beyond single fields, beside the button that was pressed. */
export function StartProblems({ error, seats, settings }: StartProblemsProps) {
  const { composer } = useTexts(homeTexts)
  if (!(error instanceof ApiError) || error.problems.length === 0) return <ProblemNote error={error} />
  const unshown = unshownProblems(error, { seats, settings })
  return (
    <div role="alert" className="rounded-xl bg-bad-soft px-4 py-3 text-sm font-medium text-bad">
      <p>{composer.wrong}</p>
      {unshown.length > 0 && (
        <ul className="mt-1 list-disc ps-5">
          {unshown.map(({ field, message }) => (
            <li key={field}>
              {field}: {message}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
