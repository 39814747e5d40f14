import { QueryClient } from "@tanstack/react-query"
import { ApiError } from "./api-error.ts"

/** A refusal stays one; what may pass by itself is tried three times. */
export function isTransient(error: unknown): boolean {
  return !(error instanceof ApiError) || error.isTransient
}

export const queryClient = new QueryClient({
  defaultOptions: {
    // A server on this machine answers without a network.
    queries: {
      networkMode: "always",
      staleTime: 5_000,
      retry: (failures, error) => failures < 3 && isTransient(error),
    },
    mutations: { networkMode: "always" },
  },
})
