/** What a `choice` asks for: one option, all that are acceptable, an order of them, or a score for each. */
export const ballotFormNames = ["single", "approval", "ranking", "scores"] as const
export type BallotForm = (typeof ballotFormNames)[number]

/** From 0 to 10. */
export interface Score {
  readonly option: string
  readonly score: number
}

/** What each option got, in the order in which the options were given. */
export type Tally = readonly Score[]

/** Options that came out alike, and what settled it: the surer backers, else the place among the options as given. */
export interface Tie {
  readonly between: readonly string[]
  readonly by: "confidence" | "order"
}

/** How many voters must say yes: all of them, any one, or at least this share. */
export type Agreement = "all" | "any" | number

/** One vote as every protocol can count it. */
export interface NormalizedVote {
  readonly seat: string
  /** Options from best to worst, without those it says nothing about. Empty: it names none. */
  readonly ranking: readonly string[]
  readonly approved: readonly string[]
  /** The options that it could choose from, where these are not all. */
  readonly offered?: readonly string[]
  readonly scores?: readonly Score[]
  readonly confidence: number
  readonly amount?: number | undefined
  /** A vote that nobody could read still counts among the voters where all must agree. */
  readonly unreadable?: boolean
}

export interface ProtocolRule {
  readonly agreement: Agreement
  readonly minConfidence: number
  /** What a seat's vote weighs where it is weighed; 1 for seats that are not named. */
  readonly weights?: Readonly<Record<string, number>>
  /** What an option's place on the ballot counts for where votes are weighed, in the order of the options. */
  readonly places?: readonly number[] | undefined
  /** The option that the chair's synthesis names. */
  readonly chair?: string | undefined
}

/** What the votes come to under one protocol. Without a winner nothing is decided. */
export interface CountResult {
  readonly winner?: string
  readonly amount?: number
  readonly tally: Tally
  readonly tie?: Tie
  /** The counts one after another, where the protocol has several. */
  readonly counts?: readonly { readonly tally: Tally; readonly out: string }[]
}

/** A voting method. Adding one takes its own file and a line in `index.ts`. */
export interface Protocol {
  /** What wins, in a few words. */
  readonly description: string
  /** What a seat has to say for its vote to be counted so. */
  readonly form: BallotForm
  /** `votes` always have a winner where anybody names an option; `agreement` may not come, and a chair decides alone. */
  readonly decides: "votes" | "agreement" | "chair"
  /** Where nobody has given any of these, it counts as another protocol does. */
  readonly needs?: "weights" | "scores" | "chair"
  readonly count: (votes: readonly NormalizedVote[], options: readonly string[], rule: ProtocolRule) => CountResult
}
