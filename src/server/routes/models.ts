import type { Api } from "../api.ts"
import { jsonContent } from "../http/json-content.ts"
import { modelsResponse } from "../schemas/models.ts"

export function modelRoutes(api: Api): void {
  api.endpoint(
    {
      method: "get",
      path: "/api/v1/models",
      operationId: "listModels",
      tag: "Models",
      summary: "Which models there are",
      description:
        "What is found by the keys that are set and the local servers that answer, and what is missing for more.",
      scope: "read",
      responses: { 200: jsonContent(modelsResponse, "Providers and models") },
    },
    async () => Response.json(await api.services.models()),
  )
}
