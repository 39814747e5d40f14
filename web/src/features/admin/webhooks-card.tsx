import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { type FormEvent, useState } from "react"
import { addWebhook, removeWebhook, type Webhook, type WebhookEvent, webhooksQuery } from "../../api/admin.ts"
import { fieldProblem } from "../../api/api-error.ts"
import { useIdempotencyKey } from "../../api/use-idempotency-key.ts"
import { Button } from "../../components/button.tsx"
import { Card } from "../../components/card.tsx"
import { Checkbox, TextField } from "../../components/field.tsx"
import { ProblemNote, useErrorText } from "../../components/problem-note.tsx"
import { RelativeTime } from "../../components/relative-time.tsx"
import { stripUnsafeCharacters } from "../../components/strip-unsafe-characters.ts"
import { toast } from "../../components/toaster.tsx"
import { useTexts } from "../../texts/use-language.ts"
import { ShownOnce } from "./shown-once.tsx"
import { adminTexts } from "./texts.ts"

/** Webhooks of this organisation for prompts and discussions. */
export function WebhooksCard() {
  const { webhooks: texts } = useTexts(adminTexts)
  const { data, error } = useQuery(webhooksQuery)
  return (
    <Card className="flex flex-col gap-4">
      <h2 className="font-display text-xl font-medium">{texts.title}</h2>
      <p className="text-sm text-quiet">{texts.lead}</p>
      <ProblemNote error={error} />
      {data?.length === 0 && <p className="text-sm text-quiet">{texts.none}</p>}
      <ul className="divide-y divide-line">
        {data?.map((webhook) => (
          <WebhookRow key={webhook.id} webhook={webhook} />
        ))}
      </ul>
      {!error && <NewWebhook />}
    </Card>
  )
}

function WebhookRow({ webhook: { id, url, events, lastFailure } }: { readonly webhook: Webhook }) {
  const { webhooks: texts } = useTexts(adminTexts)
  const errorText = useErrorText()
  const queries = useQueryClient()
  const remove = useMutation({
    mutationFn: () => removeWebhook(id),
    onSuccess: () => queries.invalidateQueries({ queryKey: webhooksQuery.queryKey }),
    onError: (problem) => toast(errorText(problem), "bad"),
  })
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2.5 text-sm">
      <code className="min-w-0 grow basis-64 break-all">{stripUnsafeCharacters(url)}</code>
      <span className="text-quiet">{events.map((event) => texts.events[event]).join(", ")}</span>
      {lastFailure && (
        <span className="text-bad">
          {texts.failed} <RelativeTime at={lastFailure.at} />
        </span>
      )}
      <Button size="small" look="danger" isBusy={remove.isPending} onClick={() => remove.mutate()}>
        {texts.remove}
        <span className="sr-only">{stripUnsafeCharacters(url)}</span>
      </Button>
    </li>
  )
}

function NewWebhook() {
  const { webhooks: texts } = useTexts(adminTexts)
  const queries = useQueryClient()
  const keyFor = useIdempotencyKey()
  const [url, setUrl] = useState("")
  const [events, setEvents] = useState<readonly WebhookEvent[]>(["discussion.completed"])
  const add = useMutation({
    mutationFn: () => addWebhook({ url, events }, keyFor({ url, events })),
    onSuccess() {
      setUrl("")
      return queries.invalidateQueries({ queryKey: webhooksQuery.queryKey })
    },
  })
  const [urlProblem, eventsProblem] = [fieldProblem(add.error, "url"), fieldProblem(add.error, "events")]
  return (
    <form
      noValidate
      className="flex flex-col gap-3"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        if (!add.isPending) add.mutate()
      }}
    >
      <TextField
        label={texts.url}
        problem={urlProblem && texts.urlProblem}
        placeholder="https://example.com/hooks/conclave"
        value={url}
        inputMode="url"
        onChange={({ target }) => setUrl(target.value)}
      />
      <fieldset className="grid gap-2 sm:grid-cols-2">
        <legend className="mb-2 text-sm font-medium">{texts.which}</legend>
        {(Object.keys(texts.events) as WebhookEvent[]).map((event) => (
          <Checkbox
            key={event}
            label={texts.events[event]}
            checked={events.includes(event)}
            onChange={({ target }) =>
              setEvents(target.checked ? [...events, event] : events.filter((other) => other !== event))
            }
          />
        ))}
      </fieldset>
      {eventsProblem && (
        <p role="alert" className="text-sm font-medium text-bad">
          {texts.eventsProblem}
        </p>
      )}
      {add.data?.secret && <ShownOnce lead={texts.once} value={add.data.secret} />}
      {!urlProblem && !eventsProblem && <ProblemNote error={add.error} />}
      <Button type="submit" className="self-start" isBusy={add.isPending}>
        {texts.add}
      </Button>
    </form>
  )
}
