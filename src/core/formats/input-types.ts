// Written by scripts/write-option-types.ts from the schemas; a test compares the two.

import type { Settings } from "../discussion/settings-type.ts"

/** A seat, as it is asked for. */
export interface SeatInput {
  /** its name, which the others see */
  readonly name?: string | undefined
  /** who speaks: a model (default), a person or an outside agent */
  readonly kind?: "model" | "human" | "external" | undefined
  /** its role; the format says which it knows */
  readonly role?: string | undefined
  /** provider/model, or a list: the next is used where one fails for good */
  readonly model?: string | readonly string[] | undefined
  /** its private instructions: who it is and how it thinks */
  readonly persona?: string | undefined
  /** private information for this seat alone */
  readonly briefing?: string | undefined
  /** the language it speaks (default: the discussion's) */
  readonly language?: string | undefined
  /** model settings that differ from the discussion's */
  readonly options?:
    | {
        /** sampling temperature of turns */
        readonly temperature?: number | undefined
        /** maximum tokens of a turn */
        readonly maxTokens?: number | undefined
        /** stop sequences of its turns */
        readonly stop?: readonly string[] | undefined
        /** what an `acp/` agent is allowed when it asks for leave, each time anew (default: nothing) */
        readonly permissions?:
          | readonly (
              | "read"
              | "search"
              | "fetch"
              | "think"
              | "edit"
              | "move"
              | "delete"
              | "execute"
              | "switch_mode"
              | "other"
            )[]
          | undefined
        /** how much its model thinks before it speaks and votes (default: the provider's) */
        readonly effort?: "none" | "minimal" | "low" | "medium" | "high" | "xhigh" | "max" | undefined
        /** fields of the provider's own, passed on as they are, such as serviceTier of OpenAI */
        readonly providerOptions?: { readonly [name: string]: unknown } | undefined
      }
    | undefined
  /** weight of its vote with the protocol `weighted` (default: 1) */
  readonly weight?: number | undefined
}

/** How a discussion is decided. */
export interface DecisionInput {
  /** vote-first: each seat answers alone and votes; they discuss only where that can help */
  readonly decide?: "discuss-first" | "vote-first" | undefined
  /** vote-first: discuss only ties, whenever votes differ, or always */
  readonly talk?: "ties" | "differences" | "always" | undefined
  /** vote-first: which votes decide after a discussion: all of them together, the last, or the first */
  readonly counts?: "pooled" | "last" | "first" | undefined
  /** how many must say yes: all, any, or a share such as 0.6 */
  readonly agreement?: "all" | "any" | number | undefined
  /** minimum confidence of a yes vote to count, 0 to 100 */
  readonly minConfidence?: number | undefined
  /** voting method: consensus (what as many as agreement asks for stand behind, each sure enough), plurality (most votes), approval (most approvals), borda (most points: of n options the first gets n-1, the next n-2, and so on), run-off (the last to stand when the weakest goes, count by count), score (the highest score on average), confidence (most confidence in all), weighted (most weight, each vote as heavy as its seat), chair (what the chair writes at the end) */
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
    | `own:${string}`
    | undefined
  /** shuffled: each voter sees the options in a different order */
  readonly optionOrder?: "given" | "shuffled" | undefined
  /** the options to vote on; `proposals`: what the seats propose, voted on when they do not agree */
  readonly options?: readonly string[] | "proposals" | undefined
  /** whether votes are secret: counts and reasons without names (default: as the format says) */
  readonly secret?: boolean | undefined
  /** what was learned besides `seats[].weight`, as `conclave eval --save` writes it */
  readonly learned?:
    | {
        /** from how many answers the weights were learned */
        readonly answers: number
        /** what each place on the ballot counts for */
        readonly places: readonly number[]
        /** corrects how likely the winner is right, in log-odds */
        readonly calibration: {
          /** what is added */
          readonly offset: number
          /** what the log-odds are multiplied by */
          readonly slope: number
        }
      }
    | undefined
}

/** What a discussion may use. */
export interface BudgetInput {
  /** tokens of all model calls together, after which it ends */
  readonly tokens?: number | undefined
  /** seconds after which it ends, without the time spent waiting for people */
  readonly seconds?: number | undefined
  /** US dollars after which it ends, as far as the prices of the models are known */
  readonly dollars?: number | undefined
}

/** What can be said of a discussion besides its format. */
export interface DiscussionOptions {
  /** the question or topic to discuss */
  readonly topic: string
  /** texts that every seat reads beside the topic, numbered in this order; together limited by the smallest context window at the table */
  readonly materials?:
    | readonly {
        /** what the seats see it called, such as a file's name */
        readonly name?: string | undefined
        /** the text itself, or code */
        readonly text: string
      }[]
    | undefined
  /** who takes part (default: the format's seats) */
  readonly seats?: readonly SeatInput[] | undefined
  /** options that differ from the format's */
  readonly options?: { readonly [Name in keyof Settings]?: Settings[Name] | undefined } | undefined
  /** how a decision is made, and the options to vote on; with a protocol a format that does not vote gets a ballot in every round */
  readonly decision?: DecisionInput | undefined
  /** whether it closes with a decision record (default: true for panel, duet and assembly without another closing) */
  readonly record?:
    | boolean
    | {
        /** with a list of findings, for reviews */
        readonly findings?: boolean | undefined
      }
    | undefined
  /** who writes the record: a seat by its name, or provider/model (default: the first seat's model) */
  readonly recorder?: string | readonly string[] | undefined
  /** a JSON schema (in the library also zod's); the outcome then has a `result` that keeps it, or null with the reason */
  readonly result?: object | undefined
  /** with options to choose from: asks one seat alone for as many answers as the table made calls, and puts its majority beside the outcome; true takes the seat with the most weight, a name that seat (default: false) */
  readonly baseline?: boolean | string | undefined
  /** the language of the discussion: en, es or zh (default: the configuration's) */
  readonly language?: string | undefined
  /** the random seed; the same seed gives the same speaking orders and rehearsal answers */
  readonly seed?: number | undefined
  /** limits; reaching one ends the discussion */
  readonly budget?: BudgetInput | undefined
}
