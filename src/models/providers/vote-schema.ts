import type { LanguageModelV4CallOptions } from "@ai-sdk/provider"
import type { VoteForm } from "../../ports/model.ts"

type ResponseFormat = NonNullable<LanguageModelV4CallOptions["responseFormat"]>
type Schema = NonNullable<Extract<ResponseFormat, { type: "json" }>["schema"]>

/** Reasons come first: a model that has written down why decides better than one that has to defend what it said. */
const reasoningFields: Record<string, Schema> = {
  reasoning: { type: "string" },
  confidence: { type: "integer", description: "0 to 100" },
}

const amount: Record<string, Schema> = { amount: { type: ["number", "null"] } }

/** The object that a vote is asked for as, in the words of the prompts. Where options are given, no other can be chosen. */
export function voteFormat(form: VoteForm, options: readonly string[] = []): ResponseFormat {
  return { type: "json", name: "vote", schema: strictObject({ ...reasoningFields, ...answerFields(form, options) }) }
}

function answerFields(form: VoteForm, options: readonly string[]): Record<string, Schema> {
  const option = optionSchema(options)
  switch (form) {
    case "yes-no":
      return { proposedSolution: { type: "string" }, hasConsensus: { type: "boolean" } }
    case "single":
      return { ...amount, choice: option }
    case "ranking":
      return { ...amount, ranking: { type: "array", items: option } }
    case "approval":
      return { ...amount, approved: { type: "array", items: option } }
    case "scores": {
      const score = strictObject({ option, score: { type: "number", description: "0 to 10" } })
      return { ...amount, scores: { type: "array", items: score } }
    }
  }
}

/** What strict providers take as a list of words; more, or longer ones, are only asked for in the prompt. */
const maxOptions = 50
const maxCharacters = 5_000

function optionSchema(options: readonly string[]): Schema {
  const fits = options.length <= maxOptions && options.join("").length <= maxCharacters
  return { type: "string", ...(options.length > 0 && fits && { enum: [...new Set(options)] }) }
}

/** Every key required and none besides: what strict providers demand. */
function strictObject(properties: Record<string, Schema>): Schema {
  return { type: "object", properties, required: Object.keys(properties), additionalProperties: false }
}
