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

/** The given options, the proposals of this round's consensus check, or the names of seats whose answers are ranked. */
export function ballotOptions(state: DiscussionState, stage: BallotStage): readonly string[] {
  if (stage.asks !== "choice") return []
  if (stage.options === "answers") return rankedAnswers(state, stage).map(({ seat }) => getSeat(state, seat).name)
  return stage.options === "proposals" ? proposalClusters(state).map(({ option }) => option) : state.table.choices
}

/** The last turn of each voter in this round. Only voters are ranked, so that not voting gives no advantage. */
export function rankedAnswers(state: DiscussionState, stage: BallotStage): readonly Turn[] {
  const said = state.turns.slice(state.round?.firstTurn).filter(({ purpose, passed }) => purpose === "turn" && !passed)
  return stageSeats(state, stage).flatMap(({ id }) => said.findLast(({ seat }) => seat === id) ?? [])
}

/** The full text of an option: a seat's answer, or a proposal that the ballot shortened. */
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

/** For each voter, all answers except its own, shuffled. */
export function answerOrders(
  seed: number,
  ballotId: string,
  voters: readonly SeatId[],
  authors: readonly SeatId[],
): Readonly<Record<SeatId, readonly number[]>> {
  const orders = shuffledOptionOrders(seed, ballotId, voters, authors.length)
  return Object.fromEntries(voters.map((voter) => [voter, orders[voter]!.filter((place) => authors[place] !== voter)]))
}

/** A shuffled order for each voter, so that no option benefits from its position. */
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

/** The options for a baseline call; reshuffled for every call if option orders are shuffled. */
export function optionsAskedAlone({ table }: DiscussionState, callId: string): readonly string[] {
  const { choices, seed, format } = table
  if (format.settings.optionOrder !== "shuffled") return choices
  return shuffled(choices, seededRandom(seed, "options", callId))
}

/** The options in the order in which a voter sees them. */
export function optionsForVoter(ballot: Ballot, voter: SeatId): readonly string[] {
  return ballot.orders?.[voter]?.map((place) => ballot.options[place]!) ?? ballot.options
}

interface ShownOptions {
  /** The voter's names for the options, in the order shown. */
  readonly options: readonly string[]
  /** The texts of anonymous answers, if answers are ranked. */
  readonly answers?: readonly string[]
}

/** Models rank answers by number; people and outside agents by name, since they have read the transcript. */
export function shownOptions(state: DiscussionState, ballot: Ballot, voter: Seat, language: Language): ShownOptions {
  const options = optionsForVoter(ballot, voter.id)
  if (!ballot.answers || voter.kind !== "model") return { options }
  return {
    options: options.map((_, index) => language.labels.answer({ number: index + 1 })),
    answers: options.map((option) => fullOptionText(state, ballot, option)),
  }
}

type Preference = Pick<Vote, "choice" | "ranking" | "approved" | "scores" | "reasoning">

/** Translates a vote from the voter's option names to the ballot's, including its reasoning. */
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
