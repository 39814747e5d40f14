import { z } from "zod"
import { ConclaveError } from "../../core/errors.ts"
import { isPresetName, presetNames } from "../../core/formats/index.ts"
import { tableJsonSchema } from "../../core/tables/table-file.ts"
import { closestMatch } from "../../core/validation.ts"
import { operationWords } from "../../operations/words.ts"
import { type Api, jsonContent } from "../api.ts"
import { presentTable } from "../present/present-table.ts"
import { modelsResponse } from "../schemas/models.ts"
import { type PublicTable, tableList, tableParams, tableResponse } from "../schemas/tables.ts"
import type { OrganisationServices } from "../services.ts"

/** What a discussion can be made of: models and tables. */
export function catalogueRoutes(api: Api): void {
  api.routes("Models").get("/api/v1/models", {
    operationId: "listModels",
    summary: "List models",
    description:
      "Models of the providers whose API keys are set and of local servers, and how to make others available.",
    scope: "read",
    responses: { 200: jsonContent(modelsResponse, "Providers and models") },
    handle: async () => Response.json(await api.services.models()),
  })

  const routes = api.routes("Tables")

  routes.get("/api/v1/tables", {
    operationId: "listTables",
    summary: operationWords.listTables.title,
    description: operationWords.listTables.description,
    scope: "read",
    responses: { 200: jsonContent(tableList, "The tables") },
    handle: ({ services }) =>
      Response.json({ tables: tableNames(services).flatMap((name) => listTable(name, services)) }),
  })

  routes.get("/api/v1/tables/{name}", {
    operationId: "getTable",
    summary: "Get a table",
    description: "Its default seats, the stages of a round, and every option.",
    scope: "read",
    params: tableParams,
    responses: { 200: jsonContent(tableResponse, "The table") },
    handle: ({ services, params: { name } }) => {
      const known = tableNames(services)
      if (!known.includes(name)) {
        const near = closestMatch(name.slice(0, 60), known)
        const hint = near ? `did you mean "${near}"?` : `there are ${known.join(", ")}`
        throw new ConclaveError("NOT_FOUND", `there is no table "${name.slice(0, 60)}"; ${hint}`)
      }
      return Response.json({ table: presentTable(name, services.tableDefaults) })
    },
  })

  routes.get("/table.schema.json", {
    operationId: "tableSchema",
    summary: "Get the JSON Schema of table files",
    description: "For editors, and for the `table` of a new discussion.",
    scope: "open",
    responses: {
      200: { description: "The schema", content: { "application/schema+json": { schema: z.looseObject({}) } } },
    },
    handle: () =>
      new Response(JSON.stringify(tableJsonSchema()), {
        headers: { "content-type": "application/schema+json", "cache-control": "public, max-age=3600" },
      }),
  })
}

/** The tables that can be named: the presets first. */
export function tableNames({ tableDefaults: { tables } }: OrganisationServices): readonly string[] {
  return [...presetNames, ...(tables?.names ?? []).filter((name) => !isPresetName(name))]
}

/** A file that cannot be read is left out of the list; requested by its name, the error says what is wrong. */
function listTable(name: string, { tableDefaults }: OrganisationServices): readonly PublicTable[] {
  try {
    return [presentTable(name, tableDefaults)]
  } catch (error) {
    if (error instanceof ConclaveError) return []
    throw error
  }
}
