import type { RecountSummary } from "../discussion/outcome.ts"
import type { DiscussionState } from "../discussion/state.ts"
import { findSynthesis } from "../discussion/turn.ts"
import type { Ballot, Vote } from "../discussion/vote.ts"
import { ConclaveError } from "../errors.ts"
import { languageFor } from "../languages/index.ts"
import { findProtocol, type ProtocolName, protocolNames } from "../protocols/index.ts"
import type { CountResult, ProtocolRule } from "../protocols/protocol.ts"
import { optionNames } from "../reading/match-option.ts"
import { readChoiceProse } from "../reading/read-choice.ts"
import { wordsOf } from "../reading/words/index.ts"
import { lastDecidingBallot } from "./ballot-positions.ts"
import { clusterProposals } from "./cluster-proposals.ts"
import { requiredAgreement } from "./count-ballot.ts"
import { type Assumption, assumptionsFor, normalizeVotes, placeWeights, seatWeights } from "./normalized-votes.ts"

/** The last readable ballot on the topic, counted by another protocol. */
export interface Recount extends CountResult {
  readonly ballotId: string
  readonly protocol: ProtocolName
  readonly options: readonly string[]
  /** The original winner, if any. */
  readonly decided?: string
  readonly differs: boolean
  readonly assumed: readonly Assumption[]
}

/** Counts the last vote on the topic by another voting method. Throws STATE_INVALID if there was none. */
export function recount(state: DiscussionState, protocol: ProtocolName): Recount {
  const ballot = lastDecidingBallot(state)
  if (!ballot) throw new ConclaveError("STATE_INVALID", "there is no vote on the topic to recount yet")
  return recountBallot(state, ballot, protocol)
}

/**
 * Recounts by every protocol that applies: weights and scores only if there are any, a chair only if its synthesis
 * names an option. A single vote is the same under all of them.
 */
export function recountSummaries(state: DiscussionState, ballot: Ballot): readonly RecountSummary[] {
  const { options } = countableBallot(state, ballot)
  if (options.length < 2 || ballot.votes.length < 2) return []
  const given = {
    // A chair that writes from ranked answers does not choose one of them.
    chair: findSynthesis(state.turns) !== undefined && !ballot.answers,
    weights: state.everyone.some((seat) => seat.weight !== undefined),
    scores: ballot.votes.some((vote) => vote.scores),
  }
  return protocolNames
    .filter((protocol) => {
      const { needs } = findProtocol(protocol)
      return needs === undefined || given[needs]
    })
    .map((protocol) => {
      const { winner, differs, tie } = recountBallot(state, ballot, protocol)
      return { protocol, winner: winner ?? null, differs, ...(tie?.by === "order" && { tied: true as const }) }
    })
    .filter(({ protocol, winner }) => winner !== null || findProtocol(protocol).needs !== "chair")
}

function recountBallot(state: DiscussionState, ballot: Ballot, protocol: ProtocolName): Recount {
  const { options, votes, decided, fromProposals: drawn } = countableBallot(state, ballot)
  const { form, count: countVotes } = findProtocol(protocol)
  const count = countVotes(normalizeVotes(votes, options, ballot.orders), options, protocolRule(state, ballot, options))
  return {
    ballotId: ballot.id,
    protocol,
    options,
    ...(decided !== undefined && { decided }),
    ...count,
    differs: count.winner !== decided,
    assumed: [...assumptionsFor(votes, form), ...(drawn ? (["proposals_as_options"] as const) : [])],
  }
}

interface CountableBallot {
  readonly options: readonly string[]
  readonly votes: readonly Vote[]
  readonly decided: string | undefined
  readonly fromProposals: boolean
  /** Full texts of options that were shortened. */
  readonly texts: ReadonlyMap<string, string>
}

/** For a consensus check, proposals become options: each vote counts for its own proposal, or for the agreed one. */
export function countableBallot(state: DiscussionState, ballot: Ballot): CountableBallot {
  const { result } = ballot
  if (ballot.asks === "choice") {
    const { options, votes } = ballot
    return { options, votes, decided: result?.choice, fromProposals: false, texts: new Map() }
  }
  const clusters = clusterProposals(ballot.votes, languageFor(state.table.language))
  const agreed = result?.passed ? clusters.find(({ text }) => text === result.finalSolution)?.option : undefined
  const votes = ballot.votes.map((vote): Vote => {
    const own = clusters.find(({ roles }) => roles.includes(vote.seat))?.option
    const choice = vote.hasConsensus && agreed !== undefined ? agreed : own
    return choice === undefined ? vote : { ...vote, choice }
  })
  const options = clusters.map(({ option }) => option).filter((option) => votes.some((vote) => vote.choice === option))
  const texts = new Map(clusters.map(({ option, text }) => [option, text]))
  return { options, votes, decided: agreed, fromProposals: true, texts }
}

function protocolRule(state: DiscussionState, ballot: Ballot, options: readonly string[]): ProtocolRule {
  const synthesis = findSynthesis(state.turns)?.content
  const named =
    synthesis === undefined
      ? undefined
      : readChoiceProse(synthesis, optionNames(options, wordsOf({ code: state.table.language }), state.table.topic))
  return {
    agreement: requiredAgreement(state, ballot),
    minConfidence: state.table.format.settings.minConfidence,
    weights: seatWeights(state),
    places: placeWeights(state, ballot),
    chair: named === undefined ? undefined : options[named.option],
  }
}
