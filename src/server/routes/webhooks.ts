import { z } from "zod"
import { time } from "../../core/public/field-schemas.ts"
import { idParams } from "../../operations/common.ts"
import { webhookEvents } from "../../ports/webhook-store.ts"
import { addWebhook, addWebhookSchema } from "../../squad/index.ts"
import { type Api, jsonContent, parsedByVerb } from "../api.ts"
import { requireResources } from "../services.ts"

const newWebhookSchema = addWebhookSchema.meta({
  id: "NewWebhook",
  example: { url: "https://example.com/hooks/squad", events: ["prompt.posted"], agent: "reviewer" },
})

const webhookSchema = z
  .object({
    id: z.string(),
    url: z.string(),
    events: z.array(z.enum(webhookEvents)),
    agent: z.string().nullable(),
    createdAt: time,
    lastFailure: z
      .object({ at: time, message: z.string() })
      .nullable()
      .describe("the last delivery that failed after all retries"),
  })
  .meta({ id: "Webhook" })

const createdWebhookResponse = z
  .object({
    webhook: webhookSchema,
    secret: z.string().describe("signs the deliveries; returned only once"),
  })
  .meta({ id: "AddedWebhook" })

const webhookList = z.object({ webhooks: z.array(webhookSchema) }).meta({ id: "WebhookList" })

export function webhookRoutes(api: Api): void {
  const routes = api.routes("Webhooks", "/api/v1/webhooks")

  routes.post("", {
    operationId: "addWebhook",
    summary: "Add a webhook",
    description:
      "Sends events in order as JSON with POST, signed with a secret that only this response contains: `conclave-signature: t=<seconds>,v1=<HMAC-SHA256 of t.body in hex>`. Any status but 2xx is a failure; a delivery is dropped after five attempts.",
    scope: "admin",
    ...parsedByVerb(newWebhookSchema),
    creates: "by one write",
    responses: { 201: jsonContent(createdWebhookResponse, "The webhook and its secret") },
    handle: ({ services, body, create }) => {
      const { webhooks, checkWebhookUrl } = requireResources(services)
      return create(
        (answerFor) => addWebhook({ context: { webhooks, checkWebhookUrl, answerFor }, input: body }),
        (added) => added,
      )
    },
  })

  routes.get("", {
    operationId: "listWebhooks",
    summary: "List webhooks",
    description: "Newest first, without their secrets.",
    scope: "admin",
    responses: { 200: jsonContent(webhookList, "The webhooks") },
    handle: async ({ services }) => ({ webhooks: await requireResources(services).webhooks.list() }),
  })

  routes.delete("/{id}", {
    operationId: "removeWebhook",
    summary: "Remove a webhook",
    description: "Stops all deliveries to it, including pending ones.",
    scope: "admin",
    params: idParams("the webhook's id"),
    responses: { 204: { description: "Removed" } },
    handle: ({ services, params }) => requireResources(services).webhooks.remove(params.id),
  })
}
