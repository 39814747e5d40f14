import { fromBlock, markerBlocks } from "./marker-blocks.ts"
import { readVoteProse } from "./read-vote-prose.ts"
import { readYesNo } from "./read-yes-no.ts"
import { type Answer, type FoundAnswer, lastAnswer, type ReplyLine, replyLines } from "./reply-lines.ts"
import { fromObject, replyObjects } from "./reply-objects.ts"
import { asReasoning, firstLine, solutionText } from "./vote-text.ts"
import { wordsOf } from "./words/index.ts"
import type { ReaderWords } from "./words/reader-words.ts"

interface YesOrNo {
  readonly hasConsensus: boolean
  readonly proposedSolution?: string
}

export type VoteAnswer = Answer<YesOrNo>

/** Reads the answer to a yes-or-no ballot from an object or block, else from the prose. Never throws. */
export function readVote({
  text,
  language: { code },
}: {
  text: string
  language: { readonly code: string }
}): VoteAnswer {
  const language = wordsOf({ code })
  const lines = replyLines(text)
  const blocks = voteBlocks(lines, language)
  const vote = lastAnswer(blocks, voteObjects(lines, language), lines)
  if (vote !== undefined) {
    const { reading, hasConsensus, confidence, reasoning, proposedSolution } = vote
    return { reading, hasConsensus, confidence, reasoning, ...proposed(proposedSolution) }
  }
  const prose = readVoteProse(lines, language)
  return prose === undefined
    ? { reading: "unreadable", text }
    : { reading: "inferred", ...prose, reasoning: asReasoning(text) }
}

/** The well-formed vote blocks of a reply: those with either yes or no. */
function voteBlocks(lines: readonly ReplyLine[], language: ReaderWords): FoundVote[] {
  return markerBlocks(lines, "vote").flatMap((block) => {
    const { doubtful, sections } = block
    const answer = sections.get("HAS_CONSENSUS") || sections.get("CONSENSUS_CHECK")
    const read = answer === undefined ? undefined : readYesNo(firstLine(answer))
    if (read === undefined || (doubtful && !read.alone)) return []
    const solution = solutionText(sections.get("PROPOSED_SOLUTION"))
    return [{ ...fromBlock(block, language.numbers), hasConsensus: read.answer, ...proposed(solution) }]
  })
}

type FoundVote = FoundAnswer & YesOrNo

/** The votes given as JSON objects. */
function voteObjects(lines: readonly ReplyLine[], language: ReaderWords): (FoundVote & { ownLine: boolean })[] {
  return replyObjects(lines, "vote").flatMap((object) => {
    const hasConsensus = parseBoolean(object.value)
    if (hasConsensus === undefined) return []
    const solution = solutionText(object.fields.get("proposedsolution") ?? object.fields.get("solution"))
    return [{ ...fromObject(object, language.numbers), hasConsensus, ...proposed(solution) }]
  })
}

function proposed(solution: string | undefined) {
  return solution === undefined ? {} : { proposedSolution: solution }
}

function parseBoolean(value: unknown): boolean | undefined {
  if (typeof value === "boolean") return value
  return typeof value === "string" ? readYesNo(value)?.answer : undefined
}
