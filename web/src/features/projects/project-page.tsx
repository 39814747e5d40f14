import { useNavigate, useParams } from "@tanstack/react-router"
import { useState } from "react"
import { ApiError } from "../../api/api-error.ts"
import { Loading } from "../../components/loading.tsx"
import { ErrorPage } from "../../shell/error-page.tsx"
import { ViewContext } from "../discussion/view/view-store.ts"
import { PanelView } from "./panel-view.tsx"
import { ProjectDialog, type ProjectEditing } from "./project-dialog.tsx"
import { ProjectHeader } from "./project-header.tsx"
import { RemoveProjectDialog } from "./remove-project-dialog.tsx"
import { usePanel } from "./use-panel.ts"
import { useSendMessage } from "./use-send-message.ts"

export function ProjectPage() {
  const { id } = useParams({ from: "/projects/$id" })
  return <ProjectContent key={id} id={id} />
}

function ProjectContent({ id }: { readonly id: string }) {
  const navigate = useNavigate()
  const sender = useSendMessage(id)
  const { panel, store, stream, error } = usePanel(id, sender.isSending)
  const [editing, setEditing] = useState<ProjectEditing>()
  const [isRemoving, setRemoving] = useState(false)
  const isGone = error instanceof ApiError && error.status === 404
  if (!panel || isGone) return error ? <ErrorPage error={error} /> : <Loading />
  const { project } = panel
  const edit = () => setEditing({ kind: "change", project, isBegun: project.discussionId !== null })
  return (
    <>
      <ProjectHeader project={project} onEdit={edit} onRemove={() => setRemoving(true)} />
      <ViewContext value={store}>
        <PanelView panel={panel} stream={stream} sender={sender} onEdit={edit} />
      </ViewContext>
      <ProjectDialog editing={editing} onClose={() => setEditing(undefined)} />
      <RemoveProjectDialog
        project={isRemoving ? project : undefined}
        onClose={() => setRemoving(false)}
        onRemoved={() => void navigate({ to: "/projects" })}
      />
    </>
  )
}
