import { z } from "@hono/zod-openapi"
import { errorCodes } from "../../core/errors.ts"
import { httpErrorCodes } from "../http/http-error.ts"

/** The one shape of every refusal. */
export const errorSchema = z
  .object({
    error: z.object({
      code: z.enum([...errorCodes, ...httpErrorCodes]),
      message: z.string(),
      details: z
        .looseObject({
          problems: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
        })
        .optional(),
    }),
  })
  .openapi("Error")
