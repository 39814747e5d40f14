import { z } from "@hono/zod-openapi"
import { ConclaveError } from "../../core/errors.ts"
import { isPresetName, presetNames } from "../../core/formats/index.ts"
import { tableJsonSchema } from "../../core/tables/table-json-schema.ts"
import { closestMatch } from "../../core/validation.ts"
import type { Api } from "../api.ts"
import { jsonContent } from "../http/json-content.ts"
import { presentTable } from "../present/present-table.ts"
import { type PublicTable, tableList, tableParams, tableResponse } from "../schemas/tables.ts"
import type { OrganisationServices } from "../services.ts"

const tag = "Tables"

export function tableRoutes(api: Api): void {
  api.endpoint(
    {
      method: "get",
      path: "/api/v1/tables",
      operationId: "listTables",
      tag,
      summary: "Which tables there are",
      description:
        "The presets, the tables that come with Conclave and those of this server, each with its seats, its stages and every setting as it stands here.",
      scope: "read",
      responses: { 200: jsonContent(tableList, "The tables") },
    },
    ({ services }) => Response.json({ tables: tableNames(services).flatMap((name) => listTable(name, services)) }),
  )

  api.endpoint(
    {
      method: "get",
      path: "/api/v1/tables/{name}",
      operationId: "getTable",
      tag,
      summary: "Show one table",
      description: "Who sits there by default, what happens in a round, and every setting.",
      scope: "read",
      params: tableParams,
      errors: [404],
      responses: { 200: jsonContent(tableResponse, "The table") },
    },
    ({ services, params: { name } }) => {
      const known = tableNames(services)
      if (!known.includes(name)) {
        const near = closestMatch(name.slice(0, 60), known)
        const hint = near ? `did you mean "${near}"?` : `there are ${known.join(", ")}`
        throw new ConclaveError("NOT_FOUND", `no table is called "${name.slice(0, 60)}"; ${hint}`)
      }
      return Response.json({ table: presentTable(name, services.tableDefaults) })
    },
  )

  api.endpoint(
    {
      method: "get",
      path: "/table.schema.json",
      operationId: "tableSchema",
      tag,
      summary: "What a table file may say",
      description: "The JSON Schema of table files, for editors and for `table` of a new discussion.",
      scope: "open",
      responses: {
        200: { description: "The schema", content: { "application/schema+json": { schema: z.looseObject({}) } } },
      },
    },
    () =>
      new Response(JSON.stringify(tableJsonSchema()), {
        headers: { "content-type": "application/schema+json", "cache-control": "public, max-age=3600" },
      }),
  )
}

function tableNames({ tableDefaults: { tables } }: OrganisationServices): readonly string[] {
  return [...presetNames, ...(tables?.names ?? []).filter((name) => !isPresetName(name))]
}

/** A file that cannot be read is left out of the list; asked for by its name, it says what is wrong with it. */
function listTable(name: string, { tableDefaults }: OrganisationServices): readonly PublicTable[] {
  try {
    return [presentTable(name, tableDefaults)]
  } catch (error) {
    if (error instanceof ConclaveError) return []
    throw error
  }
}
