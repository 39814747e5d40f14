import { ballotFormNames } from "./vote.ts"

/** The form of an answer: text, yes or no, a ballot's form, or the name of the next speaker. */
export const answerForms = ["text", "yes-no", ...ballotFormNames, "name"] as const

/** The question to a person or outside agent, short enough to answer without the whole prompt. */
export interface SeatQuestion {
  readonly question: string
  readonly form: (typeof answerForms)[number]
  /** The options, in the order in which this seat sees them. */
  readonly options?: readonly string[]
  readonly mayPass?: true
  /** A valid answer. */
  readonly example: string
}
