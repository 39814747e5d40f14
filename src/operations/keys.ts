import { z } from "zod"
import { time } from "../core/public/field-schemas.ts"
import { scopes } from "../ports/key-store.ts"
import { operation } from "./operation.ts"

const scope = z.enum(scopes).describe("what the key may do; each scope includes the ones before it")

export const spendLimitsSchema = z
  .strictObject({
    usd: z.number().min(0).max(1e9).optional().describe("US dollars; counts only models with a known price"),
    tokens: z.number().int().min(0).max(1e15).optional().describe("prompt and completion tokens together"),
    per: z.literal("month").optional().describe("reset both counts each month, in UTC (default: never)"),
    tokensPerMinute: z
      .number()
      .int()
      .min(1)
      .max(1e12)
      .optional()
      .describe("model calls beyond this wait for the next minute"),
  })
  .meta({ id: "SpendLimits", example: { usd: 20, per: "month" } })

const amount = z.object({ usd: z.number(), tokens: z.number() })

export const spendState = z
  .object({
    limits: spendLimitsSchema,
    spent: amount.describe("since a limit was first set or its period changed; with `per`, in this month"),
    reserved: amount.describe("reserved for model calls in flight"),
  })
  .meta({ id: "SpendState" })

export const keyName = z.string().trim().min(1).max(100).describe("a name to recognise the key by")

export const apiKeySchema = z
  .object({
    id: z.string(),
    organisationId: z.string(),
    name: z.string(),
    scope,
    seat: z
      .object({ discussionId: z.string(), seat: z.string().nullable().describe("null: the key may only read") })
      .optional()
      .describe("the discussion and seat that the key is restricted to"),
    prefix: z.string().describe("the first characters of the key"),
    createdAt: time,
    lastUsedAt: time.nullable(),
    revokedAt: time.nullable(),
  })
  .meta({ id: "ApiKey" })

export const keyParams = z.object({ id: z.string().max(100).describe("the key's id, not the key itself") })

export const keyOperations = {
  createKey: operation({
    names: { http: "createKey", command: "keys create" },
    title: "Create an API key",
    description: "The key is shown only once; only a hash of it is stored.",
    input: z
      .strictObject({
        name: keyName,
        scope,
        limits: spendLimitsSchema.optional().describe("what discussions started with the key may spend"),
      })
      .meta({ id: "NewKey", example: { name: "build server", scope: "discuss", limits: { usd: 20 } } }),
    output: z.object({ apiKey: apiKeySchema, key: z.string().nullable() }),
  }),

  listKeys: operation({
    names: { http: "listKeys", command: "keys list" },
    title: "List API keys",
    description: "Newest first, including revoked keys. Only the first characters of each key are shown.",
    output: z.object({
      keys: z.array(
        apiKeySchema
          .extend({
            spend: spendState
              .nullable()
              .describe("null if the key never had a limit: its spending is not counted then"),
          })
          .meta({ id: "ListedKey" }),
      ),
    }),
  }),

  revokeKey: operation({
    names: { http: "revokeKey", command: "keys revoke" },
    title: "Revoke an API key",
    description: "The key stops working, and its open streams end within seconds.",
    target: keyParams,
    output: z.object({ apiKey: apiKeySchema }),
  }),
}
