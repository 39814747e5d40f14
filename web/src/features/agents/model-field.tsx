import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { useState } from "react"
import { type AvailableModel, modelsQuery } from "../../api/models.ts"
import { Select, TextField } from "../../components/field.tsx"
import { shellTexts } from "../../shell/texts.ts"
import { useTexts } from "../../texts/use-language.ts"
import { agentsTexts } from "./texts.ts"

interface ModelFieldProps {
  readonly value: string
  readonly onChange: (model: string) => void
  readonly problem: string | undefined
}

const customModel = "\u0000another"

/** Select an available model, or type any other name. */
export function ModelField({ value, onChange, problem }: ModelFieldProps) {
  const { form: texts } = useTexts(agentsTexts)
  const { rehearsal } = useTexts(shellTexts)
  const { data, isPending } = useQuery(modelsQuery)
  const [isFree, setFree] = useState(false)
  const models = data?.models ?? []
  const isListed = value === "" || models.some(({ id }) => id === value)
  const isNamed = !isPending && (isFree || !isListed)
  return (
    <div className="flex flex-col gap-4">
      <Select
        label={texts.model}
        hint={texts.modelHint}
        problem={isNamed ? undefined : problem}
        value={isNamed ? customModel : value}
        onChange={({ target }) => {
          setFree(target.value === customModel)
          onChange(target.value === customModel ? "" : target.value)
        }}
      >
        {(value === "" || isPending) && !isNamed && <option value={value}>{value === "" ? "—" : value}</option>}
        {!isPending &&
          groupByProvider(models).map(([provider, those]) => (
            <optgroup key={provider} label={provider === "rehearsal" ? rehearsal : provider}>
              {those.map(({ id, note }) => (
                <option key={id} value={id}>
                  {note ? `${id} · ${note}` : id}
                </option>
              ))}
            </optgroup>
          ))}
        <option value={customModel}>{texts.otherModel}</option>
      </Select>
      {isNamed && (
        <TextField
          label={texts.modelName}
          hint={
            <>
              {texts.modelNameHint}{" "}
              <Link to="/models" className="text-accent underline underline-offset-2">
                {texts.modelsLink}
              </Link>
            </>
          }
          problem={problem}
          spellCheck={false}
          autoCapitalize="off"
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </div>
  )
}

/** Rehearsal models come last: they are for trying things out. */
function groupByProvider(models: readonly AvailableModel[]): readonly (readonly [string, readonly AvailableModel[]])[] {
  const groups = Map.groupBy(models, ({ provider }) => provider)
  return [...groups].toSorted(([a], [b]) => Number(a === "rehearsal") - Number(b === "rehearsal"))
}
