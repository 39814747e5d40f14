import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { type Agent, agentsQuery, createAgent, updateAgent } from "../../api/agents.ts"
import { modelsQuery } from "../../api/models.ts"
import { useIdempotencyKey } from "../../api/use-idempotency-key.ts"
import { Dialog } from "../../components/dialog.tsx"
import { toast } from "../../components/toaster.tsx"
import { useTexts } from "../../texts/use-language.ts"
import { type AgentDraft, emptyAgent, toAgentDraft, toNewAgent } from "./agent-draft.ts"
import { AgentForm } from "./agent-form.tsx"
import { agentsTexts } from "./texts/index.ts"

/** What is being written: a new agent, a change of one, or a new one like another. */
export type AgentEditing = { readonly kind: "new" } | { readonly kind: "change" | "copy"; readonly agent: Agent }

interface AgentDialogProps {
  readonly editing: AgentEditing | undefined
  readonly onClose: () => void
}

export function AgentDialog({ editing, onClose }: AgentDialogProps) {
  const { form } = useTexts(agentsTexts)
  const title = editing?.kind === "change" ? form.edit(editing.agent.name) : form.create
  return (
    <Dialog isOpen={editing !== undefined} onClose={onClose} title={title} isWide>
      {editing && <Editor editing={editing} onClose={onClose} />}
    </Dialog>
  )
}

function Editor({ editing, onClose }: { readonly editing: AgentEditing; readonly onClose: () => void }) {
  const texts = useTexts(agentsTexts)
  const queries = useQueryClient()
  const suggested = useSuggestedModel()
  const [written, setWritten] = useState<AgentDraft>(() => initialDraft(editing, texts.copyOf))
  const [isModelChosen, setModelChosen] = useState(editing.kind !== "new")
  const draft = isModelChosen ? written : { ...written, model: suggested }
  const keyFor = useIdempotencyKey()

  const save = useMutation({
    mutationFn: () =>
      editing.kind === "change"
        ? updateAgent(editing.agent.id, toNewAgent(draft))
        : createAgent(toNewAgent(draft), keyFor(draft)),
    onSuccess({ name }) {
      void queries.invalidateQueries({ queryKey: agentsQuery.queryKey })
      toast(editing.kind === "change" ? texts.changed(name) : texts.created(name))
      onClose()
    },
  })

  return (
    <AgentForm
      draft={draft}
      onChange={(changes) => {
        if (changes.model !== undefined) setModelChosen(true)
        setWritten({ ...draft, ...changes })
      }}
      error={save.error}
      isSaving={save.isPending}
      onSubmit={() => save.mutate()}
      onCancel={onClose}
    />
  )
}

function initialDraft(editing: AgentEditing, copyOf: (name: string) => string): AgentDraft {
  if (editing.kind === "new") return emptyAgent
  const draft = toAgentDraft(editing.agent)
  return editing.kind === "copy" ? { ...draft, name: copyOf(draft.name).slice(0, 60) } : draft
}

/** What a newcomer would pick: a suggested model, else the first there is. */
function useSuggestedModel(): string {
  const { data } = useQuery(modelsQuery)
  const models = data?.models ?? []
  return (models.find(({ suggested }) => suggested) ?? models[0])?.id ?? ""
}
