import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { modelsQuery, type Provider } from "../../api/models.ts"
import { announce } from "../../components/announcer.tsx"
import { Button } from "../../components/button.tsx"
import { TextField } from "../../components/field.tsx"
import { Icon } from "../../components/icon.tsx"
import { PageHeader } from "../../components/page-header.tsx"
import { ProblemNote } from "../../components/problem-note.tsx"
import { Loading } from "../../components/spinner.tsx"
import { stripUnsafeCharacters } from "../../components/strip-unsafe-characters.ts"
import { useTexts } from "../../texts/use-language.ts"
import { CopyName } from "./copy-name.tsx"
import { ProviderCard } from "./provider-card.tsx"
import { readyGroups } from "./provider-groups.ts"
import { modelsTexts } from "./texts/index.ts"

export function ModelsPage() {
  const texts = useTexts(modelsTexts)
  const { data, error, isFetching, refetch } = useQuery(modelsQuery)
  const [query, setQuery] = useState("")
  const refresh = async () => {
    const { data: found } = await refetch()
    if (found) announce(texts.refreshed(found.models.length))
  }
  const missing = data?.providers.filter(({ ready }) => !ready) ?? []
  const groups = data ? readyGroups(data, query) : []

  return (
    <>
      <PageHeader
        title={texts.title}
        lead={texts.lead}
        actions={
          <Button isBusy={isFetching} onClick={() => void refresh()}>
            {!isFetching && <Icon name="refresh" className="size-4" />}
            {texts.refresh}
          </Button>
        }
      />
      <ProblemNote error={error} />
      {!data && !error && <Loading />}
      {data && (
        <div className="flex flex-col gap-12">
          <section aria-labelledby="models-ready" className="flex flex-col gap-4">
            <div className="flex flex-wrap items-end justify-between gap-4">
              <h2 id="models-ready" className="font-display text-2xl font-medium">
                {texts.ready}
              </h2>
              <TextField
                label={texts.search}
                isLabelHidden
                type="search"
                className="w-64 max-sm:w-full"
                placeholder={texts.searchPlaceholder}
                value={query}
                onChange={({ target }) => setQuery(target.value)}
              />
            </div>
            {groups.length === 0 && <p className="py-6 text-quiet">{texts.nothing}</p>}
            {groups.map((group) => (
              <ProviderCard key={group.name} group={group} />
            ))}
          </section>
          <Missing title={texts.notSetUp} lead={texts.notSetUpLead} providers={missing.filter(({ local }) => !local)} />
          <Missing title={texts.local} lead={texts.localLead} providers={missing.filter(({ local }) => local)} />
        </div>
      )}
    </>
  )
}

interface MissingProps {
  readonly title: string
  readonly lead: string
  readonly providers: React.ComponentProps<typeof MissingProvider>["provider"][]
}

function Missing({ title, lead, providers }: MissingProps) {
  if (providers.length === 0) return null
  return (
    <section aria-label={title}>
      <h2 className="font-display text-2xl font-medium">{title}</h2>
      <p className="mt-1 mb-4 max-w-prose text-quiet">{lead}</p>
      <ul className="grid gap-4 lg:grid-cols-2">
        {providers.map((provider) => (
          <MissingProvider key={provider.name} provider={provider} />
        ))}
      </ul>
    </section>
  )
}

/** A provider that lacks something, and what to do about it. */
function MissingProvider({ provider }: { readonly provider: Provider }) {
  const texts = useTexts(modelsTexts)
  const { title, problem, baseUrl, variable, example = "…" } = provider
  const isSilent = problem !== undefined && variable !== undefined && baseUrl !== undefined
  const command = variable && `${variable}=${example} npm start`
  return (
    <li className="flex min-w-0 flex-col gap-2 rounded-2xl border border-dashed border-line-strong/60 p-5">
      <h3 className="font-medium">{title}</h3>
      {problem !== undefined && (
        <p className="text-sm text-quiet" lang={isSilent ? undefined : "en"}>
          {isSilent ? texts.silent(stripUnsafeCharacters(baseUrl)) : stripUnsafeCharacters(problem)}
        </p>
      )}
      {variable && (
        <>
          <p className="text-sm text-quiet">{problem === undefined ? texts.needs(variable) : texts.silentAdvice}</p>
          <div className="flex items-center justify-between gap-1 rounded-xl bg-sunken py-1 ps-3 pe-1">
            <code className="min-w-0 text-sm">{command}</code>
            <CopyName name={variable} />
          </div>
        </>
      )}
    </li>
  )
}
