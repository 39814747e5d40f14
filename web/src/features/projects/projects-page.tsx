import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import { agentsQuery } from "../../api/agents.ts"
import { type Project, projectKeys, projectsQuery } from "../../api/projects.ts"
import { Button } from "../../components/button.tsx"
import { EmptyState } from "../../components/empty-state.tsx"
import { Icon } from "../../components/icon.tsx"
import { Loading } from "../../components/loading.tsx"
import { PageHeader } from "../../components/page-header.tsx"
import { ProblemNote } from "../../components/problem-note.tsx"
import { RehearsalBadge } from "../../components/rehearsal-badge.tsx"
import { useTexts } from "../../texts/use-language.ts"
import { agentsTexts } from "../agents/texts/index.ts"
import { useAgents } from "../agents/use-agents.ts"
import { PanelPicture } from "./panel-picture.tsx"
import { panelStatusesQuery } from "./panel-statuses.ts"
import { ProjectCard } from "./project-card.tsx"
import { ProjectDialog, type ProjectEditing } from "./project-dialog.tsx"
import { RemoveProjectDialog } from "./remove-project-dialog.tsx"
import { createSampleProject } from "./sample-project.ts"
import { projectsTexts } from "./texts/index.ts"

export function ProjectsPage() {
  const texts = useTexts(projectsTexts)
  const navigate = useNavigate()
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(projectsQuery)
  const { data: statuses } = useQuery(panelStatusesQuery)
  const agents = useAgents() ?? []
  const [editing, setEditing] = useState<ProjectEditing>()
  const [removing, setRemoving] = useState<Project>()
  const projects = data?.pages.flatMap((page) => page.projects) ?? []
  const create = () => setEditing({ kind: "new" })
  return (
    <>
      <PageHeader
        title={texts.title}
        lead={texts.lead}
        actions={
          projects.length > 0 && (
            <Button look="primary" onClick={create}>
              <Icon name="add" />
              {texts.create}
            </Button>
          )
        }
      />
      <ProblemNote error={error} />
      {isPending && <Loading />}
      {data && projects.length === 0 && <NoProjects onCreate={create} />}
      {projects.length > 0 && (
        <ul className="grid gap-4 md:grid-cols-2">
          {projects.map((project) => (
            <ProjectCard
              key={project.id}
              project={project}
              agents={agents}
              status={statuses?.get(project.id)}
              onEdit={() => setEditing({ kind: "change", project, isBegun: statuses?.has(project.id) ?? false })}
              onRemove={() => setRemoving(project)}
            />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button className="mx-auto mt-6 flex" isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {texts.more}
        </Button>
      )}
      <ProjectDialog
        editing={editing}
        onClose={() => setEditing(undefined)}
        onCreated={({ id }) => void navigate({ to: "/projects/$id", params: { id } })}
      />
      <RemoveProjectDialog project={removing} onClose={() => setRemoving(undefined)} />
    </>
  )
}

function NoProjects({ onCreate }: { readonly onCreate: () => void }) {
  const texts = useTexts(projectsTexts)
  const agentTexts = useTexts(agentsTexts)
  const agents = useAgents()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const sample = useMutation({
    mutationFn: () => createSampleProject({ texts, agentTexts, agents: agents ?? [] }),
    onSuccess({ id }) {
      void queries.invalidateQueries({ queryKey: projectKeys.list })
      void queries.invalidateQueries({ queryKey: agentsQuery.queryKey })
      void navigate({ to: "/projects/$id", params: { id } })
    },
  })
  return (
    <EmptyState
      title={texts.empty.title}
      picture={<PanelPicture />}
      action={
        <>
          <Button
            look="primary"
            size="large"
            isBusy={sample.isPending || agents === undefined}
            onClick={() => sample.mutate()}
          >
            {texts.empty.sample}
          </Button>
          <Button size="large" onClick={onCreate}>
            {texts.create}
          </Button>
        </>
      }
    >
      <p>{texts.empty.lead}</p>
      <p>
        {texts.empty.rehearsal} <RehearsalBadge />
      </p>
      <ProblemNote error={sample.error} />
    </EmptyState>
  )
}
