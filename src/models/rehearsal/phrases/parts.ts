import type { Phrases, StanceWords } from "./phrase-book.ts"

/**
 * What is said in parts that table files give to seats. Slots besides those of the phrase book: {risk} what could go
 * wrong, {score} and {less} scores, {count} a number of seats, {amount} a figure.
 */
export interface PartPhrases {
  /** The two sides of a debate; whatever the topic is, it is the motion. */
  readonly motion: { readonly pro: StanceWords; readonly con: StanceWords }
  readonly debate: {
    readonly open: Phrases
    readonly second: Phrases
    /** Grants something to the other side before answering it. */
    readonly grant: Phrases
    readonly turnedOn: Phrases
    readonly unanswered: Phrases
    readonly closePro: Phrases
    readonly closeCon: Phrases
  }
  readonly judge: {
    readonly scored: Phrases
    readonly verdict: Phrases
    readonly even: Phrases
    readonly best: string
    readonly bestOf: (name: string, theme: string) => string
    readonly missed: string
    readonly neither: Phrases
  }
  readonly review: {
    readonly open: Phrases
    readonly grades: readonly [must: string, should: string, taste: string]
    readonly settled: Phrases
    readonly open2: Phrases
    readonly other: Phrases
  }
  readonly author: {
    readonly open: Phrases
    readonly granted: Phrases
    readonly refused: Phrases
    readonly check: Phrases
  }
  readonly editor: {
    readonly decision: Phrases
    readonly must: string
    readonly should: string
    readonly differ: string
    readonly differed: (name: string, option: string) => string
    readonly agreed: string
  }
  readonly facilitator: {
    readonly open: Phrases
    /** `{count} of the experts would …`. */
    readonly camp: (count: number, plan: string) => string
    readonly shared: Phrases
    readonly apart: Phrases
  }
  readonly advocate: {
    readonly leaning: Phrases
    readonly against: Phrases
    readonly met: Phrases
    readonly press: Phrases
    readonly stands: Phrases
  }
  /** Names the figure that an answer needs. */
  readonly figure: Phrases
}
