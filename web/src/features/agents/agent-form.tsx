import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { type ReactNode, useState } from "react"
import { type Agent, agentsQuery, createAgent, updateAgent } from "../../api/agents.ts"
import { fieldProblem, otherProblems } from "../../api/api-error.ts"
import { modelsQuery } from "../../api/models.ts"
import { useIdempotencyKey } from "../../api/use-idempotency-key.ts"
import { Checkbox, TextArea, TextField } from "../../components/field.tsx"
import { Icon } from "../../components/icon.tsx"
import { type Editing, FormActions } from "../../components/resource-screen.tsx"
import { toast } from "../../components/toaster.tsx"
import { useTexts } from "../../texts/use-language.ts"
import { type AgentDraft, emptyAgent, toAgentDraft, toNewAgent } from "./agent-draft.ts"
import { ModelField } from "./model-field.tsx"
import { agentsTexts } from "./texts.ts"

const shownFields = /^(name|description|systemPrompt|modelConfig\.(model|temperature|maxTokens|stop(\[\d+\])?))$/
const maxNameLength = 60

interface AgentFormProps {
  readonly editing: Editing<Agent>
  readonly onClose: () => void
}

export function AgentForm({ editing, onClose }: AgentFormProps) {
  const all = useTexts(agentsTexts)
  const { form: texts } = all
  const queries = useQueryClient()
  const suggested = useSuggestedModel()
  const [written, setWritten] = useState<AgentDraft>(() => initialDraft(editing, all.copyOf))
  const [isModelChosen, setModelChosen] = useState(editing.kind !== "new")
  const draft = isModelChosen ? written : { ...written, model: suggested }
  const keyFor = useIdempotencyKey()
  const onChange = (changes: Partial<AgentDraft>) => {
    if (changes.model !== undefined) setModelChosen(true)
    setWritten({ ...draft, ...changes })
  }

  const save = useMutation({
    mutationFn: () =>
      editing.kind === "change"
        ? updateAgent(editing.item.id, toNewAgent(draft))
        : createAgent(toNewAgent(draft), keyFor(draft)),
    onSuccess({ name }) {
      void queries.invalidateQueries({ queryKey: agentsQuery.queryKey })
      toast(editing.kind === "change" ? all.changed(name) : all.created(name))
      onClose()
    },
  })
  const { error } = save
  const problem = (field: string) => fieldProblem(error, field)

  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        if (!save.isPending) save.mutate()
      }}
    >
      <TextField
        label={texts.name}
        problem={problem("name")}
        value={draft.name}
        onChange={({ target }) => onChange({ name: target.value })}
        autoComplete="off"
        autoFocus
      />
      <TextArea
        label={texts.systemPrompt}
        hint={texts.systemPromptHint}
        placeholder={texts.systemPromptPlaceholder}
        problem={problem("systemPrompt")}
        rows={5}
        value={draft.systemPrompt}
        onChange={({ target }) => onChange({ systemPrompt: target.value })}
      />
      <ModelField
        value={draft.model}
        onChange={(model) => onChange({ model })}
        problem={problem("modelConfig.model")}
      />
      <TextField
        label={texts.description}
        hint={texts.descriptionHint}
        problem={problem("description")}
        value={draft.description}
        onChange={({ target }) => onChange({ description: target.value })}
        autoComplete="off"
      />
      <Checkbox
        label={texts.squadMember}
        checked={draft.squadMember}
        onChange={({ target }) => onChange({ squadMember: target.checked })}
      />
      <Collapsible title={texts.fineTuning} isOpen={hasModelSettings(draft)}>
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            label={texts.temperature}
            hint={texts.temperatureHint}
            problem={problem("modelConfig.temperature")}
            inputMode="decimal"
            value={draft.temperature}
            onChange={({ target }) => onChange({ temperature: target.value })}
          />
          <TextField
            label={texts.maxTokens}
            hint={texts.maxTokensHint}
            problem={problem("modelConfig.maxTokens")}
            inputMode="numeric"
            value={draft.maxTokens}
            onChange={({ target }) => onChange({ maxTokens: target.value })}
          />
        </div>
        <TextArea
          label={texts.stop}
          hint={texts.stopHint}
          problem={stopProblem(error)}
          spellCheck={false}
          value={draft.stop}
          onChange={({ target }) => onChange({ stop: target.value })}
        />
      </Collapsible>
      <FormActions texts={all} error={error} isShown={isShown} isSaving={save.isPending} onCancel={onClose} />
    </form>
  )
}

interface CollapsibleProps {
  readonly title: string
  readonly isOpen: boolean
  readonly children: ReactNode
}

/** Initially open if any of its fields has a value. */
function Collapsible({ title, isOpen, children }: CollapsibleProps) {
  const [isOpenFirst] = useState(isOpen)
  return (
    <details className="group rounded-xl border border-line px-4" open={isOpenFirst}>
      <summary className="flex list-none items-center justify-between py-3 text-sm font-medium">
        {title}
        <Icon name="chevron" className="size-4 text-quiet transition-transform group-open:rotate-180" />
      </summary>
      <div className="flex flex-col gap-5 pb-5">{children}</div>
    </details>
  )
}

function hasModelSettings({ temperature, maxTokens, stop }: AgentDraft): boolean {
  return temperature !== "" || maxTokens !== "" || stop !== ""
}

function isShown(field: string): boolean {
  return shownFields.test(field)
}

function shownProblems(error: unknown) {
  return otherProblems(error, (field) => !isShown(field))
}

function stopProblem(error: unknown): string | undefined {
  return shownProblems(error).find(({ field }) => field.startsWith("modelConfig.stop"))?.message
}

function initialDraft(editing: Editing<Agent>, copyOf: (name: string) => string): AgentDraft {
  if (editing.kind === "new") return emptyAgent
  const draft = toAgentDraft(editing.item)
  return editing.kind === "copy" ? { ...draft, name: copyOf(draft.name).slice(0, maxNameLength) } : draft
}

/** Default selection: a suggested model, otherwise the first. */
function useSuggestedModel(): string {
  const { data } = useQuery(modelsQuery)
  const models = data?.models ?? []
  return (models.find(({ suggested }) => suggested) ?? models[0])?.id ?? ""
}
