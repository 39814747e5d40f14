import { useQuery } from "@tanstack/react-query"
import { spendQuery } from "../../api/admin.ts"
import { Card } from "../../components/card.tsx"
import { PageHeader } from "../../components/page-header.tsx"
import { ProblemNote } from "../../components/problem-note.tsx"
import { useTexts } from "../../texts/use-language.ts"
import { KeysCard } from "./keys-card.tsx"
import { SpendLimit, SpendLine } from "./spend-limit.tsx"
import { adminTexts } from "./texts.ts"
import { WebhooksCard } from "./webhooks-card.tsx"

/** Admin tasks: keys, spending, webhooks. */
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
  const { data, error } = useQuery(spendQuery)
  const spend = data?.organisation
  return (
    <Card>
      <h2 className="font-display text-xl font-medium">{texts.title}</h2>
      <ProblemNote error={error} />
      {data && !spend && <p className="mt-2 text-sm text-quiet">{texts.none}</p>}
      {spend && (
        <p className="mt-2 text-sm text-quiet">
          <SpendLine spend={spend} />
        </p>
      )}
      {data && (
        <div className="mt-4">
          <SpendLimit
            whose={`organisations/${data.organisationId}`}
            name={texts.all}
            spend={data.organisation}
            changed={spendQuery.queryKey}
          />
        </div>
      )}
    </Card>
  )
}
