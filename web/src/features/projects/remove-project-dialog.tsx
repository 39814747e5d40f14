import { useMutation, useQueryClient } from "@tanstack/react-query"
import { discussionKeys } from "../../api/discussions.ts"
import { type Project, projectKeys, removeProject } from "../../api/projects.ts"
import { Button } from "../../components/button.tsx"
import { Dialog } from "../../components/dialog.tsx"
import { ProblemNote } from "../../components/problem-note.tsx"
import { stripUnsafeCharacters } from "../../components/strip-unsafe-characters.ts"
import { toast } from "../../components/toaster.tsx"
import { shellTexts } from "../../shell/texts/index.ts"
import { useTexts } from "../../texts/use-language.ts"
import { projectsTexts } from "./texts/index.ts"

interface RemoveProjectDialogProps {
  readonly project: Project | undefined
  readonly onClose: () => void
  readonly onRemoved?: () => void
}

export function RemoveProjectDialog({ project, onClose, onRemoved }: RemoveProjectDialogProps) {
  const texts = useTexts(projectsTexts)
  const shell = useTexts(shellTexts)
  const queries = useQueryClient()
  const remove = useMutation({
    mutationFn: ({ id }: Project) => removeProject(id),
    onSuccess(_, { name }) {
      toast(texts.removed(stripUnsafeCharacters(name)))
      close()
      onRemoved?.()
      void queries.invalidateQueries({ queryKey: projectKeys.list })
      void queries.invalidateQueries({ queryKey: discussionKeys.all })
    },
  })
  const close = () => {
    remove.reset()
    onClose()
  }
  return (
    <Dialog
      isOpen={project !== undefined}
      onClose={close}
      title={texts.removal.title(stripUnsafeCharacters(project?.name ?? ""))}
    >
      <div className="flex flex-col gap-4">
        <p className="text-quiet">{texts.removal.lead}</p>
        <ProblemNote error={remove.error} />
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={close}>{shell.cancel}</Button>
          <Button look="danger" isBusy={remove.isPending} onClick={() => project && remove.mutate(project)}>
            {texts.removal.confirm}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
