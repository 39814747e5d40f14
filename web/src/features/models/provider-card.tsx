import { Link } from "@tanstack/react-router"
import { type ReactNode, useState } from "react"
import type { AvailableModel } from "../../api/models.ts"
import { Badge, RehearsalBadge } from "../../components/badge.tsx"
import { Button, buttonClass } from "../../components/button.tsx"
import { Card } from "../../components/card.tsx"
import { stripUnsafeCharacters } from "../../components/strip-unsafe-characters.ts"
import { useFormatters } from "../../texts/use-formatters.ts"
import { useTexts } from "../../texts/use-language.ts"
import { CopyName } from "./copy-name.tsx"
import type { ProviderGroup } from "./provider-groups.ts"
import { modelsTexts } from "./texts.ts"

const maxShown = 12

interface ProviderCardProps {
  readonly group: ProviderGroup
  /** Source of its key, for users who may change it. */
  readonly state: ReactNode
}

/** An available provider with its models. */
export function ProviderCard({ group: { name, provider, models }, state }: ProviderCardProps) {
  const texts = useTexts(modelsTexts)
  const format = useFormatters()
  const [isWhole, setWhole] = useState(false)
  const isRehearsal = name === "rehearsal"
  const isPriced = models.some(({ price }) => price && price.output > 0)
  const lead = isRehearsal
    ? texts.rehearsalLead
    : models.some(({ suggested }) => suggested)
      ? texts.suggestedLead
      : undefined
  return (
    <Card>
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h3 className="font-display text-xl font-medium">
          {provider?.title ?? (isRehearsal ? texts.rehearsal : stripUnsafeCharacters(name))}
        </h3>
        {isRehearsal && <RehearsalBadge />}
        {provider?.baseUrl !== undefined && (
          <code className="text-sm text-quiet">{stripUnsafeCharacters(provider.baseUrl)}</code>
        )}
        <span className="ms-auto text-sm text-quiet">
          {texts.found(models.length)}
          {isPriced && ` · US$ ${texts.priceHint}`}
        </span>
      </div>
      {lead && <p className="mt-1 max-w-prose text-sm text-quiet">{lead}</p>}
      {state && <div className="mt-2">{state}</div>}
      <ul className="mt-3 divide-y divide-line">
        {(isWhole ? models : models.slice(0, maxShown)).map((model) => (
          <ModelRow key={model.id} model={model} />
        ))}
      </ul>
      {models.length > maxShown && !isWhole && (
        <Button look="quiet" size="small" className="mt-2 -ms-3" onClick={() => setWhole(true)}>
          {texts.showAll(format.number(models.length))}
        </Button>
      )}
    </Card>
  )
}

/** A model's full name and its known properties. */
function ModelRow({ model }: { readonly model: AvailableModel }) {
  const texts = useTexts(modelsTexts)
  const format = useFormatters()
  const { id, price, contextTokens, reasoning, note } = model
  const name = stripUnsafeCharacters(id)
  const words = texts.temperaments[id]
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
          <p lang={words ? undefined : "en"} className="text-sm text-quiet">
            {words ?? stripUnsafeCharacters(note)}
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-x-4 text-sm text-quiet empty:hidden max-sm:basis-full sm:justify-end">
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
