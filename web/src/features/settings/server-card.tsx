import { useQuery } from "@tanstack/react-query"
import { healthQuery } from "../../api/health.ts"
import { Badge } from "../../components/badge.tsx"
import { Card } from "../../components/card.tsx"
import { Icon } from "../../components/icon.tsx"
import { useTexts } from "../../texts/use-language.ts"
import { settingsTexts } from "./texts/index.ts"

/** What is known of the server behind the page. */
export function ServerCard() {
  const texts = useTexts(settingsTexts).server
  const { data, isError } = useQuery(healthQuery)
  return (
    <Card>
      <h2 className="font-display text-xl font-medium">{texts.title}</h2>
      <dl className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-6 gap-y-2 text-sm">
        <dt className="text-quiet">{texts.state}</dt>
        <dd>
          {isError && <Badge tone="bad">{texts.unreachable}</Badge>}
          {!isError && !data && <span className="text-quiet">{texts.looking}</span>}
          {!isError && data && (
            <Badge tone={data.status === "ok" ? "good" : "bad"}>
              {data.status === "ok" ? texts.ready : texts.unavailable}
            </Badge>
          )}
        </dd>
        {!isError &&
          Object.entries(data?.checks ?? {}).map(([name, state]) => (
            <Check key={name} name={texts.checks[name] ?? name} works={state === "ok"} />
          ))}
        <dt className="text-quiet">{texts.address}</dt>
        <dd>
          <code>{location.origin}</code>
        </dd>
      </dl>
    </Card>
  )
}

function Check({ name, works }: { readonly name: string; readonly works: boolean }) {
  const texts = useTexts(settingsTexts).server
  return (
    <>
      <dt className="text-quiet">{name}</dt>
      <dd className={`flex items-center gap-1.5 ${works ? "text-good" : "text-bad"}`}>
        <Icon name={works ? "check" : "alert"} className="size-4" />
        {works ? texts.works : texts.failed}
      </dd>
    </>
  )
}
