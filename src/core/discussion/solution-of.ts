import { papersOf } from "../deciding/protocols/papers.ts"
import { plurality } from "../deciding/protocols/plurality.ts"
import { countable } from "../deciding/recount.ts"
import { isDecision } from "../deciding/standing.ts"
import { isCutOff, type SolutionSource, type StoppingReason } from "./outcome.ts"
import type { DiscussionState } from "./state.ts"
import { surest } from "./surest.ts"
import { isOwn } from "./turn.ts"
import type { Ballot } from "./vote.ts"

export interface Solution {
  readonly text: string
  readonly from: SolutionSource
}

interface Ending {
  readonly stoppingReason: StoppingReason
  readonly agreed: boolean
  /** The ballot that counts, and whether it decided. */
  readonly ballot: Ballot | undefined
  readonly decided: boolean
  /** It is the first, which stands against the last. */
  readonly isFirst: boolean
}

/** What a discussion that ends so has to say, and where that comes from. */
export function solutionOf(state: DiscussionState, ending: Ending): Solution | undefined {
  const { stoppingReason, agreed, ballot, decided, isFirst } = ending
  const written = state.turns.findLast((turn) => turn.purpose === "synthesis" && !turn.passed)?.content
  const synthesis = given(written, "synthesis")
  const byBallot = agreed
    ? (given(ballot?.result?.finalSolution, "agreement") ??
      synthesis ??
      given(lastWordsOfSurest(state, ballot), "agreement"))
    : decided
      ? given(ballot?.result?.finalSolution, isFirst ? "first_vote" : "ballot")
      : undefined
  const byChair = state.table.format.settings.protocol === "chair"
  const found = byChair ? (synthesis ?? byBallot) : (byBallot ?? synthesis)
  return found ?? (isCutOff(stoppingReason) ? bestSoFar(state) : undefined)
}

function given(text: string | undefined, from: SolutionSource): Solution | undefined {
  return text === undefined ? undefined : { text, from }
}

/** What a vote came to, else what most stood for in the last one, else what was said last. */
function bestSoFar(state: DiscussionState): Solution | undefined {
  const ballot = state.ballots.findLast((one) => one.result && isDecision(one))
  const lastWords = state.turns.findLast((turn) => !turn.passed)?.content
  return (
    given(ballot?.result?.finalSolution, "ballot") ??
    given(ballot && bestSupported(state, ballot), "proposal") ??
    given(lastWords, "last_words")
  )
}

function bestSupported(state: DiscussionState, ballot: Ballot): string | undefined {
  const { votes, options, texts } = countable(state, ballot)
  const rule = { agreement: "any", minConfidence: 0 } as const
  const { winner } = plurality(papersOf(votes, options), options, rule)
  return winner === undefined ? undefined : (texts.get(winner) ?? winner)
}

/** Those who agree without writing down on what, agree on what the surest of them said last. */
function lastWordsOfSurest(state: DiscussionState, ballot: Ballot | undefined): string | undefined {
  const voter = surest(ballot?.votes.filter((vote) => vote.hasConsensus === true) ?? [])
  return state.turns.findLast((turn) => turn.seat === voter?.seat && !turn.passed && isOwn(turn))?.content
}
