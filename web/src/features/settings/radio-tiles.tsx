import { type ReactNode, useId } from "react"

interface Option<Value extends string> {
  readonly value: Value
  readonly label: ReactNode
  /** The language of the label, where it is not the page's. */
  readonly lang?: string
}

interface RadioTilesProps<Value extends string> {
  readonly title: string
  readonly lead?: string
  readonly options: readonly Option<Value>[]
  readonly value: Value
  readonly onChange: (value: Value) => void
}

/** One of a few, all in sight: radio buttons, as tiles. */
export function RadioTiles<Value extends string>({ title, lead, options, value, onChange }: RadioTilesProps<Value>) {
  const name = useId()
  return (
    <fieldset>
      <legend className="font-display text-xl font-medium">{title}</legend>
      {lead && <p className="mt-1 text-sm text-quiet">{lead}</p>}
      <div className="mt-3 flex flex-wrap gap-3">
        {options.map((option) => (
          <label
            key={option.value}
            lang={option.lang}
            className="relative flex min-w-28 grow items-center justify-center gap-2 rounded-xl border border-line px-4 py-3 text-sm font-medium text-quiet transition-colors hover:border-line-strong has-checked:border-accent has-checked:bg-accent-soft has-checked:text-accent-strong"
          >
            <input
              type="radio"
              name={name}
              className="absolute inset-0 cursor-pointer appearance-none rounded-xl"
              checked={value === option.value}
              onChange={() => onChange(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
