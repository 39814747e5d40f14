import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useMemo, useState } from "react"
import { agentsQuery, useAgents } from "../../api/agents.ts"
import { fieldProblem } from "../../api/api-error.ts"
import { createProject, type Project, projectKeys, updateProject } from "../../api/projects.ts"
import { useIdempotencyKey } from "../../api/use-idempotency-key.ts"
import { RehearsalBadge } from "../../components/badge.tsx"
import { Button } from "../../components/button.tsx"
import { TextArea, TextField } from "../../components/field.tsx"
import { ProblemNote } from "../../components/problem-note.tsx"
import { type Editing, FormActions } from "../../components/resource-screen.tsx"
import { Loading } from "../../components/spinner.tsx"
import { toast } from "../../components/toaster.tsx"
import { useTexts } from "../../texts/use-language.ts"
import { createSampleAgents } from "../agents/sample-agents.ts"
import { agentsTexts } from "../agents/texts.ts"
import { ParticipantList } from "./participant-list.tsx"
import { emptyProject, type ProjectDraft, toNewProject, toProjectDraft } from "./project-draft.ts"
import { projectsTexts } from "./texts.ts"

interface ProjectFormProps {
  readonly editing: Editing<Project>
  readonly onClose: () => void
  readonly onCreated?: (project: Project) => void
}

export function ProjectForm({ editing, onClose, onCreated }: ProjectFormProps) {
  const all = useTexts(projectsTexts)
  const { form: texts } = all
  const agents = useAgents()
  const queries = useQueryClient()
  const first = useMemo(() => (editing.kind === "new" ? emptyProject : toProjectDraft(editing.item)), [editing])
  const [draft, setDraft] = useState<ProjectDraft>(first)
  const keyFor = useIdempotencyKey()

  const save = useMutation({
    mutationFn: () => {
      const project = toNewProject(draft)
      return editing.kind === "change" ? updateProject(editing.item.id, project) : createProject(project, keyFor(draft))
    },
    onSuccess(project) {
      void queries.invalidateQueries({ queryKey: projectKeys.all })
      const isNew = editing.kind !== "change"
      toast(isNew ? all.created(project.name) : all.changed(project.name))
      onClose()
      if (isNew) onCreated?.(project)
    },
  })
  const { error } = save
  const onChange = (changes: Partial<ProjectDraft>) => {
    // Problems are keyed by index, and another participant may be there now.
    if (changes.participants) save.reset()
    setDraft({ ...draft, ...changes })
  }

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
        problem={fieldProblem(error, "name")}
        value={draft.name}
        onChange={({ target }) => onChange({ name: target.value })}
        autoComplete="off"
      />
      <TextArea
        label={texts.description}
        hint={texts.descriptionHint}
        problem={fieldProblem(error, "description")}
        value={draft.description}
        onChange={({ target }) => onChange({ description: target.value })}
      />
      <TextField
        label={texts.rounds}
        hint={texts.roundsHint}
        problem={fieldProblem(error, "rounds")}
        inputMode="numeric"
        value={draft.rounds}
        onChange={({ target }) => onChange({ rounds: target.value })}
        autoComplete="off"
      />
      <fieldset className="flex min-w-0 flex-col gap-3">
        <legend className="mb-3 text-sm font-medium">{texts.participants}</legend>
        {agents === undefined && <Loading />}
        {agents?.length === 0 && <NoAgents />}
        {agents && (
          <ParticipantList
            participants={draft.participants}
            agents={agents}
            error={error}
            onChange={(participants) => onChange({ participants })}
          />
        )}
      </fieldset>
      <FormActions texts={all} error={error} isShown={isShown} isSaving={save.isPending} onCancel={onClose} />
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
  return /^(name|description|rounds|participants\[\d+\]\.(role|agentId))$/.test(field)
}
