import { z } from "@hono/zod-openapi"
import { scopes } from "../../ports/key-store.ts"
import { spendLimitsSchema } from "./spend.ts"

const scope = z.enum(scopes).openapi({ description: "each includes those before it" })

export const newKeySchema = z
  .strictObject({
    name: z.string().trim().min(1).max(100).openapi({ description: "to tell keys apart" }),
    scope,
    limits: spendLimitsSchema.optional(),
  })
  .openapi("NewKey", { example: { name: "build server", scope: "discuss", limits: { usd: 20 } } })

const time = z.iso.datetime()

const apiKey = z
  .object({
    id: z.string(),
    organisationId: z.string(),
    name: z.string(),
    scope,
    prefix: z.string().openapi({ description: "what the key begins with" }),
    createdAt: time,
    lastUsedAt: time.nullable(),
    revokedAt: time.nullable(),
  })
  .openapi("ApiKey")

export const keyResponse = z.object({ apiKey })
export const createdKeyResponse = z.object({ apiKey, key: z.string().nullable() })
export const keyList = z.object({ keys: z.array(apiKey) })
export const keyParams = z.object({ id: z.string().max(100).openapi({ description: "the key's id, not the key" }) })
export const ticketResponse = z.object({ ticket: z.string().nullable(), expiresAt: time.nullable() })
