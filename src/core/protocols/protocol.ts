/** Forms of a choice: one option, all acceptable ones, a ranking, or a score for each. */
export const ballotFormNames = ["single", "approval", "ranking", "scores"] as const
export type BallotForm = (typeof ballotFormNames)[number]

/** `score` is 0 to 10. */
export interface Score {
  readonly option: string
  readonly score: number
}

/** Scores in the order of the options. */
export type Tally = readonly Score[]

/** Options with the same score, and what decided: the confidence of their voters, otherwise their order. */
export interface Tie {
  readonly between: readonly string[]
  readonly by: "confidence" | "order"
}

/** Required share of yes votes: all, any one, or at least this fraction. */
export type Agreement = "all" | "any" | number

/** A vote in a form that every protocol can count. */
export interface NormalizedVote {
  readonly seat: string
  /** Options from best to worst; options that the vote does not mention are missing. Empty if it names none. */
  readonly ranking: readonly string[]
  readonly approved: readonly string[]
  /** The options that were offered to the voter, if not all. */
  readonly offered?: readonly string[]
  readonly scores?: readonly Score[]
  readonly confidence: number
  readonly amount?: number | undefined
  /** Unreadable votes still count as voters where all must agree. */
  readonly unreadable?: boolean
}

export interface ProtocolRule {
  readonly agreement: Agreement
  readonly minConfidence: number
  /** Weights of seats for weighted voting (default: 1). */
  readonly weights?: Readonly<Record<string, number>>
  /** Correction per position on the ballot for weighted voting, in the order of the options. */
  readonly places?: readonly number[] | undefined
  /** The option that the chair's synthesis names. */
  readonly chair?: string | undefined
}

/** The result under one protocol. Without a winner nothing is decided. */
export interface CountResult {
  readonly winner?: string
  readonly amount?: number
  readonly tally: Tally
  readonly tie?: Tie
  /** Intermediate counts, for protocols with several. */
  readonly counts?: readonly { readonly tally: Tally; readonly out: string }[]
}

/**
 * A voting method. To add one: its own file, a line in `index.ts`, `node scripts/write-option-types.ts`, and its name
 * on the page, which the compiler asks for.
 */
export interface Protocol {
  /** Which option wins, in a few words. */
  readonly description: string
  /** The form of vote that it counts. */
  readonly form: BallotForm
  /** `votes`: has a winner if any vote names an option; `agreement`: may have none; `chair`: votes do not decide. */
  readonly decides: "votes" | "agreement" | "chair"
  /** The tally is a number of voters; otherwise it is in points. */
  readonly tallies?: "voters"
  /** Input without which it counts like another protocol. */
  readonly needs?: "weights" | "scores" | "chair"
  readonly count: (votes: readonly NormalizedVote[], options: readonly string[], rule: ProtocolRule) => CountResult
}
