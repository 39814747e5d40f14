import { queryOptions } from "@tanstack/react-query"
import type { z } from "zod"
import type { modelsResponse } from "../../../src/operations/models.ts"
import { request } from "./request.ts"

export type AvailableModels = z.infer<typeof modelsResponse>
export type AvailableModel = AvailableModels["models"][number]
export type AvailableProvider = AvailableModels["providers"][number]

export const modelsQuery = queryOptions({
  queryKey: ["models"],
  queryFn: ({ signal }) => request<AvailableModels>("/api/v1/models", { signal }),
  staleTime: 60_000,
})

/** Whether a model is a rehearsal model such as `rehearsal/bold`; its words are marked as such. */
export function isRehearsalModel(modelId: string | undefined): boolean {
  return modelId?.startsWith("rehearsal/") ?? false
}
