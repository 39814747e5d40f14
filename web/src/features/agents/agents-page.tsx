import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { type Agent, agentsQuery } from "../../api/agents.ts"
import { Button } from "../../components/button.tsx"
import { EmptyState } from "../../components/empty-state.tsx"
import { Icon } from "../../components/icon.tsx"
import { Loading } from "../../components/loading.tsx"
import { PageHeader } from "../../components/page-header.tsx"
import { ProblemNote } from "../../components/problem-note.tsx"
import { RehearsalBadge } from "../../components/rehearsal-badge.tsx"
import { SeatAvatar } from "../../components/seat-chip.tsx"
import { toast } from "../../components/toaster.tsx"
import { useTexts } from "../../texts/use-language.ts"
import { AgentCard } from "./agent-card.tsx"
import { AgentDialog, type AgentEditing } from "./agent-dialog.tsx"
import { RemoveAgentDialog } from "./remove-agent-dialog.tsx"
import { createSampleAgents, sampleRoles } from "./sample-agents.ts"
import { agentsTexts } from "./texts/index.ts"

export function AgentsPage() {
  const texts = useTexts(agentsTexts)
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(agentsQuery)
  const [editing, setEditing] = useState<AgentEditing>()
  const [removing, setRemoving] = useState<Agent>()
  const agents = data?.pages.flatMap((page) => page.agents) ?? []
  const create = () => setEditing({ kind: "new" })
  return (
    <>
      <PageHeader
        title={texts.title}
        lead={texts.lead}
        actions={
          agents.length > 0 && (
            <Button look="primary" onClick={create}>
              <Icon name="add" />
              {texts.create}
            </Button>
          )
        }
      />
      <ProblemNote error={error} />
      {isPending && <Loading />}
      {data && agents.length === 0 && <NoAgents onCreate={create} />}
      {agents.length > 0 && (
        <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {agents.map((agent, index) => (
            <AgentCard
              key={agent.id}
              agent={agent}
              place={index}
              onEdit={() => setEditing({ kind: "change", agent })}
              onDuplicate={() => setEditing({ kind: "copy", agent })}
              onRemove={() => setRemoving(agent)}
            />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button className="mx-auto mt-6 flex" isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {texts.more}
        </Button>
      )}
      <AgentDialog editing={editing} onClose={() => setEditing(undefined)} />
      <RemoveAgentDialog agent={removing} onClose={() => setRemoving(undefined)} />
    </>
  )
}

function NoAgents({ onCreate }: { readonly onCreate: () => void }) {
  const texts = useTexts(agentsTexts)
  const queries = useQueryClient()
  const samples = useMutation({
    mutationFn: () => createSampleAgents(texts, []),
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: agentsQuery.queryKey })
      toast(texts.samplesCreated)
    },
  })
  return (
    <EmptyState
      title={texts.empty.title}
      picture={
        <span className="flex -space-x-3">
          {sampleRoles.map((role, place) => (
            <SeatAvatar key={role} name={texts.samples[role].name} place={place} className="size-16 text-lg" />
          ))}
        </span>
      }
      action={
        <>
          <Button look="primary" size="large" isBusy={samples.isPending} onClick={() => samples.mutate()}>
            {texts.empty.samples}
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
      <ProblemNote error={samples.error} />
    </EmptyState>
  )
}
