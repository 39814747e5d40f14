import type { LanguageModelV4CallOptions } from "@ai-sdk/provider"
import type { VoteForm } from "../../ports/model.ts"

type ResponseFormat = NonNullable<LanguageModelV4CallOptions["responseFormat"]>
type Schema = NonNullable<Extract<ResponseFormat, { type: "json" }>["schema"]>

/** Reasoning comes first: models decide better after writing down their reasons. */
const reasoningFields: Record<string, Schema> = {
  reasoning: { type: "string" },
  confidence: { type: "integer", description: "0 to 100" },
}

const amount: Record<string, Schema> = { amount: { type: ["number", "null"] } }

/** The schema of a vote, with the field names of the prompts. Given options are enforced as an enum. */
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

/** Limits of strict providers for enums; larger sets are only listed in the prompt. */
const maxOptions = 50
const maxCharacters = 5_000

function optionSchema(options: readonly string[]): Schema {
  const fits = options.length <= maxOptions && options.join("").length <= maxCharacters
  return { type: "string", ...(options.length > 0 && fits && { enum: [...new Set(options)] }) }
}

/** All keys required and no others: strict providers demand it. */
function strictObject(properties: Record<string, Schema>): Schema {
  return { type: "object", properties, required: Object.keys(properties), additionalProperties: false }
}
