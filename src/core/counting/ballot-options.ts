import type { BallotStage } from "../discussion/format.ts"
import type { Seat, SeatId } from "../discussion/seat.ts"
import { getSeat, stageSeats } from "../discussion/seat-queries.ts"
import type { DiscussionState } from "../discussion/state.ts"
import type { Turn } from "../discussion/turn.ts"
import type { Ballot, Vote } from "../discussion/vote.ts"
import { languageFor } from "../languages/index.ts"
import type { Language } from "../languages/language.ts"
import { seededRandom, shuffled } from "../random.ts"
import { type Cluster, clusterProposals } from "./cluster-proposals.ts"

/** What a ballot offers: the options given, what this round's check for consensus brought, or whose answers there are. */
export function ballotOptions(state: DiscussionState, stage: BallotStage): readonly string[] {
  if (stage.asks !== "choice") return []
  if (stage.options === "answers") return rankedAnswers(state, stage).map(({ seat }) => getSeat(state, seat).name)
  return stage.options === "proposals" ? proposalClusters(state).map(({ option }) => option) : state.table.choices
}

/** What each voter said last in this round: only whoever ranks can be ranked, so that nobody gains by not voting. */
export function rankedAnswers(state: DiscussionState, stage: BallotStage): readonly Turn[] {
  const said = state.turns.slice(state.round?.firstTurn).filter(({ purpose, passed }) => purpose === "turn" && !passed)
  return stageSeats(state, stage).flatMap(({ id }) => said.findLast(({ seat }) => seat === id) ?? [])
}

/** What an option stands for in full: a seat's answer, or a proposal of which a ballot could show only the beginning. */
export function fullOptionText(state: DiscussionState, { answers, options }: Ballot, option: string): string {
  const answer = answers?.[options.indexOf(option)]
  if (answer !== undefined) return state.turns.find(({ id }) => id === answer)?.content ?? option
  return proposalClusters(state).find((cluster) => cluster.option === option)?.text ?? option
}

function proposalClusters(state: DiscussionState): readonly Cluster[] {
  const check = state.ballots.findLast((ballot) => ballot.asks === "consensus")
  if (!check?.result || check.result.passed || check.roundNumber !== state.round?.number) return []
  return clusterProposals(check.votes, languageFor(state.table.language))
}

/** For each voter all answers but its own, in an order of its own. */
export function answerOrders(
  seed: number,
  ballotId: string,
  voters: readonly SeatId[],
  authors: readonly SeatId[],
): Readonly<Record<SeatId, readonly number[]>> {
  const orders = shuffledOptionOrders(seed, ballotId, voters, authors.length)
  return Object.fromEntries(voters.map((voter) => [voter, orders[voter]!.filter((place) => authors[place] !== voter)]))
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

/** The options as a seat sees them that is asked alone; in another order each time where orders differ by voter. */
export function optionsAskedAlone({ table }: DiscussionState, callId: string): readonly string[] {
  const { choices, seed, format } = table
  if (format.settings.optionOrder !== "shuffled") return choices
  return shuffled(choices, seededRandom(seed, "options", callId))
}

/** The options as one voter sees and numbers them. */
export function optionsForVoter(ballot: Ballot, voter: SeatId): readonly string[] {
  return ballot.orders?.[voter]?.map((place) => ballot.options[place]!) ?? ballot.options
}

interface ShownOptions {
  /** What the voter calls them, in the order in which it sees them. */
  readonly options: readonly string[]
  /** Where these are answers whose authors it may not know: their words. */
  readonly answers?: readonly string[]
}

/**
 * The options as one voter may know them. A model that ranks answers knows them by a number; people and outside agents
 * have read the transcript with its names.
 */
export function shownOptions(state: DiscussionState, ballot: Ballot, voter: Seat, language: Language): ShownOptions {
  const options = optionsForVoter(ballot, voter.id)
  if (!ballot.answers || voter.kind !== "model") return { options }
  return {
    options: options.map((_, index) => language.labels.answer({ number: index + 1 })),
    answers: options.map((option) => fullOptionText(state, ballot, option)),
  }
}

type Preference = Pick<Vote, "choice" | "ranking" | "approved" | "scores" | "reasoning">

/** A vote on options that the voter knew by other words, in the ballot's own; in its reasons too. */
export function inBallotWords<Given extends Preference>(
  vote: Given,
  shown: readonly string[],
  options: readonly string[],
): Given {
  if (shown === options) return vote
  const own = (option: string) => options[shown.indexOf(option)] ?? option
  const { choice, ranking, approved, scores, reasoning } = vote
  return {
    ...vote,
    ...(choice !== undefined && { choice: own(choice) }),
    ...(ranking && { ranking: ranking.map(own) }),
    ...(approved && { approved: approved.map(own) }),
    ...(scores && { scores: scores.map(({ option, score }) => ({ option: own(option), score })) }),
    reasoning: shown.reduce(
      (text, label, index) => text.replace(new RegExp(`${label}(?!\\d)`, "giu"), () => options[index]!),
      reasoning,
    ),
  }
}
