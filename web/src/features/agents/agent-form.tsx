import { type ReactNode, useState } from "react"
import { fieldProblem, otherProblems } from "../../api/api-error.ts"
import { Button } from "../../components/button.tsx"
import { Checkbox, TextArea, TextField } from "../../components/field.tsx"
import { Icon } from "../../components/icon.tsx"
import { ProblemNote } from "../../components/problem-note.tsx"
import { shellTexts } from "../../shell/texts/index.ts"
import { useTexts } from "../../texts/use-language.ts"
import type { AgentDraft } from "./agent-draft.ts"
import { ModelField } from "./model-field.tsx"
import { agentsTexts } from "./texts/index.ts"

interface AgentFormProps {
  readonly draft: AgentDraft
  readonly onChange: (changes: Partial<AgentDraft>) => void
  readonly error: unknown
  readonly isSaving: boolean
  readonly onSubmit: () => void
  readonly onCancel: () => void
}

const shownFields = /^(name|description|systemPrompt|modelConfig\.(model|temperature|maxTokens|stop(\[\d+\])?))$/

export function AgentForm({ draft, onChange, error, isSaving, onSubmit, onCancel }: AgentFormProps) {
  const { form: texts } = useTexts(agentsTexts)
  const shell = useTexts(shellTexts)
  const problem = (field: string) => fieldProblem(error, field)
  const hasFieldProblem = shownProblems(error).length > 0
  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isSaving) onSubmit()
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
      {hasFieldProblem && otherProblems(error, isShown).length === 0 ? (
        <p role="alert" className="text-sm font-medium text-bad">
          {texts.unsaved}
        </p>
      ) : (
        <ProblemNote error={error} />
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onCancel}>{shell.cancel}</Button>
        <Button type="submit" look="primary" isBusy={isSaving}>
          {shell.save}
        </Button>
      </div>
    </form>
  )
}

interface CollapsibleProps {
  readonly title: string
  readonly isOpen: boolean
  readonly children: ReactNode
}

/** Open from the first where something stands in it. */
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
