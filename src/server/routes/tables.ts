import { z } from "@hono/zod-openapi"
import { ConclaveError } from "../../core/errors.ts"
import { isPresetName, presetNames } from "../../core/formats/index.ts"
import { nearest } from "../../core/nearest.ts"
import { tableJsonSchema } from "../../core/tables/json-schema.ts"
import type { Api } from "../api.ts"
import { answersJson } from "../http/responses.ts"
import { presentTable } from "../present/present-table.ts"
import { type ShownTable, tableAnswer, tableList, tableParams } from "../schemas/tables.ts"
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
      responses: { 200: answersJson(tableList, "The tables") },
    },
    ({ services }) => Response.json({ tables: namesOf(services).flatMap((name) => shown(name, services)) }),
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
      responses: { 200: answersJson(tableAnswer, "The table") },
    },
    ({ services, params: { name } }) => {
      const known = namesOf(services)
      if (!known.includes(name)) {
        const near = nearest(name.slice(0, 60), known)
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

function namesOf({ tableDefaults: { tables } }: OrganisationServices): readonly string[] {
  return [...presetNames, ...(tables?.names ?? []).filter((name) => !isPresetName(name))]
}

/** A file that cannot be read is left out of the list; asked for by its name, it says what is wrong with it. */
function shown(name: string, { tableDefaults }: OrganisationServices): readonly ShownTable[] {
  try {
    return [presentTable(name, tableDefaults)]
  } catch (error) {
    if (error instanceof ConclaveError) return []
    throw error
  }
}
