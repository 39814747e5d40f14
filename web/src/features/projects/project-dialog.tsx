import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useMemo, useState } from "react"
import { createProject, type Project, projectKeys, updateProject } from "../../api/projects.ts"
import { useIdempotencyKey } from "../../api/use-idempotency-key.ts"
import { Dialog } from "../../components/dialog.tsx"
import { toast } from "../../components/toaster.tsx"
import { useTexts } from "../../texts/use-language.ts"
import { emptyProject, hasSameParticipants, type ProjectDraft, toNewProject, toProjectDraft } from "./project-draft.ts"
import { ProjectForm } from "./project-form.tsx"
import { projectsTexts } from "./texts/index.ts"

/** What is being written: a new project, or a change of one. */
export type ProjectEditing =
  | { readonly kind: "new" }
  | { readonly kind: "change"; readonly project: Project; readonly isBegun: boolean }

interface ProjectDialogProps {
  readonly editing: ProjectEditing | undefined
  readonly onClose: () => void
  readonly onCreated?: (project: Project) => void
}

export function ProjectDialog({ editing, onClose, onCreated }: ProjectDialogProps) {
  const { form } = useTexts(projectsTexts)
  const title = editing?.kind === "change" ? form.edit(editing.project.name) : form.create
  return (
    <Dialog isOpen={editing !== undefined} onClose={onClose} title={title} isWide>
      {editing && <Editor editing={editing} onClose={onClose} {...(onCreated && { onCreated })} />}
    </Dialog>
  )
}

function Editor({ editing, onClose, onCreated }: ProjectDialogProps & { readonly editing: ProjectEditing }) {
  const texts = useTexts(projectsTexts)
  const queries = useQueryClient()
  const first = useMemo(() => (editing.kind === "new" ? emptyProject : toProjectDraft(editing.project)), [editing])
  const [draft, setDraft] = useState<ProjectDraft>(first)
  const keyFor = useIdempotencyKey()

  const save = useMutation({
    mutationFn: () => {
      const { participants, ...rest } = toNewProject(draft)
      if (editing.kind === "new") return createProject({ ...rest, participants }, keyFor(draft))
      const isReseated = !hasSameParticipants(first.participants, draft.participants)
      return updateProject(editing.project.id, { ...rest, ...(isReseated && { participants }) })
    },
    onSuccess(project) {
      void queries.invalidateQueries({ queryKey: projectKeys.all })
      toast(editing.kind === "new" ? texts.created(project.name) : texts.changed(project.name))
      onClose()
      if (editing.kind === "new") onCreated?.(project)
    },
  })

  return (
    <ProjectForm
      draft={draft}
      isBegun={editing.kind === "change" && editing.isBegun}
      onChange={(changes) => {
        // What was wrong with a seat is said of its place, where another may sit now.
        if (changes.participants) save.reset()
        setDraft({ ...draft, ...changes })
      }}
      error={save.error}
      isSaving={save.isPending}
      onSubmit={() => save.mutate()}
      onCancel={onClose}
    />
  )
}
