import type { RouteConfig, z } from "@hono/zod-openapi"

type ResponseConfig = RouteConfig["responses"][string]

/** How an answer in JSON is documented. */
export function jsonContent(schema: z.ZodType, description: string): ResponseConfig {
  return { description, content: { "application/json": { schema } } }
}
