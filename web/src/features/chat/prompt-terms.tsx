import { Select, TextField } from "../../components/field.tsx"
import { useTexts } from "../../texts/use-language.ts"
import { chatTexts } from "./texts.ts"

const minutesPer = { minutes: 1, hours: 60, days: 1_440 }
type Unit = keyof typeof minutesPer

/** Form values that define when a prompt closes by itself. */
export interface Terms {
  readonly required: string
  readonly timeout: string
  readonly unit: Unit
}

export const defaultTerms: Terms = { required: "2", timeout: "30", unit: "minutes" }

export function timeoutMinutes({ timeout, unit }: Terms): number {
  return Number(timeout) * minutesPer[unit]
}

interface PromptTermsProps {
  readonly terms: Terms
  readonly onChange: (terms: Terms) => void
  readonly requiredProblem: string | undefined
  readonly timeoutProblem: string | undefined
}

export function PromptTerms({ terms, onChange, requiredProblem, timeoutProblem }: PromptTermsProps) {
  const texts = useTexts(chatTexts).composer
  return (
    <>
      <TextField
        label={texts.required}
        type="number"
        min={1}
        max={50}
        required
        className="w-32"
        value={terms.required}
        onChange={({ target }) => onChange({ ...terms, required: target.value })}
        problem={requiredProblem}
      />
      <div className="flex items-end gap-1">
        <TextField
          label={texts.timeout}
          type="number"
          min={0.1}
          step="any"
          required
          className="w-28"
          value={terms.timeout}
          onChange={({ target }) => onChange({ ...terms, timeout: target.value })}
          problem={timeoutProblem}
        />
        <Select
          label={texts.unit}
          isLabelHidden
          value={terms.unit}
          onChange={({ target }) => onChange({ ...terms, unit: target.value as Unit })}
        >
          {Object.keys(minutesPer).map((unit) => (
            <option key={unit} value={unit}>
              {texts.units[unit as Unit]}
            </option>
          ))}
        </Select>
      </div>
    </>
  )
}
