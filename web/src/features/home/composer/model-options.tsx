import type { Model } from "../../../api/models.ts"
import { shellTexts } from "../../../shell/texts/index.ts"
import { useTexts } from "../../../texts/use-language.ts"

interface ModelOptionsProps {
  readonly models: readonly Model[]
  /** What is chosen now; listed also where the server did not. */
  readonly value: string
}

/** Models by provider, for a select. */
export function ModelOptions({ models, value }: ModelOptionsProps) {
  const { rehearsal } = useTexts(shellTexts)
  const byProvider = Map.groupBy(models, ({ provider }) => provider)
  const isListed = value === "" || models.some(({ id }) => id === value)
  return (
    <>
      {!isListed && <option value={value}>{value}</option>}
      {[...byProvider].map(([provider, own]) => (
        <optgroup key={provider} label={provider === "rehearsal" ? rehearsal : provider}>
          {own.map(({ id, rehearsal: isRehearsal }) => (
            <option key={id} value={id}>
              {isRehearsal ? `${id.split("/")[1]} (${rehearsal})` : id}
            </option>
          ))}
        </optgroup>
      ))}
    </>
  )
}
