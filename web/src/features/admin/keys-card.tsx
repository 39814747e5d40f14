import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { type FormEvent, useState } from "react"
import { createKey, keysQuery, type ListedKey, revokeKey, type Scope } from "../../api/admin.ts"
import { fieldProblem } from "../../api/api-error.ts"
import { useIdempotencyKey } from "../../api/use-idempotency-key.ts"
import { Badge } from "../../components/badge.tsx"
import { Button } from "../../components/button.tsx"
import { Card } from "../../components/card.tsx"
import { Select, TextField } from "../../components/field.tsx"
import { ProblemNote, useErrorText } from "../../components/problem-note.tsx"
import { RelativeTime } from "../../components/relative-time.tsx"
import { stripUnsafeCharacters } from "../../components/strip-unsafe-characters.ts"
import { toast } from "../../components/toaster.tsx"
import { useTexts } from "../../texts/use-language.ts"
import { ShownOnce } from "./shown-once.tsx"
import { SpendLimit, SpendLine } from "./spend-limit.tsx"
import { adminTexts } from "./texts.ts"

const scopes = ["read", "discuss", "admin"] as const satisfies readonly Scope[]

/** Access keys of this server: created, shown once, revoked. */
export function KeysCard() {
  const { keys: texts } = useTexts(adminTexts)
  const { data, error } = useQuery(keysQuery)
  return (
    <Card className="flex flex-col gap-4">
      <h2 className="font-display text-xl font-medium">{texts.title}</h2>
      <ProblemNote error={error} />
      {data?.length === 0 && <p className="text-sm text-quiet">{texts.none}</p>}
      <ul className="divide-y divide-line">
        {data?.map((key) => (
          <KeyRow key={key.id} apiKey={key} />
        ))}
      </ul>
      {!error && <NewKey />}
    </Card>
  )
}

function KeyRow({ apiKey }: { readonly apiKey: ListedKey }) {
  const { keys: texts } = useTexts(adminTexts)
  const errorText = useErrorText()
  const queries = useQueryClient()
  const { id, name, scope, seat, prefix, spend, lastUsedAt, revokedAt } = apiKey
  const revoke = useMutation({
    mutationFn: () => revokeKey(id),
    onSuccess: () => queries.invalidateQueries({ queryKey: keysQuery.queryKey }),
    onError: (problem) => toast(errorText(problem), "bad"),
  })
  const label = stripUnsafeCharacters(name)
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2.5 text-sm">
      <span className="min-w-0 grow basis-48 font-medium">{label}</span>
      <code className="text-quiet">{prefix}…</code>
      <Badge>{seat ? texts.seat : texts.scopes[scope]}</Badge>
      <span className="text-quiet">
        {lastUsedAt ? (
          <>
            {texts.used} <RelativeTime at={lastUsedAt} />
          </>
        ) : (
          texts.unused
        )}
      </span>
      {revokedAt ? (
        <Badge tone="bad">{texts.revoked}</Badge>
      ) : (
        <Button size="small" look="danger" isBusy={revoke.isPending} onClick={() => revoke.mutate()}>
          {texts.revoke}
          <span className="sr-only">{label}</span>
        </Button>
      )}
      {spend && (
        <span className="basis-full text-quiet">
          <SpendLine spend={spend} />
        </span>
      )}
      {!revokedAt && !seat && (
        <details className="basis-full">
          <summary className="text-quiet hover:text-ink">{texts.limit}</summary>
          <div className="py-2">
            <SpendLimit whose={`keys/${id}`} name={label} spend={spend} changed={keysQuery.queryKey} />
          </div>
        </details>
      )}
    </li>
  )
}

function NewKey() {
  const { keys: texts } = useTexts(adminTexts)
  const queries = useQueryClient()
  const keyFor = useIdempotencyKey()
  const [name, setName] = useState("")
  const [scope, setScope] = useState<Scope>("discuss")
  const [dollars, setDollars] = useState("")
  const create = useMutation({
    mutationFn() {
      const limits = dollars.trim() === "" ? {} : { limits: { usd: Number(dollars), per: "month" as const } }
      const body = { name, scope, ...limits }
      return createKey(body, keyFor(body))
    },
    onSuccess() {
      setName("")
      return queries.invalidateQueries({ queryKey: keysQuery.queryKey })
    },
  })
  const problem = (field: string) => fieldProblem(create.error, field)
  return (
    <form
      noValidate
      className="flex flex-col gap-3"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        if (!create.isPending) create.mutate()
      }}
    >
      <div className="grid items-start gap-3 sm:grid-cols-3">
        <TextField
          label={texts.name}
          problem={problem("name")}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <Select label={texts.scope} value={scope} onChange={({ target }) => setScope(target.value as Scope)}>
          {scopes.map((one) => (
            <option key={one} value={one}>
              {texts.scopes[one]}
            </option>
          ))}
        </Select>
        <TextField
          label={texts.dollars}
          problem={problem("limits.usd")}
          value={dollars}
          inputMode="decimal"
          onChange={({ target }) => setDollars(target.value)}
        />
      </div>
      {create.data?.key && <ShownOnce lead={texts.once} value={create.data.key} />}
      {!problem("name") && !problem("limits.usd") && <ProblemNote error={create.error} />}
      <Button type="submit" className="self-start" isBusy={create.isPending}>
        {texts.create}
      </Button>
    </form>
  )
}
