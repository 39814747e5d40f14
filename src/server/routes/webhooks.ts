import { addWebhook } from "../../squad/webhooks/add-webhook.ts"
import type { Api } from "../api.ts"
import { jsonContent } from "../http/json-content.ts"
import { requireResources } from "../require-resources.ts"
import { createdWebhookResponse, newWebhookSchema, webhookList, webhookParams } from "../schemas/webhooks.ts"

const tag = "Webhooks"
const path = "/api/v1/webhooks"

export function webhookRoutes(api: Api): void {
  api.endpoint(
    {
      method: "post",
      path,
      operationId: "addWebhook",
      tag,
      summary: "Be told of prompts",
      description:
        "What happens is sent there as JSON by POST, in its order, signed with the secret that this call shows once: `conclave-signature: t=<seconds>,v1=<HMAC-SHA256 of t.body in hex>`. Any answer but 2xx is a failure; after five tries a delivery is given up.",
      scope: "admin",
      body: newWebhookSchema,
      creates: true,
      responses: { 201: jsonContent(createdWebhookResponse, "The webhook and its secret") },
    },
    async ({ services, body }) => {
      const { webhooks } = requireResources(services)
      return Response.json(await addWebhook({ context: { webhooks }, input: body }), { status: 201 })
    },
  )

  api.endpoint(
    {
      method: "get",
      path,
      operationId: "listWebhooks",
      tag,
      summary: "List webhooks",
      description: "Newest first, without their secrets.",
      scope: "admin",
      responses: { 200: jsonContent(webhookList, "The webhooks") },
    },
    async ({ services }) => Response.json({ webhooks: await requireResources(services).webhooks.list() }),
  )

  api.endpoint(
    {
      method: "delete",
      path: `${path}/{id}`,
      operationId: "removeWebhook",
      tag,
      summary: "Remove a webhook",
      description: "Nothing more is sent there, also not what waited.",
      scope: "admin",
      params: webhookParams,
      errors: [404],
      responses: { 204: { description: "It is gone" } },
    },
    async ({ services, params }) => {
      await requireResources(services).webhooks.remove(params.id)
      return new Response(null, { status: 204 })
    },
  )
}
