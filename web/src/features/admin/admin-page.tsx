import { useQuery } from "@tanstack/react-query"
import { spendQuery } from "../../api/admin.ts"
import { Card } from "../../components/card.tsx"
import { PageHeader } from "../../components/page-header.tsx"
import { ProblemNote } from "../../components/problem-note.tsx"
import { useFormatters } from "../../texts/use-formatters.ts"
import { useTexts } from "../../texts/use-language.ts"
import { KeysCard } from "./keys-card.tsx"
import { adminTexts } from "./texts/index.ts"
import { WebhooksCard } from "./webhooks-card.tsx"

/** What only admins do: keys, spending, webhooks. */
export function AdminPage() {
  const texts = useTexts(adminTexts)
  return (
    <>
      <PageHeader title={texts.title} lead={texts.lead} />
      <div className="flex flex-col gap-6">
        <KeysCard />
        <SpendCard />
        <WebhooksCard />
      </div>
    </>
  )
}

function SpendCard() {
  const { spend: texts } = useTexts(adminTexts)
  const format = useFormatters()
  const { data, error } = useQuery(spendQuery)
  const spend = data?.organisation
  return (
    <Card>
      <h2 className="font-display text-xl font-medium">{texts.title}</h2>
      <ProblemNote error={error} />
      {data && !spend && <p className="mt-2 text-sm text-quiet">{texts.none}</p>}
      {spend && (
        <dl className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2 text-sm">
          <dt className="text-quiet">{spend.limits.per ? texts.spentMonth : texts.spent}</dt>
          <dd>
            {format.dollars(spend.spent.usd)} · {texts.tokens(format.number(spend.spent.tokens))}
          </dd>
          <dt className="text-quiet">{texts.limit}</dt>
          <dd>
            {spend.limits.usd === undefined ? texts.unlimited : format.dollars(spend.limits.usd)}
            {spend.limits.tokens !== undefined && ` · ${texts.tokens(format.number(spend.limits.tokens))}`}
          </dd>
        </dl>
      )}
    </Card>
  )
}
