import { markerBlocks } from "./marker-blocks.ts"
import { readConfidence } from "./read-confidence.ts"
import type { FoundVote } from "./read-vote-object.ts"
import { readYesNo } from "./read-yes-no.ts"
import type { ReplyLine } from "./reply-lines.ts"
import { firstLine, solutionText } from "./vote-text.ts"
import type { ReaderWords } from "./words/reader-words.ts"

/** The well-formed vote blocks of a reply: those that say either yes or no. */
export function voteBlocks(lines: readonly ReplyLine[], language: ReaderWords): FoundVote[] {
  return markerBlocks(lines, "vote").flatMap(({ line, fence, doubtful, sections }) => {
    const answer = sections.get("HAS_CONSENSUS") || sections.get("CONSENSUS_CHECK")
    const read = answer === undefined ? undefined : readYesNo(firstLine(answer))
    if (read === undefined || (doubtful && !read.alone)) return []
    const solution = solutionText(sections.get("PROPOSED_SOLUTION"))
    return [
      {
        line,
        fence,
        reading: "markers" as const,
        hasConsensus: read.answer,
        confidence: readConfidence(firstLine(sections.get("CONFIDENCE") ?? ""), language.numbers),
        reasoning: sections.get("REASONING") ?? "",
        ...(solution !== undefined && { proposedSolution: solution }),
      },
    ]
  })
}
