import type { z } from "zod"
import type { Operation } from "../operations/operation.ts"
import { type ApiAnswer, jsonContent } from "./api.ts"

type Fields = z.ZodObject | undefined

/** An operation's OpenAPI texts; `more` is specific to HTTP. */
function describe({ names, title, description }: Operation, ...more: readonly string[]) {
  return { operationId: names.http!, summary: title, description: [description, ...more].join(" ") }
}

/** An endpoint with the operation's input in the query. `answer` describes the response. */
export function asQuery<T extends Fields, Q extends Fields>(
  operation: Operation<T, Q>,
  answer: string,
  ...more: readonly string[]
) {
  const { target: params, input: query } = operation
  return { ...describe(operation, ...more), params, query, responses: answers(operation, answer, 200) }
}

/** The same with the input in the body. */
export function asBody<T extends Fields, B extends Fields>(
  operation: Operation<T, B>,
  answer: string | { readonly created: string },
  ...more: readonly string[]
) {
  const { target: params, input: body } = operation
  const responses =
    typeof answer === "string" ? answers(operation, answer, 200) : answers(operation, answer.created, 201)
  return { ...describe(operation, ...more), params, body, responses }
}

function answers({ output }: Operation, description: string, status: number): Readonly<Record<number, ApiAnswer>> {
  return output ? { [status]: jsonContent(output, description) } : { 204: { description } }
}
