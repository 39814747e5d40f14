import { decidingBallots, firstAndFinalPositions, lastDecidingBallot } from "../counting/ballot-positions.ts"
import { mostConfident } from "../counting/count-ballot.ts"
import { normalizeVotes, placeWeights, seatWeights, winnerProbability } from "../counting/normalized-votes.ts"
import { countableBallot, recountSummaries } from "../counting/recount.ts"
import {
  type Contribution,
  type Dissent,
  isHardLimit,
  type Likelihood,
  type Outcome,
  type Proposal,
  type SolutionSource,
  type StoppingReason,
} from "../discussion/outcome.ts"
import type { SeatId } from "../discussion/seat.ts"
import type { DiscussionState } from "../discussion/state.ts"
import { findSynthesis, type Turn } from "../discussion/turn.ts"
import { sumUsage } from "../discussion/usage.ts"
import type { Ballot, Vote } from "../discussion/vote.ts"
import type { ErrorDetail } from "../errors.ts"
import { languageFor } from "../languages/index.ts"
import { plurality } from "../protocols/plurality.ts"
import { excerpt } from "../text.ts"
import { buildBaseline } from "./baseline.ts"
import { type Ending, findDecidedBy } from "./decided-by.ts"
import { outcomeSentence } from "./outcome-sentence.ts"
import { firstVoteToKeep, supportsOption } from "./position-changes.ts"

const maxExcerptLength = 200

/** The outcome of a discussion that ends now for this reason. */
export function buildOutcome(state: DiscussionState, stoppingReason: StoppingReason, error?: ErrorDetail): Outcome {
  const last = lastDecidingBallot(state)
  const first = firstVoteToKeep(state)
  const ballot = first ?? last
  const isWritten = findSynthesis(state.turns) !== undefined
  // A ranking of answers is input for the synthesis; it decides only if no synthesis was written.
  const binds = ballot?.answers === undefined || !isWritten
  const decided = binds && ballot?.result?.passed === true && ballot.result.protocol !== undefined
  const yes = ballot?.result?.yes ?? 0
  const unanimous = stoppingReason === "decided" && !first && decided && yes === ballot.voters.length
  // A single voter can decide, but not agree.
  const agreed = yes > 1 && (stoppingReason === "consensus_reached" || unanimous)
  const ending = { stoppingReason, hasFailed: error !== undefined, agreed, ballot, decided }
  const solution = findSolution(state, ending, first !== undefined)
  const proposal = agreed || decided ? undefined : bestProposal(state)
  const likelihood = decided ? winnerLikelihood(state, ballot) : undefined
  const votes = firstAndFinalPositions(state)
  const decidedBy = findDecidedBy(state, ending)
  const baseline = error || stoppingReason === "user_abort" ? undefined : buildBaseline(state, decidedBy)
  const rounds = state.rounds.length
  const name = (id: SeatId) => nameOf(state, id)
  const recounts = last ? recountSummaries(state, last) : []
  return {
    stoppingReason,
    agreed,
    decidedBy,
    sentence: outcomeSentence({ decidedBy, stoppingReason, rounds }, name, languageFor(state.table.language)),
    ...(solution && { solution: solution.text, solutionFrom: solution.from }),
    ...(likelihood && solution && { likelihood }),
    ...((agreed || decided) && ballot?.result?.amount !== undefined && { amount: ballot.result.amount }),
    ...(proposal && { bestProposal: proposal }),
    ...(state.table.result && structuredResult(state)),
    rounds,
    contributions: seatContributions(state),
    dissent: last && ballot?.result && !ballot.answers ? dissentingVotes(state, last, ballot) : [],
    ...(votes && { votes }),
    ...(recounts.length > 0 && { recounts }),
    ...(baseline && { baseline }),
    usage: sumUsage(state.usage),
    ...(error && { error }),
  }
}

function nameOf({ everyone }: DiscussionState, id: SeatId): string {
  return everyone.find((seat) => seat.id === id)?.name ?? id
}

function bestProposal(state: DiscussionState): Proposal | undefined {
  const ballot = state.ballots.findLast(({ votes }) => votes.some((vote) => vote.proposedSolution))
  const best = mostConfident(ballot?.votes.filter((vote) => vote.proposedSolution) ?? [])
  if (!best) return undefined
  return { ...(!ballot?.secret && { seat: best.seat }), solution: best.proposedSolution!, confidence: best.confidence }
}

