import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { type ReactNode, useId, useSyncExternalStore } from "react"
import type { z } from "zod"
import type { healthSchema } from "../../../../src/server/schemas/responses.ts"
import { forgetKey, reportUnauthorized, useApiKey } from "../../api/api-key.ts"
import { Badge } from "../../components/badge.tsx"
import { Button } from "../../components/button.tsx"
import { Card } from "../../components/card.tsx"
import { Icon, type IconName } from "../../components/icon.tsx"
import { PageHeader } from "../../components/page-header.tsx"
import { toast } from "../../components/toaster.tsx"
import { type Theme, themes, useTheme } from "../../preferences/theme.ts"
import type { SettingsTexts } from "../../texts/en/settings.ts"
import { languageCodes, languages, textsByLanguage } from "../../texts/languages.ts"
import { useLanguage, useTexts } from "../../texts/use-language.ts"

const settingsTexts = textsByLanguage<SettingsTexts>(
  import.meta.glob("../../texts/*/settings.ts", { eager: true, import: "texts" }),
)

const icons: Readonly<Record<Theme, IconName>> = { system: "screen", light: "sun", dark: "moon" }

export function SettingsPage() {
  const texts = useTexts(settingsTexts)
  const [language, setLanguage] = useLanguage()
  const [theme, setTheme] = useTheme()
  const isReduced = useReducedMotion()
  return (
    <>
      <PageHeader title={texts.title} lead={texts.lead} />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Card className="flex flex-col gap-8">
          <RadioTiles
            title={texts.language.title}
            lead={texts.language.lead}
            value={language}
            onChange={setLanguage}
            options={languageCodes.map((value) => ({ value, label: languages[value].name, lang: value }))}
          />
          <RadioTiles
            title={texts.theme.title}
            value={theme}
            onChange={setTheme}
            options={themes.map((value) => ({
              value,
              label: (
                <>
                  <Icon name={icons[value]} />
                  {texts.theme[value]}
                </>
              ),
            }))}
          />
          <div>
            <h2 className="font-display text-xl font-medium">{texts.motion.title}</h2>
            <p className="mt-1 text-sm text-quiet">{isReduced ? texts.motion.reduced : texts.motion.follows}</p>
          </div>
        </Card>
        <div className="flex flex-col gap-6">
          <ServerCard />
          <KeyCard />
        </div>
        <div className="lg:col-span-2">
          <LearnCard />
        </div>
      </div>
    </>
  )
}

/** Shows whether a key is in use, never the key itself. */
function KeyCard() {
  const texts = useTexts(settingsTexts).key
  const queries = useQueryClient()
  const { key, isRemembered } = useApiKey()
  const forget = () => {
    forgetKey()
    queries.clear()
    toast(texts.forgotten)
  }
  return (
    <Card>
      <h2 className="font-display text-xl font-medium">{texts.title}</h2>
      <p className="mt-2 mb-4 text-sm text-quiet">
        {key === undefined ? texts.none : isRemembered ? texts.remembered : texts.untilClosed}
      </p>
      {key === undefined ? (
        <Button onClick={() => reportUnauthorized(undefined)}>
          <Icon name="key" className="size-4" />
          {texts.enter}
        </Button>
      ) : (
        <Button look="danger" onClick={forget}>
          <Icon name="trash" className="size-4" />
          {texts.forget}
        </Button>
      )}
    </Card>
  )
}

const guides = ["formats", "models", "deciding", "people", "squad", "http"] as const
const link =
  "inline-flex items-center gap-2 text-accent underline decoration-accent/40 underline-offset-4 hover:decoration-accent"

function LearnCard() {
  const texts = useTexts(settingsTexts).learn
  return (
    <Card>
      <h2 className="font-display text-xl font-medium">{texts.title}</h2>
      <ul className="mt-3 flex flex-col gap-2 text-sm">
        <li>
          <a href="/docs" className={link}>
            <Icon name="arrow" className="size-4" />
            {texts.api}
          </a>
        </li>
        <li>
          <a href="/openapi.json" className={link}>
            <Icon name="arrow" className="size-4" />
            {texts.openapi}
          </a>
        </li>
      </ul>
      <h3 className="mt-4 text-sm font-medium">{texts.guides}</h3>
      <ul className="mt-2 flex flex-col gap-2 text-sm">
        {guides.map((name) => (
          <li key={name}>
            <a href={`/docs/guides/${name}.html`} className={link}>
              <Icon name="arrow" className="size-4" />
              {texts.guide[name]}
            </a>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** Information about the server. */
function ServerCard() {
  const texts = useTexts(settingsTexts).server
  const { data, isError } = useQuery(healthQuery)
  return (
    <Card>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="font-display text-xl font-medium">{texts.title}</h2>
        <Link to="/admin" className={`text-sm ${link}`}>
          {texts.admin}
        </Link>
      </div>
      <dl className="mt-3 grid items-center gap-x-6 gap-y-2 text-sm max-sm:[&>dd]:mb-2 sm:grid-cols-[auto_minmax(0,1fr)]">
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

type Health = z.infer<typeof healthSchema>

/** The server's health; 503 (not ready) is a valid response too. */
const healthQuery = queryOptions({
  queryKey: ["health"],
  queryFn: async ({ signal }): Promise<Health> => (await fetch("/health/ready", { signal, cache: "no-store" })).json(),
  refetchInterval: 15_000,
  retry: false,
})

interface Option<Value extends string> {
  readonly value: Value
  readonly label: ReactNode
  /** Language of the label, if it is not the page's. */
  readonly lang?: string
}

interface RadioTilesProps<Value extends string> {
  readonly title: string
  readonly lead?: string
  readonly options: readonly Option<Value>[]
  readonly value: Value
  readonly onChange: (value: Value) => void
}

/** Radio buttons as tiles. */
function RadioTiles<Value extends string>({ title, lead, options, value, onChange }: RadioTilesProps<Value>) {
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

const query = matchMedia("(prefers-reduced-motion: reduce)")

function subscribe(listener: () => void): () => void {
  query.addEventListener("change", listener)
  return () => query.removeEventListener("change", listener)
}

/** Whether the system prefers reduced motion; the style sheet applies it everywhere. */
function useReducedMotion(): boolean {
  return useSyncExternalStore(subscribe, () => query.matches)
}
