import { ballotFormNames } from "./vote.ts"

/** What an answer looks like: words, yes or no, one of the forms of a ballot, or the name of who speaks next. */
export const answerForms = ["text", "yes-no", ...ballotFormNames, "name"] as const

/** What a person or outside agent is asked, so that an answer can be given without the whole prompt. */
export interface SeatQuestion {
  readonly question: string
  readonly form: (typeof answerForms)[number]
  /** What can be chosen, in the order in which this seat sees it. */
  readonly options?: readonly string[]
  readonly mayPass?: true
  /** An answer that would be understood, as it would be sent. */
  readonly example: string
}
