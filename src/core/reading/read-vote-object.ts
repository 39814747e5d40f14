import { readConfidence } from "./read-confidence.ts"
import { readYesNo } from "./read-yes-no.ts"
import type { Found, ReplyLine } from "./reply-lines.ts"
import { type ReplyObject, replyObjects } from "./reply-objects.ts"
import { plainText, solutionText } from "./vote-text.ts"
import type { ReaderWords } from "./words/reader-words.ts"

export interface FoundVote extends Found {
  readonly reading: "structured" | "markers"
  readonly hasConsensus: boolean
  readonly confidence: number
  readonly reasoning: string
  readonly proposedSolution?: string
}

/** The votes that a reply holds as JSON objects. */
export function voteObjects(lines: readonly ReplyLine[], language: ReaderWords): (FoundVote & ReplyObject)[] {
  return replyObjects(lines, "hasconsensus").flatMap((object) => {
    const hasConsensus = truth(object.fields.get("hasconsensus"))
    if (hasConsensus === undefined) return []
    const solution = solutionText(object.fields.get("proposedsolution") ?? object.fields.get("solution"))
    return [
      {
        ...object,
        reading: "structured" as const,
        hasConsensus,
        confidence: readConfidence(object.fields.get("confidence"), language.numbers),
        reasoning: plainText(object.fields.get("reasoning") ?? object.fields.get("reason")),
        ...(solution !== undefined && { proposedSolution: solution }),
      },
    ]
  })
}

function truth(value: unknown): boolean | undefined {
  if (typeof value === "boolean") return value
  return typeof value === "string" ? readYesNo(value)?.answer : undefined
}
