import type { RecountNote } from "../discussion/outcome.ts"
import type { DiscussionState } from "../discussion/state.ts"
import { type Ballot, type ProtocolName, protocolNames, type Vote } from "../discussion/vote.ts"
import { ConclaveError } from "../errors.ts"
import { languageFor } from "../prompting/languages/index.ts"
import { optionNames } from "../reading/match-option.ts"
import { readChoiceProse } from "../reading/read-choice-prose.ts"
import { wordsOf } from "../reading/words/index.ts"
import { clusterProposals } from "./cluster-proposals.ts"
import { ballotForms, protocols } from "./protocols/index.ts"
import { type Assumption, assumedFor, papersOf } from "./protocols/papers.ts"
import type { Count, Rule } from "./protocols/protocol.ts"
import { isDecision } from "./standing.ts"
import { weightsOf } from "./weights/weights-of.ts"

/** The last ballot on the matter, counted in another way. */
export interface Recount extends Count {
  readonly ballotId: string
  readonly protocol: ProtocolName
  readonly options: readonly string[]
  /** What the ballot itself was decided for, if anything. */
  readonly decided?: string
  readonly differs: boolean
  readonly assumed: readonly Assumption[]
}

/** Counts the last ballot under one protocol, from the votes as they were cast. */
export function recount(state: DiscussionState, protocol: ProtocolName): Recount {
  const ballot = state.ballots.findLast((one) => one.result && isDecision(one))
  if (!ballot) {
    throw new ConclaveError("STATE_INVALID", "nobody has voted on the matter yet; there is nothing to recount")
  }
  return recountBallot(state, ballot, protocol)
}

/** The protocols that these votes can tell apart: weights, a chair and scores count only where there are any. */
export function recountNotes(state: DiscussionState, ballot: Ballot): readonly RecountNote[] {
  const { options } = countable(state, ballot)
  if (options.length < 2) return []
  const spoken = state.turns.some((turn) => turn.purpose === "synthesis" && !turn.passed)
  const needed: { readonly [P in ProtocolName]?: boolean } = {
    chair: spoken,
    weighted: state.everyone.some((seat) => seat.weight !== undefined),
    score: ballot.votes.some((vote) => vote.scores),
  }
  return protocolNames
    .filter((protocol) => needed[protocol] ?? true)
    .map((protocol) => {
      const { winner, differs } = recountBallot(state, ballot, protocol)
      return { protocol, winner: winner ?? null, differs }
    })
}

function recountBallot(state: DiscussionState, ballot: Ballot, protocol: ProtocolName): Recount {
  const { options, votes, decided, drawn } = countable(state, ballot)
  const count = protocols[protocol](papersOf(votes, options), options, ruleOf(state, ballot, options))
  return {
    ballotId: ballot.id,
    protocol,
    options,
    ...(decided !== undefined && { decided }),
    ...count,
    differs: count.winner !== decided,
    assumed: [...assumedFor(votes, ballotForms[protocol]), ...(drawn ? (["proposals_as_options"] as const) : [])],
  }
}

interface Countable {
  readonly options: readonly string[]
  readonly votes: readonly Vote[]
  readonly decided: string | undefined
  readonly drawn: boolean
  /** In full, what an option has only the beginning of. */
  readonly texts: ReadonlyMap<string, string>
}

/** Where the ballot asked for consensus, each vote is for what it proposes; those who agreed, for what they agreed on. */
export function countable(state: DiscussionState, ballot: Ballot): Countable {
  const { result } = ballot
  if (ballot.asks === "choice") {
    return { options: ballot.options, votes: ballot.votes, decided: result?.choice, drawn: false, texts: new Map() }
  }
  const clusters = clusterProposals(ballot.votes, languageFor(state.table.language))
  const agreed = result?.passed ? clusters.find(({ text }) => text === result.finalSolution)?.option : undefined
  const votes = ballot.votes.map((vote): Vote => {
    const own = clusters.find(({ roles }) => roles.includes(vote.role))?.option
    const choice = vote.hasConsensus && agreed !== undefined ? agreed : own
    return choice === undefined ? vote : { ...vote, choice }
  })
  const options = clusters.map(({ option }) => option).filter((option) => votes.some((vote) => vote.choice === option))
  const texts = new Map(clusters.map(({ option, text }) => [option, text]))
  return { options, votes, decided: agreed, drawn: true, texts }
}

function ruleOf(state: DiscussionState, ballot: Ballot, options: readonly string[]): Rule {
  const { settings, stages } = state.table.format
  const stage = stages[ballot.stage]
  const agreement = (stage?.kind === "ballot" ? stage.agreement : undefined) ?? settings.agreement
  const synthesis = state.turns.findLast((turn) => turn.purpose === "synthesis" && !turn.passed)?.content
  const named =
    synthesis === undefined
      ? undefined
      : readChoiceProse(synthesis, optionNames(options, wordsOf({ code: state.table.language })))
  return {
    agreement,
    minConfidence: settings.minConfidence,
    weights: weightsOf(state),
    chair: named === undefined ? undefined : options[named.option],
  }
}
