import { useMutation, useQueryClient } from "@tanstack/react-query"
import { agentsQuery } from "../../api/agents.ts"
import { fieldProblem, otherProblems } from "../../api/api-error.ts"
import { Button } from "../../components/button.tsx"
import { TextArea, TextField } from "../../components/field.tsx"
import { Loading } from "../../components/loading.tsx"
import { ProblemNote } from "../../components/problem-note.tsx"
import { RehearsalBadge } from "../../components/rehearsal-badge.tsx"
import { shellTexts } from "../../shell/texts/index.ts"
import { useTexts } from "../../texts/use-language.ts"
import { createSampleAgents } from "../agents/sample-agents.ts"
import { agentsTexts } from "../agents/texts/index.ts"
import { useAgents } from "../agents/use-agents.ts"
import { ParticipantList } from "./participant-list.tsx"
import type { ProjectDraft } from "./project-draft.ts"
import { projectsTexts } from "./texts/index.ts"

interface ProjectFormProps {
  readonly draft: ProjectDraft
  /** Who sits there cannot be changed any more. */
  readonly isBegun: boolean
  readonly onChange: (changes: Partial<ProjectDraft>) => void
  readonly error: unknown
  readonly isSaving: boolean
  readonly onSubmit: () => void
  readonly onCancel: () => void
}

export function ProjectForm({ draft, isBegun, onChange, error, isSaving, onSubmit, onCancel }: ProjectFormProps) {
  const { form: texts } = useTexts(projectsTexts)
  const shell = useTexts(shellTexts)
  const agents = useAgents()
  const isAllMarked = otherProblems(error, () => false).length > 0 && otherProblems(error, isShown).length === 0
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
        problem={fieldProblem(error, "name")}
        value={draft.name}
        onChange={({ target }) => onChange({ name: target.value })}
        autoComplete="off"
      />
      <TextArea
        label={texts.topic}
        hint={texts.topicHint}
        problem={fieldProblem(error, "description")}
        value={draft.description}
        onChange={({ target }) => onChange({ description: target.value })}
      />
      <fieldset className="flex min-w-0 flex-col gap-3">
        <legend className="mb-3 text-sm font-medium">{texts.participants}</legend>
        {isBegun && <p className="rounded-xl bg-sunken px-4 py-3 text-sm text-quiet">{texts.begun}</p>}
        {!isBegun && agents === undefined && <Loading />}
        {!isBegun && agents?.length === 0 && <NoAgents />}
        {!isBegun && agents && (
          <ParticipantList
            participants={draft.participants}
            agents={agents}
            error={error}
            onChange={(participants) => onChange({ participants })}
          />
        )}
      </fieldset>
      {isAllMarked ? (
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

function NoAgents() {
  const { form: texts } = useTexts(projectsTexts)
  const agentTexts = useTexts(agentsTexts)
  const queries = useQueryClient()
  const samples = useMutation({
    mutationFn: () => createSampleAgents(agentTexts, []),
    onSuccess: () => queries.invalidateQueries({ queryKey: agentsQuery.queryKey }),
  })
  return (
    <div className="flex flex-col items-start gap-3 rounded-xl bg-sunken px-4 py-4 text-sm">
      <p className="text-quiet">
        {texts.noAgents} <RehearsalBadge />
      </p>
      <Button size="small" isBusy={samples.isPending} onClick={() => samples.mutate()}>
        {texts.samples}
      </Button>
      <ProblemNote error={samples.error} />
    </div>
  )
}

function isShown(field: string): boolean {
  return /^(name|description|participants\[\d+\]\.(role|agentId))$/.test(field)
}
