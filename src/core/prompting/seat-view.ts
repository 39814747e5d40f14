import type { JsonSchema } from "../discussion/decision-record.ts"
import type { PromptStyle } from "../discussion/format.ts"
import type { Entry } from "../discussion/history.ts"
import type { Seat, SeatId } from "../discussion/seat.ts"
import type { Clarification } from "../discussion/state.ts"
import type { Turn } from "../discussion/turn.ts"
import type { TokenUsage } from "../discussion/usage.ts"
import type { BallotForm, BallotQuestion, ContestedPositions } from "../discussion/vote.ts"

export type Ask =
  | {
      readonly kind: "turn"
      readonly first: boolean
      readonly mayPass: boolean
      /** It may answer out of turn whoever has just spoken of it. */
      readonly interjection?: true
      /** It is to end with where the seat stands. */
      readonly stance?: true
      readonly minLength: number
      /** A table file's own words in place of the catalogue's. */
      readonly instruction?: string
      /** Where votes come first: the answer before the first vote, or what the last one left open. */
      readonly alone?: true
      readonly contested?: ContestedPositions
      readonly clarify?: Clarification
    }
  | { readonly kind: "synthesis"; readonly instruction?: string; readonly clarify?: Clarification }
  | {
      readonly kind: "vote"
      readonly asks: BallotQuestion
      /** Nobody else is asked, and nothing of the discussion is shown. */
      readonly alone?: true
      /** With `choice`; one option where it is not said. */
      readonly form?: BallotForm
      /** In the order in which this seat sees and numbers them. */
      readonly options: readonly string[]
      /** Where the options are answers without their authors: the words of each. */
      readonly answers?: readonly string[]
      /** A table file's own question in place of the catalogue's; how to answer is still the catalogue's. */
      readonly instruction?: string
      readonly clarify?: Clarification
    }
  | {
      readonly kind: "record"
      /** The turns that it may cite, and how each begins. */
      readonly turns: readonly Turn[]
      readonly ended: string
      readonly findings: boolean
      readonly problems: readonly string[]
    }
  | {
      readonly kind: "result"
      readonly schema: JsonSchema
      readonly ended: string
      readonly problems: readonly string[]
    }
  | { readonly kind: "choose"; readonly candidates: readonly SeatId[] }

/** Everything one seat may know when it is asked something: what its prompt is written from. */
export interface SeatView {
  readonly discussionId: string
  readonly topic: string
  /** What the table will vote on; empty where nothing was given. */
  readonly options: readonly string[]
  readonly promptStyle: PromptStyle
  readonly language: string
  readonly seed: number
  readonly seat: Seat
  readonly seats: readonly Seat[]
  readonly round: number
  readonly rounds: number
  readonly attempt: number
  /** The part of the public record that this seat may see. */
  readonly entries: readonly Entry[]
  /** Pieces of the record are kept from this seat alone. */
  readonly partial?: true
  /** The name under which a seat appears in this view; differs from its own where seats are anonymous. */
  readonly shownName: (id: SeatId) => string
  readonly memory: readonly string[]
  readonly ask: Ask
}

/**
 * The text a model is given. `rules` and `transcript` are byte-identical for every seat of the table, and the transcript
 * only ever grows at its end, so that prompt caches are shared; what is one seat's own stands in `ask` alone.
 */
export interface Prompt {
  readonly rules: string
  readonly transcript: readonly string[]
  readonly ask: string
}

const sources = new WeakMap<Prompt, SeatView>()

/** Remembers for as long as a prompt lives what it was written from. */
export function withView(view: SeatView, prompt: Prompt): Prompt {
  sources.set(prompt, view)
  return prompt
}

/** What a prompt was written from, for models that act instead of reading. Undefined for a prompt written elsewhere. */
export function sourceOf(prompt: Prompt): SeatView | undefined {
  return sources.get(prompt)
}

export const charactersPerToken = 4

/** A prompt as one text, for whoever takes no other. */
export function promptText({ rules, transcript, ask }: Prompt): string {
  return [rules, ...transcript, ask].join("\n\n")
}

/** Roughly what a call cost, where nobody counted; marked as the guess it is. */
export function estimateUsage({ rules, transcript, ask }: Prompt, answer: string): TokenUsage {
  const length = transcript.reduce((sum, entry) => sum + entry.length, rules.length + ask.length)
  return {
    promptTokens: Math.ceil(length / charactersPerToken),
    cachedTokens: 0,
    completionTokens: Math.ceil(answer.length / charactersPerToken),
    estimated: true,
  }
}
