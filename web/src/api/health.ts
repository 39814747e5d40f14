import { queryOptions } from "@tanstack/react-query"
import type { z } from "zod"
import type { healthSchema } from "../../../src/server/schemas/responses.ts"

export type Health = z.infer<typeof healthSchema>

/** How the server is; a server that is not ready says so with a status of 503, and that is an answer too. */
export const healthQuery = queryOptions({
  queryKey: ["health"],
  queryFn: async ({ signal }): Promise<Health> => (await fetch("/health/ready", { signal, cache: "no-store" })).json(),
  refetchInterval: 15_000,
  retry: false,
})
