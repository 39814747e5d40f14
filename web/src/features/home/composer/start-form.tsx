import { useQuery } from "@tanstack/react-query"
import { Link, useRouterState } from "@tanstack/react-router"
import { type FormEvent, type KeyboardEvent, lazy, Suspense, useEffect, useMemo, useRef, useState } from "react"
import { ApiError, fieldProblem, problemWords } from "../../../api/api-error.ts"
import { modelsQuery } from "../../../api/models.ts"
import { tablesQuery } from "../../../api/tables.ts"
import { Button } from "../../../components/button.tsx"
import { Card } from "../../../components/card.tsx"
import { TextArea } from "../../../components/field.tsx"
import { Icon } from "../../../components/icon.tsx"
import { ProblemNote } from "../../../components/problem-note.tsx"
import { Loading, Spinner } from "../../../components/spinner.tsx"
import { stripUnsafeCharacters } from "../../../components/strip-unsafe-characters.ts"
import { clearDraft } from "../../../preferences/stored-draft.ts"
import { knownLanguage } from "../../../texts/languages.ts"
import { useLanguage, useTexts } from "../../../texts/use-language.ts"
import { homeTexts } from "../texts.ts"
import { toDiscussionRequest } from "./discussion-request.ts"
import { defaultSeats, type SettingsDraft } from "./draft.ts"
import { EstimateLine } from "./estimate-line.tsx"
import { FormatCards } from "./format-cards.tsx"
import { hasFoldedProblem, unshownProblems } from "./problem-fields.ts"
import { SeatCards } from "./seat-cards.tsx"
import type { SettingsFieldsProps } from "./settings-fields.tsx"
import { useComposerDraft } from "./use-composer-draft.ts"
import { useStartDiscussion } from "./use-start-discussion.ts"

const SaveTableDialog = lazy(async () => ({ default: (await import("./save-table-dialog.tsx")).SaveTableDialog }))

