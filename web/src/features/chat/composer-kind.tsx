import { useId } from "react"
import { useTexts } from "../../texts/use-language.ts"
import { chatTexts } from "./texts/index.ts"

const kinds = ["prompt", "message"] as const
export type PostKind = (typeof kinds)[number]

interface ComposerKindProps {
  readonly value: PostKind
  readonly onChange: (kind: PostKind) => void
}

/** Radio buttons that look like a switch; arrow keys move between them. */
export function ComposerKind({ value, onChange }: ComposerKindProps) {
  const texts = useTexts(chatTexts).composer
  const name = useId()
  return (
    <fieldset className="inline-flex rounded-xl bg-sunken p-1">
      <legend className="sr-only">{texts.kind}</legend>
      {kinds.map((kind) => (
        <label
          key={kind}
          className="relative rounded-lg px-3 py-1 text-sm font-medium text-quiet has-checked:bg-surface has-checked:text-ink has-checked:shadow-card"
        >
          <input
            type="radio"
            name={name}
            className="absolute inset-0 cursor-pointer appearance-none rounded-lg"
            checked={value === kind}
            onChange={() => onChange(kind)}
          />
          {texts[kind]}
        </label>
      ))}
    </fieldset>
  )
}
