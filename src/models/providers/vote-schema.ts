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
const stringList: Schema = { type: "array", items: { type: "string" } }
const schemas: Readonly<Record<VoteForm, Schema>> = {
  "yes-no": strictObject({
    ...reasoningFields,
    proposedSolution: { type: "string" },
    hasConsensus: { type: "boolean" },
  }),
  single: strictObject({ ...reasoningFields, ...amount, choice: { type: "string" } }),
  ranking: strictObject({ ...reasoningFields, ...amount, ranking: stringList }),
  approval: strictObject({ ...reasoningFields, ...amount, approved: stringList }),
  scores: strictObject({
    ...reasoningFields,
    ...amount,
    scores: {
      type: "array",
      items: strictObject({ option: { type: "string" }, score: { type: "number", description: "0 to 10" } }),
    },
  }),
}

/** The object that a vote is asked for as, in the words of the prompts. */
export function voteFormat(form: VoteForm): ResponseFormat {
  return { type: "json", name: "vote", schema: schemas[form] }
}

/** Every key required and none besides: what strict providers demand. */
function strictObject(properties: Record<string, Schema>): Schema {
  return { type: "object", properties, required: Object.keys(properties), additionalProperties: false }
}
