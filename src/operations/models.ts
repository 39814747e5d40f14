import { z } from "zod"
import type { Exact } from "../core/discussion/decision-record.ts"
import { list } from "../core/public/field-schemas.ts"
import { operation } from "./operation.ts"

export const modelsResponse = z
  .object({
    providers: list(
      z
        .object({
          name: z.string(),
          title: z.string().meta({ description: "its display name", example: "OpenAI" }),
          local: z.boolean().describe("whether it runs on your own machine"),
          ready: z.boolean(),
          variable: z.string().optional().describe("the environment variable to set"),
          example: z.string().optional().describe("an example value, if it is not a secret"),
          missing: z.string().optional().describe("what to do to make this provider available"),
          baseUrl: z.string().optional(),
          problem: z.string().optional(),
        })
        .meta({ id: "Provider" }),
    ),
    models: list(
      z
        .object({
          id: z.string().meta({ description: "the `model` of a seat", example: "rehearsal/bold" }),
          provider: z.string(),
          structured: z.boolean().describe("supports structured output, which is used for votes"),
          reasoning: z.boolean().optional(),
          contextTokens: z.number().optional(),
          price: z
            .object({ input: z.number(), output: z.number() })
            .optional()
            .describe("US dollars per million tokens, if known"),
          rehearsal: z.literal(true).optional(),
          suggested: z.literal(true).optional(),
          note: z.string().optional(),
        })
        .meta({ id: "Model" }),
    ),
    configurable: z.literal(true).optional().describe("you may change keys and URLs with `/api/v1/providers`"),
  })
  .meta({ id: "Models" })

export type AvailableModels = Exact<z.output<typeof modelsResponse>>

export const modelOperations = {
  listModels: operation({
    names: { http: "listModels", command: "models" },
    title: "List available models",
    description:
      "Models of every provider with an API key and of local servers, and how to make other providers available.",
    output: modelsResponse,
  }),
}
