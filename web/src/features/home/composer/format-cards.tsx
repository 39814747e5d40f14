import type { Table } from "../../../api/tables.ts"
import { useTexts } from "../../../texts/use-language.ts"
import { homeTexts } from "../texts/index.ts"
import { FormatPicture, isPreset, presets } from "./format-picture.tsx"
import { OtherTables } from "./other-tables.tsx"
import { useFormatName } from "./use-format-name.ts"

interface FormatCardsProps {
  /** undefined: not known yet. */
  readonly tables: readonly Table[] | undefined
  readonly value: string
  readonly onChange: (format: string) => void
}

/** The formats, each with a picture of how it goes, and below them the tables that are built on them. */
export function FormatCards({ tables, value, onChange }: FormatCardsProps) {
  const { composer } = useTexts(homeTexts)
  const named = useFormatName()
  const others = tables?.filter(({ name }) => !isPreset(name)) ?? []
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-medium">{composer.format}</legend>
      <div className="grid grid-cols-2 gap-2.5 sm:grid-cols-4">
        {presets.map((format) => (
          <label
            key={format}
            className="relative flex cursor-pointer flex-col rounded-xl border border-line bg-surface p-3 transition-colors hover:border-line-strong has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name="format"
              value={format}
              checked={format === value}
              onChange={() => onChange(format)}
              className="sr-only"
            />
            <FormatPicture format={format} className="mb-1.5 h-12 w-full" />
            <span className="text-sm font-semibold">{named(format).name}</span>
            <span className="mt-0.5 text-xs leading-snug text-quiet">{named(format).line}</span>
          </label>
        ))}
      </div>
      {others.length > 0 && <OtherTables tables={others} value={value} onChange={onChange} />}
    </fieldset>
  )
}
