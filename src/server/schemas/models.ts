import { z } from "@hono/zod-openapi"

export const modelsResponse = z
  .object({
    providers: z.array(
      z
        .object({
          name: z.string(),
          title: z.string().openapi({ description: "as people call it", example: "OpenAI" }),
          local: z.boolean().openapi({ description: "a server that one runs oneself" }),
          ready: z.boolean(),
          variable: z.string().optional().openapi({ description: "the environment variable that it waits for" }),
          example: z.string().optional().openapi({ description: "what may stand in it, where that is no secret" }),
          missing: z.string().optional().openapi({ description: "what to do so that it can be used" }),
          baseUrl: z.string().optional(),
          problem: z.string().optional(),
        })
        .openapi("Provider"),
    ),
    models: z.array(
      z
        .object({
          id: z.string().openapi({ description: "how it is seated", example: "rehearsal/bold" }),
          provider: z.string(),
          structured: z.boolean().openapi({ description: "votes are asked for as objects" }),
          reasoning: z.boolean().optional(),
          contextTokens: z.number().optional(),
          price: z
            .object({ input: z.number(), output: z.number() })
            .optional()
            .openapi({ description: "US dollars for a million tokens read and written, where known" }),
          rehearsal: z.literal(true).optional(),
          suggested: z.literal(true).optional(),
          note: z.string().optional(),
        })
        .openapi("Model"),
    ),
  })
  .openapi("Models")
