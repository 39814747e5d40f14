import type { BallotStage } from "../discussion/format.ts"
import type { SeatId } from "../discussion/seat.ts"
import type { DiscussionState } from "../discussion/state.ts"
import type { Ballot } from "../discussion/vote.ts"
import { languageFor } from "../languages/index.ts"
import { seededRandom, shuffled } from "../random.ts"
import { type Cluster, clusterProposals } from "./cluster-proposals.ts"

/** What a ballot offers: the options given, or what this round's check for consensus brought when it failed. */
export function ballotOptions(state: DiscussionState, stage: BallotStage): readonly string[] {
  if (stage.asks !== "choice") return []
  return stage.options === "proposals" ? proposalClusters(state).map(({ option }) => option) : state.table.choices
}

/** A proposal in full, where a ballot could show only its beginning. */
export function fullProposalText(state: DiscussionState, option: string): string {
  return proposalClusters(state).find((cluster) => cluster.option === option)?.text ?? option
}

function proposalClusters(state: DiscussionState): readonly Cluster[] {
  const check = state.ballots.findLast((ballot) => ballot.asks === "consensus")
  if (!check?.result || check.result.passed || check.roundNumber !== state.round?.number) return []
  return clusterProposals(check.votes, languageFor(state.table.language))
}

/** An order of the options for each voter, so that no option gains by its place. */
export function shuffledOptionOrders(
  seed: number,
  ballotId: string,
  voters: readonly SeatId[],
  options: number,
): Readonly<Record<SeatId, readonly number[]>> {
  const places = Array.from({ length: options }, (_, index) => index)
  return Object.fromEntries(
    voters.map((voter) => [voter, shuffled(places, seededRandom(seed, "options", ballotId, voter))]),
  )
}

/** The options as one voter sees and numbers them. */
export function optionsForVoter(ballot: Ballot, voter: SeatId): readonly string[] {
  return ballot.orders?.[voter]?.map((place) => ballot.options[place]!) ?? ballot.options
}
