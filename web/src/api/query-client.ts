import { QueryClient } from "@tanstack/react-query"
import { ApiError } from "./api-error.ts"

/** Transient errors are retried three times; refusals are not retried. */
export function isTransient(error: unknown): boolean {
  return !(error instanceof ApiError) || error.isTransient
}

export const queryClient = new QueryClient({
  defaultOptions: {
    // A local server answers even if the browser is offline.
    queries: {
      networkMode: "always",
      staleTime: 5_000,
      retry: (failures, error) => failures < 3 && isTransient(error),
    },
    mutations: { networkMode: "always" },
  },
})
