import type { Table } from "../../../api/tables.ts"
import { useTexts } from "../../../texts/use-language.ts"
import { homeTexts } from "../texts/index.ts"
import { useFormatName } from "./use-format-name.ts"

interface OtherTablesProps {
  readonly tables: readonly Table[]
  readonly value: string
  readonly onChange: (format: string) => void
}

/** Tables beside the four formats, by name; what the chosen one is stands below. */
export function OtherTables({ tables, value, onChange }: OtherTablesProps) {
  const { composer } = useTexts(homeTexts)
  const named = useFormatName()
  const chosen = tables.find(({ name }) => name === value)
  return (
    <div className="mt-2.5 flex flex-wrap items-center gap-1.5 text-sm">
      <span className="me-1 text-quiet">{composer.otherTables}</span>
      {tables.map(({ name, description }) => (
        <label
          key={name}
          className="relative cursor-pointer rounded-full border border-line bg-surface px-3 py-0.5 transition-colors hover:border-line-strong has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
        >
          <input
            type="radio"
            name="format"
            value={name}
            checked={name === value}
            onChange={() => onChange(name)}
            className="sr-only"
          />
          {named(name, description).name}
        </label>
      ))}
      {chosen && <p className="mt-1 w-full text-quiet">{named(chosen.name, chosen.description).line}</p>}
    </div>
  )
}
