import { z } from "zod"
import { cleanText, grouped } from "../core/text.ts"

export const maxMessageLength = 50_000
const maxNameLength = 100
const maxExternalIdLength = 200

function textSchema(limit: number) {
  return z
    .string()
    .overwrite(cleanText)
    .max(limit, `must have at most ${grouped(limit)} characters; shorten it`)
    .refine((value) => value.trim() !== "", "must not be empty; write at least one word")
}

/** Text of a message, without characters that a database cannot store. */
export const messageSchema = textSchema(maxMessageLength)

/** Names appear in mentions and labels, so they must not contain characters that end either. */
export const agentNameSchema = textSchema(maxNameLength)
  .refine((value) => !/[\n\t<>"“”]/.test(value.trim()), "must be one line without tabs, quotation marks, < and >")
  .overwrite((value) => value.trim().replace(/\s+/g, " "))

/** External ids: of tasks, and idempotency keys. */
export const externalIdSchema = textSchema(maxExternalIdLength).overwrite((value) => value.trim())
