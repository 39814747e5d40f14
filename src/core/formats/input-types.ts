// Written by scripts/write-option-types.ts from the schemas; a test compares the two.

import type { Settings } from "../discussion/settings-type.ts"

/** A seat, as it is asked for. */
export interface SeatInput {
  /** how the others address it */
  readonly name?: string | undefined
  /** who speaks for it: a model unless set, a person, or an outside agent */
  readonly kind?: "model" | "human" | "external" | undefined
  /** what it is at the table for; the format says which roles it knows */
  readonly role?: string | undefined
  /** provider/model; of a list the first is asked, and the next where one fails for good */
  readonly model?: string | readonly string[] | undefined
  /** who it is and how it thinks; shown to nobody else */
  readonly persona?: string | undefined
  /** what it alone is told */
  readonly briefing?: string | undefined
  /** the language it speaks; the discussion's unless set */
  readonly language?: string | undefined
  /** how its model is asked, where that differs from the discussion */
  readonly options?:
    | {
        readonly temperature?: number | undefined
        readonly maxTokens?: number | undefined
        readonly stop?: readonly string[] | undefined
      }
    | undefined
  /** what its vote weighs where votes are weighed; 1 unless set */
  readonly weight?: number | undefined
}

/** How a discussion is decided. */
export interface DecisionInput {
  /** vote-first: answer alone, vote, and discuss only where the votes differ */
  readonly decide?: "discuss-first" | "vote-first" | undefined
  /** vote-first: talk only where no option leads, where votes differ at all, or in every round */
  readonly talk?: "ties" | "differences" | "always" | undefined
  /** vote-first: what decides after talk: all votes together, the last ones, or the first ones */
  readonly counts?: "pooled" | "last" | "first" | undefined
  /** how many must say yes */
  readonly agreement?: "all" | "any" | number | undefined
  /** a yes below this confidence does not count as one */
  readonly minConfidence?: number | undefined
  /** which option wins: consensus (what as many as agreement asks for stand behind, each sure enough), plurality (most votes), approval (most approvals), borda (most points: of n options the first gets n-1, the next n-2, and so on), run-off (the last to stand when the weakest goes, count by count), score (the highest score on average), confidence (most confidence in all), weighted (most weight, each vote as heavy as its seat), chair (what the chair writes at the end) */
  readonly protocol?:
    | "consensus"
    | "plurality"
    | "approval"
    | "borda"
    | "run-off"
    | "score"
    | "confidence"
    | "weighted"
    | "chair"
    | undefined
  /** shuffled: each voter sees the options in an order of its own */
  readonly optionOrder?: "given" | "shuffled" | undefined
  /** what is chosen from; `proposals`: what the seats propose, asked for when they do not agree */
  readonly options?: readonly string[] | "proposals" | undefined
}

/** What a discussion may use. */
export interface BudgetInput {
  /** tokens of all calls together */
  readonly tokens?: number | undefined
  /** of time that is not spent waiting for people */
  readonly seconds?: number | undefined
  /** US dollars, as far as the prices of the models are known */
  readonly dollars?: number | undefined
}

/** What can be said of a discussion besides its format. */
export interface DiscussionOptions {
  /** what is discussed */
  readonly topic: string
  /** who sits at the table; the format's own unless given */
  readonly seats?: readonly SeatInput[] | undefined
  /** settings that differ from the format's */
  readonly options?: { readonly [Name in keyof Settings]?: Settings[Name] | undefined } | undefined
  /** how it is decided, and between what */
  readonly decision?: DecisionInput | undefined
  /** en, es or zh; the configuration's unless given */
  readonly language?: string | undefined
  /** the same seed gives the same orders and the same rehearsal words */
  readonly seed?: number | undefined
  /** what it may use; reaching one of these ends it cleanly */
  readonly budget?: BudgetInput | undefined
}
