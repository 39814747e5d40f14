import { useTexts } from "../../../texts/use-language.ts"
import { homeTexts } from "../texts/index.ts"
import { FormatPicture } from "./format-picture.tsx"
import { useFormatName } from "./use-format-name.ts"

interface FormatCardsProps {
  readonly formats: readonly string[]
  readonly value: string
  readonly onChange: (format: string) => void
}

/** One of the formats, each with a picture of how it goes. */
export function FormatCards({ formats, value, onChange }: FormatCardsProps) {
  const { composer } = useTexts(homeTexts)
  const named = useFormatName()
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-medium">{composer.format}</legend>
      <div className="grid grid-cols-2 gap-2.5 sm:grid-cols-4">
        {formats.map((format) => {
          const { name, line } = named(format)
          return (
            <label
              key={format}
              className="group relative flex cursor-pointer flex-col rounded-xl border border-line bg-surface p-3 transition-colors hover:border-line-strong has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
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
              <span className="text-sm font-semibold">{name}</span>
              <span className="mt-0.5 text-xs leading-snug text-quiet">{line}</span>
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
