import { ConclaveError } from "../../core/errors.ts"
import { isPresetName, presetNames, presets } from "../../core/formats/index.ts"
import { nearest } from "../../core/problems.ts"
import type { Api } from "../api.ts"
import { answersJson } from "../http/responses.ts"
import { tableAnswer, tableList, tableParams } from "../schemas/tables.ts"
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
      description: "The formats that a discussion can be held in, with every setting as it stands on this server.",
      scope: "read",
      responses: { 200: answersJson(tableList, "The tables") },
    },
    ({ services }) => Response.json({ tables: presetNames.map((name) => tableOf(name, services)) }),
  )

  api.endpoint(
    {
      method: "get",
      path: "/api/v1/tables/{name}",
      operationId: "getTable",
      tag,
      summary: "Show one table",
      description: "Who sits there by default, and every setting.",
      scope: "read",
      params: tableParams,
      errors: [404],
      responses: { 200: answersJson(tableAnswer, "The table") },
    },
    ({ services, params }) => Response.json({ table: tableOf(params.name, services) }),
  )
}

function tableOf(name: string, { tableDefaults }: OrganisationServices) {
  if (!isPresetName(name)) {
    const near = nearest(name, presetNames)
    const hint = near ? `did you mean "${near}"?` : `there are ${presetNames.join(", ")}`
    throw new ConclaveError("NOT_FOUND", `no table is called "${name.slice(0, 60)}"; ${hint}`)
  }
  const { minSeats, maxSeats, defaultSeats: seats, settings } = presets[name]
  return { name, format: name, minSeats, maxSeats, seats, settings: { ...settings, ...tableDefaults.settings[name] } }
}
