import { useState } from "react"
import { Button } from "../../components/button.tsx"
import { Card } from "../../components/card.tsx"
import { RehearsalBadge } from "../../components/rehearsal-badge.tsx"
import { stripUnsafeCharacters } from "../../components/strip-unsafe-characters.ts"
import { useFormatters } from "../../texts/use-formatters.ts"
import { useTexts } from "../../texts/use-language.ts"
import { ModelRow } from "./model-row.tsx"
import type { ProviderGroup } from "./provider-groups.ts"
import { modelsTexts } from "./texts/index.ts"

const maxShown = 12

/** A provider that can be used, with its models. */
export function ProviderCard({ group: { name, provider, models } }: { readonly group: ProviderGroup }) {
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
        <h3 className="font-display text-xl font-medium">{texts.providers[name] ?? stripUnsafeCharacters(name)}</h3>
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
