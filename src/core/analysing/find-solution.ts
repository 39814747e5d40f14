import { isDecidingBallot } from "../counting/ballot-positions.ts"
import { mostConfident } from "../counting/count-ballot.ts"
import { normalizeVotes } from "../counting/normalized-votes.ts"
import { countableBallot } from "../counting/recount.ts"
import { isHardLimit, type SolutionSource, type StoppingReason } from "../discussion/outcome.ts"
import type { DiscussionState } from "../discussion/state.ts"
import { isSeatTurn } from "../discussion/turn.ts"
import type { Ballot } from "../discussion/vote.ts"
import { plurality } from "../protocols/plurality.ts"

export interface Solution {
  readonly text: string
  readonly from: SolutionSource
}

interface Ending {
  readonly stoppingReason: StoppingReason
  readonly agreed: boolean
  readonly ballot: Ballot | undefined
  readonly decided: boolean
  /** It is the first, which stands against the last. */
  readonly isFirst: boolean
}

/** What a discussion that ends so has to say, and where that comes from. */
export function findSolution(state: DiscussionState, ending: Ending): Solution | undefined {
  const { stoppingReason, agreed, ballot, decided, isFirst } = ending
  const written = state.turns.findLast((turn) => turn.purpose === "synthesis" && !turn.passed)?.content
  const synthesis = toSolution(written, "synthesis")
  const byBallot = agreed
    ? (toSolution(ballot?.result?.finalSolution, "agreement") ??
      synthesis ??
      toSolution(lastWordsOfMostConfident(state, ballot), "agreement"))
    : decided
      ? toSolution(ballot?.result?.finalSolution, isFirst ? "first_vote" : "ballot")
      : undefined
  const byChair = state.table.format.settings.protocol === "chair"
  const found = byChair ? (synthesis ?? byBallot) : (byBallot ?? synthesis)
  const recorded = found ?? toSolution(state.record?.answer, "record")
  return recorded ?? (isHardLimit(stoppingReason) ? bestSoFar(state) : undefined)
}

function toSolution(text: string | undefined, from: SolutionSource): Solution | undefined {
  return text === undefined ? undefined : { text, from }
}

/** What a vote came to, else what most stood for in the last one, else what was said last. */
function bestSoFar(state: DiscussionState): Solution | undefined {
  const ballot = state.ballots.findLast((one) => one.result && isDecidingBallot(one))
  const lastWords = state.turns.findLast((turn) => !turn.passed)?.content
  return (
    toSolution(ballot?.result?.finalSolution, "ballot") ??
    toSolution(ballot && mostSupported(state, ballot), "proposal") ??
    toSolution(lastWords, "last_words")
  )
}

function mostSupported(state: DiscussionState, ballot: Ballot): string | undefined {
  const { votes, options, texts } = countableBallot(state, ballot)
  const rule = { agreement: "any", minConfidence: 0 } as const
  const { winner } = plurality.count(normalizeVotes(votes, options), options, rule)
  return winner === undefined ? undefined : (texts.get(winner) ?? winner)
}

/** Those who agree without writing down on what, agree on what the surest of them said last. */
function lastWordsOfMostConfident(state: DiscussionState, ballot: Ballot | undefined): string | undefined {
  const voter = mostConfident(ballot?.votes.filter((vote) => vote.hasConsensus === true) ?? [])
  return state.turns.findLast((turn) => turn.seat === voter?.seat && !turn.passed && isSeatTurn(turn))?.content
}
