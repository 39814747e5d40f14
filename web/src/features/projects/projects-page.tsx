import { queryOptions, useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { Link, useNavigate } from "@tanstack/react-router"
import type { z } from "zod"
import type { discussionPage } from "../../../../src/operations/discussion-list.ts"
import { type Agent, agentsQuery, useAgents } from "../../api/agents.ts"
import { type DiscussionStatus, discussionKeys } from "../../api/discussions.ts"
import { isRehearsalModel } from "../../api/models.ts"
import { createProject, type Project, projectKeys, projectsQuery, removeProject } from "../../api/projects.ts"
import { request } from "../../api/request.ts"
import { randomId } from "../../api/use-idempotency-key.ts"
import { Badge, RehearsalBadge, statusTones } from "../../components/badge.tsx"
import { RelativeTime } from "../../components/relative-time.tsx"
import { ActionsMenu, type CardActions, EmptyResources, ResourceScreen } from "../../components/resource-screen.tsx"
import { SeatAvatar } from "../../components/seat-chip.tsx"
import { stripUnsafeCharacters } from "../../components/strip-unsafe-characters.ts"
import { writeDraft } from "../../preferences/stored-draft.ts"
import type { AgentsTexts } from "../../texts/en/agents.ts"
import type { ProjectsTexts } from "../../texts/en/projects.ts"
import { useTexts } from "../../texts/use-language.ts"
import { createSampleAgents, sampleRoles } from "../agents/sample-agents.ts"
import { agentsTexts } from "../agents/texts.ts"
import { PanelPicture } from "./panel-picture.tsx"
import { projectSeats, topicDraft } from "./project-draft.ts"
import { ProjectForm } from "./project-form.tsx"
import { projectsTexts } from "./texts.ts"

export const projectRemoval = { remove: removeProject, keys: [projectKeys.list, discussionKeys.all] }

export function ProjectsPage() {
  const texts = useTexts(projectsTexts)
  const navigate = useNavigate()
  const list = useInfiniteQuery(projectsQuery)
  const { data: statuses } = useQuery(statusesQuery)
  const agents = useAgents() ?? []
  return (
    <ResourceScreen<Project>
      texts={texts}
      list={list}
      items={list.data?.pages.flatMap(({ projects }) => projects)}
      grid="md:grid-cols-2"
      card={(project, _, actions) => (
        <ProjectCard
          key={project.id}
          project={project}
          agents={agents}
          status={statuses?.get(project.id)}
          actions={actions}
        />
      )}
      empty={(create) => <NoProjects onCreate={create} />}
      form={(editing, close) => (
        <ProjectForm
          editing={editing}
          onClose={close}
          onCreated={({ id }) => void navigate({ to: "/projects/$id", params: { id } })}
        />
      )}
      removal={projectRemoval}
    />
  )
}

interface ProjectCardProps {
  readonly project: Project
  readonly agents: readonly Agent[]
  readonly status: DiscussionStatus | undefined
  readonly actions: CardActions
}

const maxSeatsShown = 6

function ProjectCard({ project, agents, status, actions }: ProjectCardProps) {
  const texts = useTexts(projectsTexts)
  const { id, createdAt } = project
  const name = stripUnsafeCharacters(project.name)
  const seats = projectSeats(project, agents, texts.roles)
  return (
    <li className="relative flex flex-col gap-4 rounded-2xl border border-line bg-surface p-5 shadow-card transition-colors hover:border-line-strong sm:p-6">
      <div className="flex items-start gap-3">
        <h2 className="min-w-0 flex-1 font-display text-2xl leading-snug font-medium">
          <Link to="/projects/$id" params={{ id }} className="after:absolute after:inset-0 after:rounded-2xl">
            {name}
          </Link>
        </h2>
        <span className="relative">
          <ActionsMenu
            label={texts.actionsFor(name)}
            className="-me-2 -mt-0.5"
            actions={[
              { icon: "edit", label: texts.edit, onSelect: actions.edit },
              { icon: "trash", label: texts.remove, onSelect: actions.remove, isDanger: true },
            ]}
          />
        </span>
      </div>
      {project.description !== null && (
        <p className="line-clamp-2 text-quiet">{stripUnsafeCharacters(project.description)}</p>
      )}
      <div className="mt-auto flex flex-wrap items-center gap-x-3 gap-y-2 text-sm text-quiet">
        {seats.length > 0 && (
          <span className="flex -space-x-1.5" title={seats.map((seat) => seat.name).join(" → ")}>
            {seats.slice(0, maxSeatsShown).map((seat, place) => (
              <SeatAvatar
                key={seat.id}
                name={seat.name}
                place={place}
                className="size-8 text-[0.7rem] ring-2 ring-surface"
              />
            ))}
          </span>
        )}
        <span>{seats.length === 0 ? texts.nobody : texts.seats(seats.length)}</span>
        <span className="whitespace-nowrap">
          <span aria-hidden="true">· </span>
          <RelativeTime at={createdAt} />
        </span>
        <span className="ms-auto flex flex-wrap gap-2">
          {seats.some(({ model }) => isRehearsalModel(model)) && <RehearsalBadge />}
          {status && <Badge tone={statusTones[status]}>{texts.states[status]}</Badge>}
        </span>
      </div>
    </li>
  )
}

function NoProjects({ onCreate }: { readonly onCreate: () => void }) {
  const texts = useTexts(projectsTexts)
  const agentTexts = useTexts(agentsTexts)
  const agents = useAgents()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => createSampleProject({ texts, agentTexts, agents: agents ?? [] }),
    onSuccess({ id }) {
      void queries.invalidateQueries({ queryKey: projectKeys.list })
      void queries.invalidateQueries({ queryKey: agentsQuery.queryKey })
      void navigate({ to: "/projects/$id", params: { id } })
    },
  })
  return (
    <EmptyResources
      texts={texts.empty}
      picture={<PanelPicture />}
      sample={{
        label: texts.empty.sample,
        isBusy: isPending || agents === undefined,
        error,
        make: () => mutate(),
      }}
      create={{ label: texts.create, onClick: onCreate }}
    />
  )
}

/** Status of each project's newest discussion, if it is among the newest overall. */
const statusesQuery = queryOptions({
  queryKey: [...discussionKeys.lists, "statuses"],
  queryFn: async ({ signal }) => {
    const query = { limit: 100 }
    const { discussions } = await request<z.infer<typeof discussionPage>>("/api/v1/discussions", { query, signal })
    return new Map(discussions.toReversed().map(({ projectId, status }) => [projectId, status]))
  },
  refetchInterval: 10_000,
})

interface SampleOptions {
  readonly texts: ProjectsTexts
  readonly agentTexts: AgentsTexts
  readonly agents: readonly Agent[]
}

/** A sample project that runs at once: a person, three rehearsal agents and a first message. */
async function createSampleProject({ texts, agentTexts, agents }: SampleOptions): Promise<Project> {
  const created = await createSampleAgents(agentTexts, agents)
  const { name, description, message } = texts.sample
  const seated = sampleRoles.map((role, index) => ({ role, agentId: created[role].id, sequenceOrder: index + 2 }))
  const participants = [{ role: "user" as const, sequenceOrder: 1 }, ...seated]
  const project = await createProject({ name, description, participants }, randomId())
  writeDraft(topicDraft(project.id), message)
  return project
}
