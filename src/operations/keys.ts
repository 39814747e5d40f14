import { z } from "zod"
import { time } from "../core/public/field-schemas.ts"
import { scopes } from "../ports/key-store.ts"
import { operation } from "./operation.ts"

const scope = z.enum(scopes).describe("what it may do; each includes those before it")

export const spendLimitsSchema = z
  .strictObject({
    usd: z.number().min(0).max(1e9).optional().describe("US dollars, of models whose price is known"),
    tokens: z.number().int().min(0).max(1e15).optional().describe("prompt and completion tokens together"),
    per: z.literal("month").optional().describe("count both anew each month, in UTC (default: never)"),
    tokensPerMinute: z
      .number()
      .int()
      .min(1)
      .max(1e12)
      .optional()
      .describe("calls that would take more wait for the next minute"),
  })
  .meta({ id: "SpendLimits", example: { usd: 20, per: "month" } })

const amount = z.object({ usd: z.number(), tokens: z.number() })

export const spendState = z
  .object({
    limits: spendLimitsSchema,
    spent: amount.describe("since a limit was first set or its period changed; with `per` in this month"),
    reserved: amount.describe("for model calls in progress"),
  })
  .meta({ id: "SpendState" })

export const keyName = z.string().trim().min(1).max(100).describe("a name to tell keys apart")

export const apiKeySchema = z
  .object({
    id: z.string(),
    organisationId: z.string(),
    name: z.string(),
    scope,
    seat: z
      .object({ discussionId: z.string(), seat: z.string().nullable().describe("null: it only reads") })
      .optional()
      .describe("the only discussion and seat that the key is for"),
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
    description: "The key is shown this once and never stored.",
    input: z
      .strictObject({
        name: keyName,
        scope,
        limits: spendLimitsSchema.optional().describe("what discussions started with it may spend"),
      })
      .meta({ id: "NewKey", example: { name: "build server", scope: "discuss", limits: { usd: 20 } } }),
    output: z.object({ apiKey: apiKeySchema, key: z.string().nullable() }),
  }),

  listKeys: operation({
    names: { http: "listKeys", command: "keys list" },
    title: "List API keys",
    description: "Newest first, including revoked ones. Of each key only the first characters are shown.",
    output: z.object({
      keys: z.array(
        apiKeySchema
          .extend({ spend: spendState.nullable().describe("null where it never had a limit: it is not counted then") })
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