/** Form to start a discussion, optionally in a project: topic, format and seats. */
export function StartForm({ projectId }: { readonly projectId?: string }) {
  const { composer: texts, seatNames, saving } = useTexts(homeTexts)
  const [language] = useLanguage()
  const tables = useQuery(tablesQuery)
  const available = useQuery(modelsQuery)
  const preferredModel = useRouterState({ select: ({ location }) => location.state.model })
  const draftName = projectId === undefined ? "new-discussion" : `new-discussion-in-${projectId}`
  const draft = useComposerDraft(draftName)
  const { topic, format, removed, change } = draft
  const [isTopicMissing, setTopicMissing] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const topicField = useRef<HTMLTextAreaElement>(null)
  const start = useStartDiscussion()
  useEffect(() => topicField.current?.focus({ preventScroll: true }), [])

  const table = tables.data?.find(({ name }) => name === format)
  const models = available.data?.models ?? []
  const settings = draft.settingsFor(knownLanguage(table?.language) ?? language)
  const suggestedSeats = useMemo(
    () => table && available.data && defaultSeats(table, available.data.models, seatNames, preferredModel),
    [table, available.data, seatNames, preferredModel],
  )
  const seats = draft.seats ?? suggestedSeats
  const problem = (field: string) => fieldProblem(start.error, field)
  const setUp = toDiscussionRequest({ topic, format, seats, settings }, table)
  const request = projectId === undefined ? setUp : { ...setUp, projectId }
  const isTopicOptional = table?.topic !== undefined
  const isTopicEmpty = topic.trim() === "" && !isTopicOptional

  const submit = () => {
    if (start.isPending) return
    setTopicMissing(isTopicEmpty)
    if (isTopicEmpty) topicField.current?.focus()
    else {
      start.mutate(request, {
        onSuccess: () => clearDraft(draftName),
        onError: (error) => setOpen(isOpen || hasFoldedProblem(error)),
      })
    }
  }
  const submitByKeys = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    submit()
  }

  return (
    <Card aria-label={texts.label}>
      <form
        noValidate
        className="flex flex-col gap-5"
        onKeyDown={submitByKeys}
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          submit()
        }}
      >
        <TextArea
          ref={topicField}
          label={texts.topic}
          placeholder={table?.topic === undefined ? texts.topicPlaceholder : stripUnsafeCharacters(table.topic)}
          value={topic}
          rows={2}
          onChange={({ target }) => {
            change({ topic: target.value })
            setTopicMissing(false)
          }}
          problem={isTopicMissing ? texts.topicEmpty : problem("topic")}
          className="text-lg"
        />
        <TextArea
          label={texts.options}
          placeholder={texts.optionsPlaceholder}
          value={settings.options}
          rows={1}
          onChange={({ target }) => change({ settings: { ...settings, options: target.value } })}
          problem={problem("decision.options")}
        />
        <FormatCards tables={tables.data} value={format} onChange={(chosen) => change({ format: chosen })} />
        {table && seats ? (
          <SeatCards
            table={table}
            seats={seats}
            removed={removed}
            models={models}
            onChange={draft.setSeats}
            problemOf={problem}
          />
        ) : (
          <p className="flex min-h-32 items-center gap-3 text-sm text-quiet" role="status">
            {!tables.isError && !available.isError && <Spinner />}
            {texts.loadingSeats}
          </p>
        )}
        {available.data && models.every(({ rehearsal }) => rehearsal) && (
          <p className="-mt-2.5 text-sm text-quiet">
            {texts.rehearsalOnly}{" "}
            <Link to="/models" className="font-medium text-accent underline underline-offset-4">
              {texts.setUpModels}
            </Link>
          </p>
        )}
        <CollapsibleSettings
          table={table}
          settings={settings}
          modelSeats={(seats ?? []).filter(({ kind }) => kind === "model").map(({ name }) => name)}
          onChange={(changed) => change({ settings: changed })}
          isOpen={isOpen}
          onToggle={setOpen}
          problemOf={problem}
        />
        {table && seats && (
          <Button look="quiet" size="small" onClick={() => setSaving(true)} className="-mt-2 self-start">
            {saving.open}
          </Button>
        )}
        {start.isError && <StartProblems error={start.error} seats={seats?.length ?? 0} settings={settings} />}
        <div className="sticky bottom-0 z-10 -mx-5 -mb-5 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-b-2xl border-t border-line bg-surface px-5 py-3 sm:-mx-6 sm:-mb-6 sm:px-6">
          <Button type="submit" look="primary" size="large" isBusy={start.isPending} className="grow sm:grow-0">
            {start.isPending ? texts.starting : texts.start}
          </Button>
          <span className="hidden text-sm text-quiet sm:inline">{texts.shortcut}</span>
          <div className="w-full empty:hidden">
            <EstimateLine request={seats && { ...request, ...(isTopicEmpty && { topic: texts.topicPlaceholder }) }} />
          </div>
        </div>
      </form>
      {isSaving && (
        <Suspense>
          <SaveTableDialog
            request={setUp}
            tables={tables.data ?? []}
            onClose={() => setSaving(false)}
            onSaved={(name) => {
              setSaving(false)
              change({ format: name })
            }}
          />
        </Suspense>
      )}
    </Card>
  )
}

const SettingsFields = lazy(async () => ({ default: (await import("./settings-fields.tsx")).SettingsFields }))

interface CollapsibleSettingsProps extends SettingsFieldsProps {
  readonly isOpen: boolean
  readonly onToggle: (isOpen: boolean) => void
}

function CollapsibleSettings({ isOpen, onToggle, ...fields }: CollapsibleSettingsProps) {
  const { composer } = useTexts(homeTexts)
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget }) => onToggle(currentTarget.open)}
      className="group rounded-xl border border-line"
    >
      <summary className="flex list-none items-center gap-2 rounded-xl px-4 py-2.5 text-sm font-medium text-quiet hover:text-ink [&::-webkit-details-marker]:hidden">
        <Icon name="chevron" className="size-4 -rotate-90 transition-transform group-open:rotate-0" />
        {composer.settings}
      </summary>
      {isOpen && (
        <Suspense fallback={<Loading />}>
          <SettingsFields {...fields} />
        </Suspense>
      )}
    </details>
  )
}

interface StartProblemsProps {
  readonly error: unknown
  readonly seats: number
  readonly settings: SettingsDraft
}

/** Problems that belong to no field, beside the start button. */
function StartProblems({ error, seats, settings }: StartProblemsProps) {
  const { composer } = useTexts(homeTexts)
  if (!(error instanceof ApiError) || error.problems.length === 0) return <ProblemNote error={error} />
  const unshown = unshownProblems(error, { seats, settings })
  return (
    <div role="alert" className="rounded-xl bg-bad-soft px-4 py-3 text-sm font-medium text-bad">
      <p>{composer.wrong}</p>
      {unshown.length > 0 && (
        <ul className="mt-1 list-disc ps-5">
          {unshown.map((problem) => (
            <li key={problem.field}>
              {problem.field}: {problemWords(problem)}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
