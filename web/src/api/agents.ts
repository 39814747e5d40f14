import { infiniteQueryOptions, useInfiniteQuery } from "@tanstack/react-query"
import { useEffect } from "react"
import type { z } from "zod"
import type { agentChangesSchema, agentPage, agentResponse, newAgentSchema } from "../../../src/server/routes/agents.ts"
import { request } from "./request.ts"

export type Agent = z.infer<typeof agentResponse>["agent"]
export type NewAgent = z.input<typeof newAgentSchema>
export type AgentChanges = z.input<typeof agentChangesSchema>

const path = "/api/v1/agents"

export const agentsQuery = infiniteQueryOptions({
  queryKey: ["agents"],
  initialPageParam: "",
  queryFn: ({ pageParam, signal }) =>
    request<z.infer<typeof agentPage>>(path, { query: { cursor: pageParam, limit: 100 }, signal }),
  getNextPageParam: ({ next }) => next,
})

export async function createAgent(body: NewAgent, idempotencyKey: string): Promise<Agent> {
  return (await request<z.infer<typeof agentResponse>>(path, { method: "POST", body, idempotencyKey })).agent
}

export async function updateAgent(id: string, body: AgentChanges): Promise<Agent> {
  return (await request<z.infer<typeof agentResponse>>(`${path}/${encodeURIComponent(id)}`, { method: "PATCH", body }))
    .agent
}

export async function removeAgent(id: string): Promise<void> {
  await request(`${path}/${encodeURIComponent(id)}`, { method: "DELETE" })
}

/** All agents, fetched page by page; undefined until the first page has arrived. */
export function useAgents(): readonly Agent[] | undefined {
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(agentsQuery)
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage])
  return data?.pages.flatMap(({ agents }) => agents)
}
