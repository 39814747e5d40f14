import { z } from "@hono/zod-openapi"
import { time } from "../../core/public/part-schemas.ts"
import { webhookEvents } from "../../ports/webhook-store.ts"
import { addWebhookSchema } from "../../squad/webhooks/add-webhook.ts"

export const newWebhookSchema = addWebhookSchema.clone().openapi("NewWebhook", {
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
      .openapi({ description: "the last delivery that was given up" }),
  })
  .openapi("Webhook")

export const createdWebhookResponse = z
  .object({
    webhook: webhookSchema,
    secret: z.string().openapi({ description: "shown this once; deliveries are signed with it" }),
  })
  .openapi("AddedWebhook")

export const webhookList = z.object({ webhooks: z.array(webhookSchema) }).openapi("WebhookList")

export const webhookParams = z.object({
  id: z.string().openapi({ description: "the webhook's id", example: "0b6f3c1e-6a58-4a0e-9b1e-2f4b8b1c9d10" }),
})
