import { webhookSchema } from "../webhooks/schema.ts"
import { protect } from "./protect.ts"

export const webhookMigration = [webhookSchema, protect("webhook_deliveries", { may: "SELECT, INSERT" })].join("\n")
