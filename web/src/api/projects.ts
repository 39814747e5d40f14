import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query"
import type { z } from "zod"
import type {
  newProjectSchema,
  projectChangesSchema,
  projectPage,
  projectResponse,
} from "../../../src/server/routes/projects.ts"
import { request } from "./request.ts"

export type Project = z.infer<typeof projectResponse>["project"]
export type NewProject = z.input<typeof newProjectSchema>
export type ProjectChanges = z.input<typeof projectChangesSchema>

const path = "/api/v1/projects"

export const projectKeys = {
  all: ["projects"],
  list: ["projects", "list"],
  one: (id: string) => ["projects", "one", id],
} as const

export const projectsQuery = infiniteQueryOptions({
  queryKey: projectKeys.list,
  initialPageParam: "",
  queryFn: ({ pageParam, signal }) =>
    request<z.infer<typeof projectPage>>(path, { query: { cursor: pageParam, limit: 50 }, signal }),
  getNextPageParam: ({ next }) => next,
})

export function projectQuery(id: string) {
  return queryOptions({
    queryKey: projectKeys.one(id),
    queryFn: async ({ signal }) =>
      (await request<z.infer<typeof projectResponse>>(`${path}/${encodeURIComponent(id)}`, { signal })).project,
  })
}

export async function createProject(body: NewProject, idempotencyKey: string): Promise<Project> {
  return (await request<z.infer<typeof projectResponse>>(path, { method: "POST", body, idempotencyKey })).project
}

export async function updateProject(id: string, body: ProjectChanges): Promise<Project> {
  const options = { method: "PATCH", body } as const
  return (await request<z.infer<typeof projectResponse>>(`${path}/${encodeURIComponent(id)}`, options)).project
}

export async function removeProject(id: string): Promise<void> {
  await request(`${path}/${encodeURIComponent(id)}`, { method: "DELETE" })
}
