import { useMutation, useQueryClient } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { type Agent, agentsQuery, removeAgent } from "../../api/agents.ts"
import { ApiError } from "../../api/api-error.ts"
import { Button } from "../../components/button.tsx"
import { Dialog } from "../../components/dialog.tsx"
import { ProblemNote } from "../../components/problem-note.tsx"
import { stripUnsafeCharacters } from "../../components/strip-unsafe-characters.ts"
import { toast } from "../../components/toaster.tsx"
import { shellTexts } from "../../shell/texts/index.ts"
import { useTexts } from "../../texts/use-language.ts"
import { agentsTexts } from "./texts/index.ts"

interface RemoveAgentDialogProps {
  readonly agent: Agent | undefined
  readonly onClose: () => void
}

export function RemoveAgentDialog({ agent, onClose }: RemoveAgentDialogProps) {
  const { removal } = useTexts(agentsTexts)
  return (
    <Dialog
      isOpen={agent !== undefined}
      onClose={onClose}
      title={removal.title(stripUnsafeCharacters(agent?.name ?? ""))}
    >
      {agent && <RemovalForm agent={agent} onClose={onClose} />}
    </Dialog>
  )
}

function RemovalForm({ agent, onClose }: { readonly agent: Agent; readonly onClose: () => void }) {
  const texts = useTexts(agentsTexts)
  const shell = useTexts(shellTexts)
  const queries = useQueryClient()
  const remove = useMutation({
    mutationFn: () => removeAgent(agent.id),
    onSuccess() {
      void queries.invalidateQueries({ queryKey: agentsQuery.queryKey })
      toast(texts.removed(stripUnsafeCharacters(agent.name)))
      onClose()
    },
  })
  const projects = projectsUsingAgent(remove.error)
  return (
    <div className="flex flex-col gap-4">
      <p className="text-quiet">{texts.removal.lead}</p>
      {projects.length === 0 ? (
        <ProblemNote error={remove.error} />
      ) : (
        <div role="alert" className="rounded-xl bg-bad-soft px-4 py-3 text-sm text-bad">
          <p className="font-medium">{texts.removal.seated}</p>
          <ul className="mt-2 list-disc ps-5">
            {projects.map(({ id, name }) => (
              <li key={id}>
                <Link to="/projects/$id" params={{ id }} className="underline underline-offset-2">
                  {stripUnsafeCharacters(name)}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onClose}>{shell.cancel}</Button>
        <Button look="danger" isBusy={remove.isPending} onClick={() => remove.mutate()}>
          {texts.removal.confirm}
        </Button>
      </div>
    </div>
  )
}

/** The projects that a refusal names: `projects.<id>`, "seats it: <name>". */
function projectsUsingAgent(error: unknown): readonly { readonly id: string; readonly name: string }[] {
  if (!(error instanceof ApiError) || error.status !== 409) return []
  return error.problems.flatMap(({ field, message }) => {
    const id = /^projects\.(.+)$/.exec(field)?.[1]
    return id === undefined ? [] : [{ id, name: message.replace(/^seats it: /, "") }]
  })
}
