import { z } from "zod"
import { ConclaveError } from "../../core/errors.ts"
import { isPresetName, presetDescriptions, presetNames } from "../../core/formats/index.ts"
import { omitUndefined } from "../../core/omit-undefined.ts"
import { resolveTable, type TableDefaults } from "../../core/tables/resolve-table.ts"
import { type OwnTables, tableJsonSchema } from "../../core/tables/table-file.ts"
import { toTableFile } from "../../core/tables/to-table-file.ts"
import { nameHint } from "../../core/validation.ts"
import { modelOperations } from "../../operations/models.ts"
import {
  newTableSchema,
  type PublicTable,
  tableOperations,
  tableParams,
  tableResponse,
} from "../../operations/tables.ts"
import { type Access, requireLocal } from "../access/authorizer.ts"
import { type Api, jsonContent } from "../api.ts"
import { asQuery } from "../describe-operation.ts"
import { HttpError, renameFields } from "../http/http-error.ts"
import type { OrganisationServices } from "../services.ts"
import { mayChangeProviders } from "./providers.ts"

export function catalogueRoutes(api: Api): void {
  api.routes("Models").get("/api/v1/models", {
    ...asQuery(modelOperations.listModels, "Providers and models"),
    scope: "read",
    handle: async ({ access }) => {
      const configurable = mayChangeProviders(api.services, access)
      return { ...(await api.services.models()), ...(configurable && { configurable }) }
    },
  })

  const routes = api.routes("Tables")

  routes.get("/api/v1/tables", {
    ...asQuery(tableOperations.listTables, "The tables"),
    scope: "read",
    handle: ({ services }) => ({ tables: listTables(services) }),
  })

  routes.get("/api/v1/tables/{name}", {
    operationId: "getTable",
    summary: "Get a table",
    description: "Its default seats, the stages of a round, and all options.",
    scope: "read",
    params: tableParams,
    responses: { 200: jsonContent(tableResponse, "The table") },
    handle: ({ services, params: { name } }) => {
      const known = tableNames(services)
      if (!known.includes(name)) {
        const given = name.slice(0, 60)
        throw new ConclaveError("NOT_FOUND", `there is no table "${given}"; ${nameHint(given, known)}`)
      }
      return { table: presentTable(name, services.tableDefaults) }
    },
  })

  routes.put("/api/v1/tables/{name}", {
    operationId: "saveTable",
    summary: "Save a configuration as a table",
    description:
      "Writes a discussion request, without its topic and materials, to a file in the server's tables folder, replacing a table of the same name. The table can then be used everywhere by name. All organisations share the folder, so only the server's own organisation may write to it.",
    scope: "admin",
    params: tableParams,
    body: newTableSchema,
    errors: [409],
    responses: { 200: jsonContent(tableResponse, "The table") },
    handle: ({ services, access, params: { name }, body }) => {
      const { tables } = services.tableDefaults
      const own = requireOwnTables(services, access)
      try {
        own.save(toTableFile({ name, ...body }, tables!))
      } catch (error) {
        throw renameFields(error, fieldOfTable)
      }
      return { table: presentTable(name, services.tableDefaults) }
    },
  })

  routes.delete("/api/v1/tables/{name}", {
    operationId: "removeTable",
    summary: "Remove a table",
    description: "Removes a table file from the server's tables folder. Discussions that used it do not change.",
    scope: "admin",
    params: tableParams,
    errors: [409],
    responses: { 204: { description: "Removed" } },
    handle: ({ services, access, params: { name } }) => {
      if (requireOwnTables(services, access).remove(name)) return new Response(null, { status: 204 })
      throw new ConclaveError(
        "NOT_FOUND",
        `there is no table file "${name.slice(0, 60)}"; built-in tables cannot be removed`,
      )
    },
  })

  routes.get("/table.schema.json", {
    operationId: "tableSchema",
    summary: "Get the JSON Schema of table files",
    description: "For editors of table files; it also describes the `table` of a new discussion.",
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

/** Problems of a table name its own fields; the client sent them in `discussion`. */
function fieldOfTable(field: string): string {
  if (/^(?:name|description|discussion)\b/.test(field)) return field
  return field === "extends" ? "discussion.format" : `discussion.${field}`
}

/** The tables folder is shared by all organisations, so only the local one may change it. */
function requireOwnTables({ tableDefaults }: OrganisationServices, access: Access): OwnTables {
  requireLocal(access, "table files belong to this server; only its local organisation may change them")
  const own = tableDefaults.tables?.own
  if (own) return own
  throw new HttpError("ROUTE_UNKNOWN", "this server has no tables folder to write to")
}

/** The names of all tables, presets first. */
export function tableNames({ tableDefaults: { tables } }: OrganisationServices): readonly string[] {
  return [...presetNames, ...(tables?.names ?? []).filter((name) => !isPresetName(name))]
}

/** Skips files that cannot be read. Getting one by name returns the error. */
export function listTables(services: OrganisationServices): readonly PublicTable[] {
  return tableNames(services).flatMap((name) => {
    try {
      return presentTable(name, services.tableDefaults)
    } catch (error) {
      if (error instanceof ConclaveError) return []
      throw error
    }
  })
}

/** The public fields of a table, without briefings and personas. Throws for an unknown name. */
function presentTable(name: string, defaults: Omit<TableDefaults, "seed">): PublicTable {
  const table = defaults.tables?.find(name)
  const { description = isPresetName(name) ? presetDescriptions[name] : undefined, topic, language } = table ?? {}
  // Resolved as for a new discussion, to show the effective seats and options.
  const resolved = resolveTable({ table: name, topic: topic ?? name }, { ...defaults, seed: 0 })
  const { name: format, promptStyle, minSeats, maxSeats, rules, stages, closing, settings: options } = resolved.format
  const own = defaults.tables?.own?.names.includes(name) ? (true as const) : undefined
  const seats = resolved.seats.map(({ name: seat, role, kind }) => {
    const [model] = [table?.seats?.find((one) => one.name === seat)?.model].flat()
    return omitUndefined({ name: seat, role, kind, model })
  })
  return omitUndefined({
    ...{ name, own, description, extends: table?.extends, format, promptStyle, topic, language, minSeats, maxSeats },
    ...{ seats, rules, stages, closing, options, decision: { options: resolved.choices } },
  })
}
