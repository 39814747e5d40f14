import { Link } from "@tanstack/react-router"
import type { Model } from "../../api/models.ts"
import { Badge } from "../../components/badge.tsx"
import { buttonClass } from "../../components/button.tsx"
import { stripUnsafeCharacters } from "../../components/strip-unsafe-characters.ts"
import { useFormatters } from "../../texts/use-formatters.ts"
import { useTexts } from "../../texts/use-language.ts"
import { CopyName } from "./copy-name.tsx"
import { modelsTexts } from "./texts/index.ts"

/** A model by the name under which it is seated, and what is known of it. */
export function ModelRow({ model }: { readonly model: Model }) {
  const texts = useTexts(modelsTexts)
  const format = useFormatters()
  const { id, price, contextTokens, reasoning, note } = model
  const name = stripUnsafeCharacters(id)
  const isFree = price?.input === 0 && price.output === 0
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2.5">
      <div className="min-w-0 grow basis-64">
        <div className="flex items-center gap-1">
          <code className="min-w-0 text-sm font-medium">{name}</code>
          <CopyName name={name} />
          {reasoning && <Badge>{texts.reasoning}</Badge>}
        </div>
        {note && (
          <p lang="en" className="text-sm text-quiet">
            {stripUnsafeCharacters(note)}
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-x-4 text-sm text-quiet sm:justify-end">
        {contextTokens !== undefined && <span>{texts.context(format.compact(contextTokens))}</span>}
        {isFree && <span>{texts.free}</span>}
        {price && !isFree && (
          <span title={texts.priceHint}>{texts.price(format.dollars(price.input), format.dollars(price.output))}</span>
        )}
      </div>
      <Link to="/" state={{ model: id }} className={buttonClass({ size: "small" })}>
        {texts.start}
        <span className="sr-only">{name}</span>
      </Link>
    </li>
  )
}
