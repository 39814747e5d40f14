import { z } from "zod"
import { answerForms } from "../discussion/seat-question.ts"
import { list, text } from "./field-schemas.ts"

/** What a seat is asked; absent in events that older versions wrote. */
export const questionFields = {
  question: text.optional().describe("what is asked, in words"),
  form: z
    .enum(answerForms)
    .optional()
    .describe("what an answer looks like: words, yes or no, a vote on `options` in one of its forms, or a seat's name"),
  options: list(text).optional().describe("what can be chosen, in the order in which this seat sees it"),
  mayPass: z.literal(true).optional().describe("`[PASS]` is an answer"),
  example: text.optional().describe("an answer that would be understood, as it would be sent"),
}
