import { z } from "zod"
import { answerForms } from "../discussion/seat-question.ts"
import { list, text } from "./field-schemas.ts"

/** The question to a seat. Absent in events written by older versions. */
export const questionFields = {
  question: text.optional().describe("the question in words"),
  form: z
    .enum(answerForms)
    .optional()
    .describe("form of the answer: text, yes or no, one of the ballot forms, or a seat's name"),
  options: list(text).optional().describe("the options, in the order in which this seat sees them"),
  mayPass: z.literal(true).optional().describe("`[PASS]` is accepted as an answer"),
  example: text.optional().describe("an example of a valid answer"),
}
