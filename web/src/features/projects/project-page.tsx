import { Link, useNavigate, useParams } from "@tanstack/react-router"
import { useState } from "react"
import { ApiError } from "../../api/api-error.ts"
import type { Panel, Project } from "../../api/projects.ts"
import { Button } from "../../components/button.tsx"
import { Icon } from "../../components/icon.tsx"
import { PageHeader } from "../../components/page-header.tsx"
import { ActionsMenu, EditDialog, type Editing, RemoveDialog } from "../../components/resource-screen.tsx"
import { Loading } from "../../components/spinner.tsx"
import { stripUnsafeCharacters } from "../../components/strip-unsafe-characters.ts"
import { ErrorPage } from "../../shell/error-page.tsx"
import { useTexts } from "../../texts/use-language.ts"
import { ViewContext } from "../discussion/view/view-store.ts"
import { PanelView } from "./panel-view.tsx"
import { ProjectForm } from "./project-form.tsx"
import { projectRemoval } from "./projects-page.tsx"
import { projectsTexts } from "./texts/index.ts"
import { usePanel } from "./use-panel.ts"
import { useSendMessage } from "./use-send-message.ts"

export function ProjectPage() {
  const { id } = useParams({ from: "/projects/$id" })
  return <ProjectContent key={id} id={id} />
}

function ProjectContent({ id }: { readonly id: string }) {
  const texts = useTexts(projectsTexts)
  const navigate = useNavigate()
  const sender = useSendMessage(id)
  const { panel, store, stream, error } = usePanel(id, sender.isSending)
  const [editing, setEditing] = useState<Editing<Project>>()
  const [isRemoving, setRemoving] = useState(false)
  const isGone = error instanceof ApiError && error.status === 404
  if (!panel || isGone) return error ? <ErrorPage error={error} /> : <Loading />
  const { project } = panel
  const edit = () => setEditing({ kind: "change", item: project })
  return (
    <>
      <ProjectHeader project={project} onEdit={edit} onRemove={() => setRemoving(true)} />
      <ViewContext value={store}>
        <PanelView panel={panel} stream={stream} sender={sender} onEdit={edit} />
      </ViewContext>
      <EditDialog
        texts={texts}
        editing={editing}
        form={(change, close) => (
          <ProjectForm editing={change} isBegun={project.discussionId !== null} onClose={close} />
        )}
        onClose={() => setEditing(undefined)}
      />
      <RemoveDialog
        {...projectRemoval}
        texts={texts}
        item={isRemoving ? project : undefined}
        onClose={() => setRemoving(false)}
        onRemoved={() => void navigate({ to: "/projects" })}
      />
    </>
  )
}

interface ProjectHeaderProps {
  readonly project: Panel["project"]
  readonly onEdit: () => void
  readonly onRemove: () => void
}

function ProjectHeader({ project, onEdit, onRemove }: ProjectHeaderProps) {
  const texts = useTexts(projectsTexts)
  const navigate = useNavigate()
  const { discussionId } = project
  const openDiscussion = (id: string) => ({
    icon: "link" as const,
    label: texts.panel.asDiscussion,
    onSelect: () => void navigate({ to: "/discussions/$id", params: { id } }),
  })
  return (
    <>
      <Link
        to="/projects"
        className="mb-3 inline-flex items-center gap-1.5 text-sm font-medium text-quiet hover:text-ink"
      >
        <Icon name="arrow" className="size-4 rotate-180" />
        {texts.panel.back}
      </Link>
      <PageHeader
        title={stripUnsafeCharacters(project.name)}
        lead={project.description === null ? undefined : stripUnsafeCharacters(project.description)}
        actions={
          <>
            <Button onClick={onEdit}>
              <Icon name="edit" className="size-4" />
              {texts.edit}
            </Button>
            <ActionsMenu
              label={texts.panel.more}
              className="size-10 border border-line bg-surface"
              actions={[
                ...(discussionId === null ? [] : [openDiscussion(discussionId)]),
                { icon: "trash", label: texts.remove, onSelect: onRemove, isDanger: true },
              ]}
            />
          </>
        }
      />
    </>
  )
}
