import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query"
import type { z } from "zod"
import type * as published from "../../../src/core/public/types.ts"
import type { discussionPage, labelsSchema, summarySchema } from "../../../src/operations/discussion-list.ts"
import type { discussionOperations } from "../../../src/operations/discussions.ts"
import type { ledgerResponse } from "../../../src/server/routes/analysis.ts"
import type { estimateResponse } from "../../../src/server/schemas/responses.ts"
import { request } from "./request.ts"

export type Discussion = published.PublicDiscussion
export type DiscussionSummary = z.infer<typeof summarySchema>
export type DiscussionStatus = DiscussionSummary["status"]
export type DiscussionLabels = z.input<typeof labelsSchema>
export type NewDiscussion = z.input<typeof discussionOperations.discuss.input>
export type Turn = published.PublicTurn
export type Ballot = published.PublicBallot
export type Vote = published.PublicVote
export type Outcome = published.PublicOutcome
export type NewFork = z.input<typeof discussionOperations.fork.input>
export type Ledger = z.infer<typeof ledgerResponse>["ledger"]

type DiscussionPage = z.infer<typeof discussionPage>
interface DiscussionAnswer {
  readonly discussion: Discussion
  readonly queue?: { readonly place: number }
}

export interface DiscussionFilter {
  readonly status?: DiscussionStatus | undefined
  readonly format?: string | undefined
  readonly q?: string | undefined
  readonly projectId?: string | undefined
  readonly pinned?: "true" | "false" | undefined
  readonly archived?: "true" | undefined
}

const path = "/api/v1/discussions"

export const discussionKeys = {
  all: ["discussions"],
  lists: ["discussions", "list"],
  list: (filter: DiscussionFilter) => ["discussions", "list", filter],
  one: (id: string) => ["discussions", "one", id],
  summary: (id: string) => ["discussions", "list", "one", id],
  ledger: (id: string, seat?: string) => ["discussions", "one", id, "ledger", seat ?? ""],
} as const

export function discussionListQuery(filter: DiscussionFilter) {
  return infiniteQueryOptions({
    queryKey: discussionKeys.list(filter),
    initialPageParam: "",
    queryFn: ({ pageParam, signal }) =>
      request<DiscussionPage>(path, { query: { ...filter, cursor: pageParam, limit: 20 }, signal }),
    getNextPageParam: ({ next }) => next,
  })
}

interface SummaryAnswer {
  readonly discussion: DiscussionSummary
}

export function summaryQuery(id: string) {
  return queryOptions({
    queryKey: discussionKeys.summary(id),
    queryFn: async ({ signal }) =>
      (await request<SummaryAnswer>(`${discussionPath(id)}/summary`, { signal })).discussion,
  })
}

/** Renames, pins, tags or archives it. */
export async function labelDiscussion(id: string, body: DiscussionLabels): Promise<DiscussionSummary> {
  return (await request<SummaryAnswer>(discussionPath(id), { method: "PATCH", body })).discussion
}

/** Deletes a discussion permanently. The request is sent even if the page is being closed. */
export function deleteDiscussion(id: string): Promise<void> {
  return request(discussionPath(id), { method: "DELETE", keepalive: true })
}

/** With a seat, as that seat may see it. */
export function ledgerQuery(id: string, seat: string | undefined) {
  return queryOptions({
    queryKey: discussionKeys.ledger(id, seat),
    queryFn: async ({ signal }) =>
      (await request<z.infer<typeof ledgerResponse>>(`${discussionPath(id)}/ledger`, { query: { seat }, signal }))
        .ledger,
  })
}

/** Estimates a discussion's cost; no model is called. */
export function estimateQuery(body: NewDiscussion | undefined) {
  return queryOptions({
    queryKey: ["discussions", "estimate", body],
    queryFn: async ({ signal }) =>
      (await request<z.infer<typeof estimateResponse>>(`${path}/estimate`, { method: "POST", body, signal })).estimate,
    staleTime: 60_000,
    retry: false,
  })
}

/** The whole discussion in its current state. */
export function discussionQuery(id: string) {
  return queryOptions({
    queryKey: discussionKeys.one(id),
    queryFn: async ({ signal }) => (await request<DiscussionAnswer>(discussionPath(id), { signal })).discussion,
  })
}

/** A model's reasoning before its turn; null if there is none. */
export function reasoningQuery(id: string, turn: string, seat: string | undefined) {
  return queryOptions({
    queryKey: [...discussionKeys.one(id), "reasoning", turn],
    queryFn: async ({ signal }) =>
      (
        await request<{ readonly reasoning: string | null }>(`${discussionPath(id)}/turns/${turn}/reasoning`, {
          query: { seat },
          signal,
        })
      ).reasoning,
  })
}

const queuePollMs = 2_000

/** The discussion's position in the worker queue, polled; null if it is not queued. */
export function queuePlaceQuery(id: string, seat: string | undefined) {
  return queryOptions({
    queryKey: [...discussionKeys.one(id), "queue"],
    queryFn: async ({ signal }) =>
      (await request<DiscussionAnswer>(discussionPath(id), { query: { seat }, signal })).queue?.place ?? null,
    refetchInterval: queuePollMs,
  })
}

/** Retry with the same `idempotencyKey` if the response was lost: only one is created. */
export async function createDiscussion(body: NewDiscussion, idempotencyKey: string): Promise<Discussion> {
  return (await request<DiscussionAnswer>(path, { method: "POST", body, idempotencyKey })).discussion
}

/** pause, resume, abort, interrupt, begin, fork, turns, interjections …: each responds with the discussion. */
export async function postDiscussionAction(id: string, verb: string, body?: unknown): Promise<Discussion> {
  const init = { method: "POST", ...(body !== undefined && { body }) } as const
  return (await request<DiscussionAnswer>(`${discussionPath(id)}/${verb}`, init)).discussion
}

export function discussionPath(id: string): string {
  return `${path}/${encodeURIComponent(id)}`
}

export function eventsPath(id: string, seat?: string): string {
  return `${discussionPath(id)}/events${seat === undefined ? "" : `?seat=${encodeURIComponent(seat)}`}`
}
