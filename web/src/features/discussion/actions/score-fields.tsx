import { stripUnsafeCharacters } from "../../../components/strip-unsafe-characters.ts"
import { useTexts } from "../../../texts/use-language.ts"
import { discussionTexts } from "../texts/index.ts"

interface ScoreFieldsProps {
  readonly scores: Readonly<Record<string, number>>
  readonly onChange: (scores: Readonly<Record<string, number>>) => void
}

/** A score from 0 to 10 for each option. */
export function ScoreFields({ scores, onChange }: ScoreFieldsProps) {
  const { say: texts } = useTexts(discussionTexts)
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-1.5 text-sm font-medium">{texts.score}</legend>
      {Object.entries(scores).map(([option, score]) => (
        <label key={option} className="flex items-center gap-3 text-sm">
          <span dir="auto" className="min-w-0 flex-1">
            {stripUnsafeCharacters(option)}
          </span>
          <input
            type="range"
            min={0}
            max={10}
            value={score}
            onChange={({ target }) => onChange({ ...scores, [option]: Number(target.value) })}
            className="w-32 accent-accent"
          />
          <output className="w-6 text-end tabular-nums">{score}</output>
        </label>
      ))}
    </fieldset>
  )
}