function seatContributions(state: DiscussionState): readonly Contribution[] {
  return state.everyone.map((seat) => {
    const own = state.turns.filter((turn) => turn.seat === seat.id && isSeatTurn(turn))
    const spoken = own.filter((turn) => !turn.passed)
    return {
      seat: seat.id,
      name: seat.name,
      turns: spoken.length,
      passes: own.length - spoken.length,
      characters: spoken.reduce((sum, turn) => sum + turn.content.length, 0),
      excerpt: excerpt(spoken.at(-1)?.content ?? "", maxExcerptLength),
    }
  })
}

/** The last votes that do not support the ballot's result. Unreadable votes are not dissent. */
function dissentingVotes(state: DiscussionState, last: Ballot, ballot: Ballot): readonly Dissent[] {
  const { choice, amount, protocol } = ballot.result ?? {}
  const isSupporting = (vote: Vote) => {
    if (ballot.asks !== "choice") return vote.hasConsensus === true
    return supportsOption(vote, choice) && (protocol !== undefined || vote.amount === amount)
  }
  return last.votes
    .filter((vote) => vote.reading !== "unreadable" && !isSupporting(vote))
    .map((vote) => ({
      ...(!last.secret && { seat: vote.seat, name: nameOf(state, vote.seat) }),
      reading: vote.reading,
      confidence: vote.confidence,
      reasoning: vote.reasoning,
      ...(vote.choice !== undefined && { choice: vote.choice }),
    }))
}

/**
 * The probability that the decision is right, from learned weights. These were learned from independent answers, so it
 * applies only to a first vote cast before any discussion.
 */
function winnerLikelihood(state: DiscussionState, ballot: Ballot | undefined): Likelihood | undefined {
  const { learned, format } = state.table
  const choice = ballot?.result?.protocol === "weighted" ? ballot.result.choice : undefined
  if (!learned || !ballot || choice === undefined || format.settings.decide !== "vote-first") return undefined
  if (decidingBallots(state)[0]?.id !== ballot.id) return undefined
  const weights = seatWeights(state)
  if (ballot.voters.some((voter) => weights[voter] === undefined)) return undefined
  const places = placeWeights(state, ballot) ?? []
  const scores = ballot.options.map((option, place) =>
    ballot.votes.reduce((sum, vote) => sum + (vote.choice === option ? weights[vote.seat]! : 0), places[place] ?? 0),
  )
  const probability = winnerProbability(scores, ballot.options.indexOf(choice), learned.calibration)
  return { probability: Math.round(1_000 * probability) / 1_000, learnedFrom: learned.answers }
}

function structuredResult({ result, failedClosingCalls }: DiscussionState): Pick<Outcome, "result" | "resultProblem"> {
  if (result) return { result: result.value }
  const failed = failedClosingCalls.findLast(({ purpose }) => purpose === "result")
  return { result: null, resultProblem: failed?.message ?? "the discussion ended before it was asked for" }
}

interface Solution {
  readonly text: string
  readonly from: SolutionSource
}

/** The solution, and where it comes from. `isFirst`: the ballot is the first vote, kept regardless of later ones. */
function findSolution(state: DiscussionState, ending: Ending, isFirst: boolean): Solution | undefined {
  const { stoppingReason, agreed, ballot, decided } = ending
  const synthesis = toSolution(findSynthesis(state.turns)?.content, "synthesis")
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

/** The result of a vote, else the most supported position, else the last turn. */
function bestSoFar(state: DiscussionState): Solution | undefined {
  const ballot = lastDecidingBallot(state)
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

/** Seats that agree without stating on what: take the last turn of the most confident one. */
function lastWordsOfMostConfident(state: DiscussionState, ballot: Ballot | undefined): string | undefined {
  const voter = mostConfident(ballot?.votes.filter((vote) => vote.hasConsensus === true) ?? [])
  return state.turns.findLast((turn) => turn.seat === voter?.seat && !turn.passed && isSeatTurn(turn))?.content
}

/** Reports of sub-discussions and interjections do not count as a seat's own contributions. */
function isSeatTurn({ purpose }: Turn): boolean {
  return purpose === "turn" || purpose === "synthesis"
}
