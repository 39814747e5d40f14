import { webhookSchema } from "../webhooks/schema.ts"
import { protect } from "./protect.ts"

export const webhooks = [webhookSchema, protect("webhook_deliveries", { may: "SELECT, INSERT" })].join("\n")
