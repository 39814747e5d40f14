import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { type Agent, agentsQuery, removeAgent } from "../../api/agents.ts"
import { ApiError } from "../../api/api-error.ts"
import { isRehearsalModel } from "../../api/models.ts"
import { Badge, RehearsalBadge } from "../../components/badge.tsx"
import { ProblemNote } from "../../components/problem-note.tsx"
import { ActionsMenu, type CardActions, EmptyResources, ResourceScreen } from "../../components/resource-screen.tsx"
import { SeatAvatar } from "../../components/seat-chip.tsx"
import { stripUnsafeCharacters } from "../../components/strip-unsafe-characters.ts"
import { toast } from "../../components/toaster.tsx"
import { useTexts } from "../../texts/use-language.ts"
import { AgentForm } from "./agent-form.tsx"
import { createSampleAgents, sampleRoles } from "./sample-agents.ts"
import { agentsTexts } from "./texts.ts"

export function AgentsPage() {
  const texts = useTexts(agentsTexts)
  const list = useInfiniteQuery(agentsQuery)
  return (
    <ResourceScreen<Agent>
      texts={texts}
      list={list}
      items={list.data?.pages.flatMap(({ agents }) => agents)}
      grid="sm:grid-cols-2 lg:grid-cols-3"
      card={(agent, place, actions) => <AgentCard key={agent.id} agent={agent} place={place} actions={actions} />}
      empty={(create) => <NoAgents onCreate={create} />}
      form={(editing, close) => <AgentForm editing={editing} onClose={close} />}
      removal={{
        remove: removeAgent,
        keys: [agentsQuery.queryKey],
        problem: (error) => <RemovalProblem error={error} />,
      }}
    />
  )
}

interface AgentCardProps {
  readonly agent: Agent
  readonly place: number
  readonly actions: CardActions
}

function AgentCard({ agent, place, actions }: AgentCardProps) {
  const texts = useTexts(agentsTexts)
  const name = stripUnsafeCharacters(agent.name)
  const { model } = agent.modelConfig
  return (
    <li className="flex flex-col gap-4 rounded-2xl border border-line bg-surface p-5 shadow-card">
      <div className="flex items-start gap-3">
        <SeatAvatar name={name} place={place} className="size-11 text-sm" />
        <div className="min-w-0 flex-1">
          <h2 className="truncate font-display text-xl leading-snug font-medium">
            <button
              type="button"
              onClick={actions.edit}
              className="max-w-full truncate rounded text-start hover:underline"
            >
              {name}
            </button>
          </h2>
          <p className="truncate text-sm text-quiet" title={model}>
            {model}
          </p>
        </div>
        <ActionsMenu
          label={texts.actionsFor(name)}
          className="-me-2 -mt-1"
          actions={[
            { icon: "edit", label: texts.edit, onSelect: actions.edit },
            { icon: "copy", label: texts.duplicate, onSelect: actions.copy },
            { icon: "trash", label: texts.remove, onSelect: actions.remove, isDanger: true },
          ]}
        />
      </div>
      <div className="flex grow flex-col gap-2 text-sm">
        {agent.description !== null && <p className="line-clamp-2">{stripUnsafeCharacters(agent.description)}</p>}
        <p className="line-clamp-3 text-quiet">{stripUnsafeCharacters(agent.systemPrompt)}</p>
      </div>
      {(isRehearsalModel(model) || agent.squadMember) && (
        <div className="flex flex-wrap gap-2">
          {isRehearsalModel(model) && <RehearsalBadge />}
          {agent.squadMember && <Badge tone="accent">{texts.squadMember}</Badge>}
        </div>
      )}
    </li>
  )
}

function NoAgents({ onCreate }: { readonly onCreate: () => void }) {
  const texts = useTexts(agentsTexts)
  const queries = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => createSampleAgents(texts, []),
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: agentsQuery.queryKey })
      toast(texts.samplesCreated)
    },
  })
  return (
    <EmptyResources
      texts={texts.empty}
      picture={
        <span className="flex -space-x-3">
          {sampleRoles.map((role, place) => (
            <SeatAvatar key={role} name={texts.samples[role].name} place={place} className="size-16 text-lg" />
          ))}
        </span>
      }
      sample={{ label: texts.empty.samples, isBusy: isPending, error, make: () => mutate() }}
      create={{ label: texts.create, onClick: onCreate }}
    />
  )
}

/** Why an agent was not removed: the projects that use it, if that is the reason. */
function RemovalProblem({ error }: { readonly error: unknown }) {
  const { removal } = useTexts(agentsTexts)
  const projects = projectsUsingAgent(error)
  if (projects.length === 0) return <ProblemNote error={error} />
  return (
    <div role="alert" className="rounded-xl bg-bad-soft px-4 py-3 text-sm text-bad">
      <p className="font-medium">{removal.seated}</p>
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
  )
}

/** The projects named in the error details: `projects.<id>`, "seats it: <name>". */
function projectsUsingAgent(error: unknown): readonly { readonly id: string; readonly name: string }[] {
  if (!(error instanceof ApiError) || error.status !== 409) return []
  return error.problems.flatMap(({ field, message }) => {
    const id = /^projects\.(.+)$/.exec(field)?.[1]
    return id === undefined ? [] : [{ id, name: message.replace(/^seats it: /, "") }]
  })
}
