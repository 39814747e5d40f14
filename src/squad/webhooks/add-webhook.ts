import { randomBytes } from "node:crypto"
import { z } from "zod"
import { parse } from "../../core/validation.ts"
import type { AnswerFor } from "../../ports/idempotency-store.ts"
import { type Webhook, type WebhookStore, webhookEvents } from "../../ports/webhook-store.ts"
import { agentNameSchema } from "../input.ts"

export const addWebhookSchema = z.strictObject({
  url: z
    .string("must be text")
    .max(2_000, "must have at most 2,000 characters")
    .refine(isHttpUrl, "must be a complete http or https URL without user and password")
    .describe("the URL to send events to"),
  events: z
    .array(z.enum(webhookEvents, `must be one of ${webhookEvents.join(", ")}`))
    .min(1, "must name at least one event")
    .max(webhookEvents.length)
    .refine((events) => new Set(events).size === events.length, "contains an event twice; remove the duplicate")
    .describe("the events to send"),
  agent: agentNameSchema
    .nullish()
    .describe(
      "only events that concern this agent: prompts that it posted or can answer, but not its own actions; for discussions, `seat.awaited` for seats with this name",
    ),
})

export type AddWebhookInput = z.input<typeof addWebhookSchema>

export interface AddedWebhook {
  readonly webhook: Webhook
  /** Signs deliveries. Returned only here. */
  readonly secret: string
}

export async function addWebhook(request: {
  readonly context: {
    readonly webhooks: WebhookStore
    readonly checkWebhookUrl?: ((url: string) => Promise<void>) | undefined
    readonly answerFor?: AnswerFor<AddedWebhook> | undefined
  }
  readonly input: AddWebhookInput
}): Promise<AddedWebhook> {
  const { url, events, agent } = parse(addWebhookSchema, request.input)
  const { webhooks, checkWebhookUrl, answerFor } = request.context
  await checkWebhookUrl?.(url)
  const secret = `whsec_${randomBytes(32).toString("base64url")}`
  const added = { url, events, agent: agent ?? null, secret }
  const webhook = await webhooks.create(added, answerFor && ((created) => answerFor({ webhook: created, secret })))
  return { webhook, secret }
}

function isHttpUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password, hostname } = new URL(text)
  return /^https?:$/.test(protocol) && username === "" && password === "" && hostname !== ""
}
