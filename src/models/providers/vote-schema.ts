import type { LanguageModelV4CallOptions } from "@ai-sdk/provider"
import type { BallotForm } from "../../core/discussion/vote.ts"
import type { Ask } from "../../core/prompting/seat-view.ts"

type ResponseFormat = NonNullable<LanguageModelV4CallOptions["responseFormat"]>
type Schema = NonNullable<Extract<ResponseFormat, { type: "json" }>["schema"]>

/** Reasons come first: a model that has written down why decides better than one that has to defend what it said. */
const reasoningFields: Record<string, Schema> = {
  reasoning: { type: "string" },
  confidence: { type: "integer", description: "0 to 100" },
}

const yesNo = strictObject({
  ...reasoningFields,
  proposedSolution: { type: "string" },
  hasConsensus: { type: "boolean" },
})
const amount: Record<string, Schema> = { amount: { type: ["number", "null"] } }
const stringList: Schema = { type: "array", items: { type: "string" } }
const choices: Readonly<Record<BallotForm, Schema>> = {
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

/** The object that a vote is asked for as, in the words of the prompts; undefined where none is asked for. */
export function voteFormat(ask: Ask): ResponseFormat | undefined {
  if (ask.kind !== "vote") return undefined
  return { type: "json", name: "vote", schema: ask.asks === "choice" ? choices[ask.form ?? "single"] : yesNo }
}

/** Every key required and none besides: what strict providers demand. */
function strictObject(properties: Record<string, Schema>): Schema {
  return { type: "object", properties, required: Object.keys(properties), additionalProperties: false }
}
