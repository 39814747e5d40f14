import { z } from "@hono/zod-openapi"

export const spendLimitsSchema = z
  .strictObject({
    usd: z.number().min(0).max(1e9).optional().openapi({ description: "US dollars, of models whose price is known" }),
    tokens: z.number().int().min(0).max(1e15).optional().openapi({ description: "of prompts and answers together" }),
  })
  .openapi("SpendLimits", { example: { usd: 20 } })

const amount = z.object({ usd: z.number(), tokens: z.number() })

export const spendState = z
  .object({
    limits: z.object({ usd: z.number().optional(), tokens: z.number().optional() }),
    spent: amount.openapi({ description: "since a limit was first set" }),
    reserved: amount.openapi({ description: "for calls that are under way" }),
  })
  .openapi("SpendState")

export const ownSpendResponse = z.object({ organisation: spendState.nullable(), key: spendState.nullable() })
export const spendResponse = z.object({ spend: spendState })
export const organisationParams = z.object({ organisationId: z.string().max(100) })
