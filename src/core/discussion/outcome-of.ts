import { recountNotes } from "../deciding/recount.ts"
import { firstAndFinal, isDecision } from "../deciding/standing.ts"
import type { ErrorDetail } from "../errors.ts"
import { excerpt } from "../text.ts"
import type { Contribution, Dissent, FinalConsensus, Outcome, Proposal, StoppingReason } from "./outcome.ts"
import type { DiscussionState } from "./state.ts"
import type { Turn } from "./turn.ts"
import { addUsage, noUsage } from "./usage.ts"
import type { Ballot, Vote } from "./vote.ts"

const excerptLength = 200

/** What a discussion that stops now, for this reason, leaves behind. */
export function buildOutcome(state: DiscussionState, stoppingReason: StoppingReason, error?: ErrorDetail): Outcome {
  const ballot = lastDecision(state)
  const decided = ballot?.result?.passed && ballot.result.protocol !== undefined ? ballot.result : undefined
  const unanimous = stoppingReason === "decided" && decided?.yes === ballot?.voters.length
  const agreed = stoppingReason === "consensus_reached" || unanimous
  const synthesis = state.turns.findLast((turn) => turn.purpose === "synthesis" && !turn.passed)?.content
  const byBallot = agreed
    ? (ballot?.result?.finalSolution ?? synthesis ?? lastWords(state, ballot))
    : decided?.finalSolution
  const byChair = state.table.format.settings.protocol === "chair"
  const solution = byChair ? (synthesis ?? byBallot) : (byBallot ?? synthesis)
  const proposal = agreed || decided ? undefined : bestProposal(state)
  const votes = firstAndFinal(state)
  const recounts = ballot ? recountNotes(state, ballot) : []
  return {
    stoppingReason,
    agreed,
    ...(solution !== undefined && { solution }),
    ...((agreed || decided) && ballot?.result?.amount !== undefined && { amount: ballot.result.amount }),
    ...(proposal && { bestProposal: proposal }),
    rounds: state.rounds.length,
    contributions: contributions(state),
    dissent: ballot ? dissent(state, ballot) : [],
    ...(votes && { votes }),
    ...(recounts.length > 0 && { recounts }),
    usage: Object.values(state.usage).reduce(addUsage, noUsage),
    ...(error && { error }),
  }
}

/** The agreement in the shape a duet's users know; absent where there is none. */
export function finalConsensus(state: DiscussionState, outcome: Outcome): FinalConsensus | undefined {
  if (!outcome.agreed || outcome.solution === undefined) return undefined
  const said = (role: string) => outcome.contributions.find((contribution) => contribution.role === role)?.excerpt
  const [a, b] = [said("model-a"), said("model-b")]
  return {
    solution: outcome.solution,
    achievedAtRound: state.round?.number ?? 0,
    contributions: outcome.contributions,
    ...(a !== undefined && { modelAContribution: a }),
    ...(b !== undefined && { modelBContribution: b }),
  }
}

function lastDecision(state: DiscussionState): Ballot | undefined {
  return state.ballots.findLast((ballot) => ballot.result && isDecision(ballot))
}

/** Those who agree without writing down on what, agree on what the surest of them said last. */
function lastWords(state: DiscussionState, ballot: Ballot | undefined): string | undefined {
  const voter = surest(ballot?.votes.filter((vote) => vote.hasConsensus === true) ?? [])
  return state.turns.findLast((turn) => turn.role === voter?.role && !turn.passed && isOwn(turn))?.content
}

function bestProposal(state: DiscussionState): Proposal | undefined {
  const votes = state.ballots.findLast((ballot) => ballot.votes.some((vote) => vote.proposedSolution))?.votes ?? []
  const best = surest(votes.filter((vote) => vote.proposedSolution))
  return best && { role: best.role, solution: best.proposedSolution!, confidence: best.confidence }
}

/** The vote with the highest confidence; the earlier seat where two are as sure. */
export function surest(votes: readonly Vote[]): Vote | undefined {
  return votes.reduce<Vote | undefined>(
    (best, vote) => (!best || vote.confidence > best.confidence ? vote : best),
    undefined,
  )
}

/** Who speaks for a sub-discussion says what several came to. */
function isOwn({ purpose }: Turn): boolean {
  return purpose !== "sub-discussion"
}

function contributions(state: DiscussionState): readonly Contribution[] {
  return state.everyone.map((seat) => {
    const own = state.turns.filter((turn) => turn.role === seat.id && isOwn(turn))
    const spoken = own.filter((turn) => !turn.passed)
    return {
      role: seat.id,
      name: seat.name,
      turns: spoken.length,
      passes: own.length - spoken.length,
      characters: spoken.reduce((sum, turn) => sum + turn.content.length, 0),
      excerpt: excerpt(spoken.at(-1)?.content ?? "", excerptLength),
    }
  })
}

function dissent(state: DiscussionState, ballot: Ballot): readonly Dissent[] {
  const { choice, amount, protocol } = ballot.result ?? {}
  const wentAlong = (vote: Vote) => {
    if (ballot.asks !== "choice") return vote.hasConsensus === true
    if (choice === undefined) return false
    if (protocol === "approval") return vote.approved?.includes(choice) ?? vote.choice === choice
    return vote.choice === choice && (protocol !== undefined || vote.amount === amount)
  }
  return ballot.votes
    .filter((vote) => !wentAlong(vote))
    .map((vote) => ({
      role: vote.role,
      name: state.everyone.find((seat) => seat.id === vote.role)?.name ?? vote.role,
      reading: vote.reading,
      confidence: vote.confidence,
      reasoning: vote.reasoning,
      ...(vote.choice !== undefined && { choice: vote.choice }),
    }))
}
