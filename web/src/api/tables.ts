import { queryOptions } from "@tanstack/react-query"
import type { z } from "zod"
import type { tableList } from "../../../src/server/schemas/tables.ts"
import { request } from "./request.ts"

export type Table = z.infer<typeof tableList>["tables"][number]

export const tablesQuery = queryOptions({
  queryKey: ["tables"],
  queryFn: async ({ signal }) => (await request<z.infer<typeof tableList>>("/api/v1/tables", { signal })).tables,
  staleTime: Number.POSITIVE_INFINITY,
})
