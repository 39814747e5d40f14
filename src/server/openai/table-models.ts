import { z } from "zod"
import { ConclaveError } from "../../core/errors.ts"
import { nameHint } from "../../core/validation.ts"
import { type Api, jsonContent } from "../api.ts"
import { tableNames } from "../routes/catalogue.ts"
import type { OrganisationServices } from "../services.ts"
import { openAiErrorSchema } from "./error-shape.ts"

const prefix = "conclave/"

const modelSchema = z
  .object({ id: z.string(), object: z.literal("model"), created: z.number().int(), owned_by: z.string() })
  .meta({ id: "TableModel", example: { id: "conclave/hive", object: "model", created: 0, owned_by: "conclave" } })

const modelList = z.object({ object: z.literal("list"), data: z.array(modelSchema) }).meta({ id: "TableModelList" })

export function tableModelRoutes(api: Api): void {
  const routes = api.routes("OpenAI-compatible", "/v1/models", openAiErrorSchema)

  routes.get("", {
    operationId: "listTableModels",
    summary: "List tables as models",
    description: "Each table is a model for `/v1/chat/completions` and `/v1/responses`.",
    scope: "read",
    responses: { 200: jsonContent(modelList, "The models") },
    handle: ({ services }) => Response.json({ object: "list", data: tableNames(services).map(tableModel) }),
  })

  routes.get("/{model}", {
    operationId: "getTableModel",
    summary: "Get a table as a model",
    description: "Encode the slash of the name as `%2F`.",
    scope: "read",
    params: z.object({ model: z.string().meta({ description: "the model's name", example: "conclave/hive" }) }),
    responses: { 200: jsonContent(modelSchema, "The model") },
    handle: ({ services, params }) => Response.json(tableModel(tableOfModel(params.model, services))),
  })
}

export function modelName(table: string): string {
  return `${prefix}${table}`
}

function tableModel(table: string) {
  return { id: modelName(table), object: "model", created: 0, owned_by: "conclave" }
}

/** The table of a model name; throws NOT_FOUND with a suggestion. */
export function tableOfModel(model: string, services: OrganisationServices): string {
  const name = model.startsWith(prefix) ? model.slice(prefix.length) : model
  const known = tableNames(services)
  if (known.includes(name)) return name
  const message = `there is no model "${model}"; ${nameHint(name, known, modelName)}`
  throw new ConclaveError("NOT_FOUND", message, { problems: [{ field: "model", message }] })
}
