import { z } from "zod"
import { tableFileSchema } from "./table-file.ts"

/** The schema that editors read: draft 7, which all of them know. */
export function tableJsonSchema(): Readonly<Record<string, unknown>> {
  return z.toJSONSchema(tableFileSchema, { io: "input", target: "draft-7" })
}
