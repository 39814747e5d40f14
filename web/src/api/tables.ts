import { queryOptions } from "@tanstack/react-query"
import type { z } from "zod"
import type { newTableSchema, tableList, tableResponse } from "../../../src/operations/tables.ts"
import { request } from "./request.ts"

export type Table = z.infer<typeof tableList>["tables"][number]

export const tablesQuery = queryOptions({
  queryKey: ["tables"],
  queryFn: async ({ signal }) => (await request<z.infer<typeof tableList>>("/api/v1/tables", { signal })).tables,
  staleTime: Number.POSITIVE_INFINITY,
})

const tablePath = (name: string) => `/api/v1/tables/${encodeURIComponent(name)}`

/** Saves a set-up as a table file on the server. */
export async function saveTable(name: string, body: z.input<typeof newTableSchema>): Promise<Table> {
  return (await request<z.infer<typeof tableResponse>>(tablePath(name), { method: "PUT", body })).table
}

export async function removeTable(name: string): Promise<void> {
  await request(tablePath(name), { method: "DELETE" })
}
