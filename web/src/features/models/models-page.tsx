import { useQuery } from "@tanstack/react-query"
import { type ReactNode, useState } from "react"
import { type AvailableProvider, modelsQuery } from "../../api/models.ts"
import { type ProviderSetup, providersQuery } from "../../api/providers.ts"
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
import { ProviderDialog } from "./provider-dialog.tsx"
import { readyGroups } from "./provider-groups.ts"
import { ProviderState } from "./provider-state.tsx"
import { modelsTexts } from "./texts.ts"

export function ModelsPage() {
  const texts = useTexts(modelsTexts)
  const { data, error, isFetching, refetch } = useQuery(modelsQuery)
  const [query, setQuery] = useState("")
  const refresh = async () => {
    const { data: found } = await refetch()
    if (found) announce(texts.refreshed(found.models.length))
  }
  const setups = useQuery({ ...providersQuery, enabled: data?.configurable === true }).data
  const [edited, setEdited] = useState<ProviderSetup | "new">()
  const stateOf = (name: string) => {
    const setup = setups?.providers.find((other) => other.name === name)
    return setup && <ProviderState setup={setup} onEdit={setEdited} />
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
              <ProviderCard key={group.name} group={group} state={stateOf(group.name)} />
            ))}
          </section>
          <Missing
            title={texts.notSetUp}
            lead={setups ? texts.setUpLead : texts.notSetUpLead}
            providers={missing.filter(({ local }) => !local)}
            stateOf={stateOf}
          />
          <Missing
            title={texts.local}
            lead={texts.localLead}
            providers={missing.filter(({ local }) => local)}
            stateOf={stateOf}
          />
          {setups && (
            <Button className="self-start" onClick={() => setEdited("new")}>
              <Icon name="add" className="size-4" />
              {texts.setUp.newServer}
            </Button>
          )}
        </div>
      )}
      {setups && edited && (
        <ProviderDialog
          setup={edited === "new" ? undefined : edited}
          keepsFile={setups.keepsFile}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  )
}

interface MissingProps {
  readonly title: string
  readonly lead: string
  readonly providers: readonly AvailableProvider[]
  /** Its editable settings; empty for users who may not change them. */
  readonly stateOf: (name: string) => ReactNode
}

function Missing({ title, lead, providers, stateOf }: MissingProps) {
  if (providers.length === 0) return null
  return (
    <section aria-label={title}>
      <h2 className="font-display text-2xl font-medium">{title}</h2>
      <p className="mt-1 mb-4 max-w-prose text-quiet">{lead}</p>
      <ul className="grid gap-4 lg:grid-cols-2">
        {providers.map((provider) => (
          <MissingProvider key={provider.name} provider={provider} state={stateOf(provider.name)} />
        ))}
      </ul>
    </section>
  )
}

/** An unavailable provider: what is missing and how to fix it. */
function MissingProvider({ provider, state }: { readonly provider: AvailableProvider; readonly state: ReactNode }) {
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
      {state}
      {variable && (
        <>
          <p className="text-sm text-quiet">
            {state ? texts.orStart : problem === undefined ? texts.needs(variable) : texts.silentAdvice}
          </p>
          <div className="flex items-center justify-between gap-1 rounded-xl bg-sunken py-1 ps-3 pe-1">
            <code className="min-w-0 text-sm">{command}</code>
            <CopyName name={variable} text={command ?? variable} />
          </div>
        </>
      )}
    </li>
  )
}
