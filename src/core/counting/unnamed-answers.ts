import type { Seat } from "../discussion/seat.ts"
import type { DiscussionState } from "../discussion/state.ts"
import type { Ballot, Vote } from "../discussion/vote.ts"
import type { Language } from "../languages/language.ts"
import { fullOptionText, optionsForVoter } from "./ballot-options.ts"

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
