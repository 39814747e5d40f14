import type { JsonSchema } from "../discussion/decision-record.ts"
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
      /** The seat was named in the last turn and may answer out of turn. */
      readonly interjection?: true
      /** The turn should end with a stance. */
      readonly stance?: true
      readonly minLength: number
      /** The table's instruction instead of the catalogue's. */
      readonly instruction?: string
      /** With vote-first: this is the answer before the first vote. */
      readonly alone?: true
      /** With vote-first: the positions that the last vote left open. */
      readonly contested?: ContestedPositions
      readonly clarify?: Clarification
    }
  | { readonly kind: "synthesis"; readonly instruction?: string; readonly clarify?: Clarification }
  | {
      readonly kind: "vote"
      readonly asks: BallotQuestion
      /** A baseline answer: nothing of the discussion is shown. */
      readonly alone?: true
      /** With `choice` (default: one option). */
      readonly form?: BallotForm
      /** In the order in which this seat sees and numbers them. */
      readonly options: readonly string[]
      /** If the options are anonymous answers: the text of each. */
      readonly answers?: readonly string[]
      /** The table's question instead of the catalogue's; the answer format is still the catalogue's. */
      readonly instruction?: string
      readonly clarify?: Clarification
    }
  | {
      readonly kind: "record"
      /** The turns that it may cite. */
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

/** Everything a seat may know in one call; its prompt is written from this. */
export interface SeatView {
  readonly discussionId: string
  readonly topic: string
  /** The options that the table will vote on, if any. */
  readonly options: readonly string[]
  readonly language: string
  readonly seed: number
  readonly seat: Seat
  readonly seats: readonly Seat[]
  readonly round: number
  readonly rounds: number
  readonly attempt: number
  /** The part of the public record that this seat may see. */
  readonly entries: readonly Entry[]
  /** Some entries are hidden from this seat but not from others. */
  readonly partial?: true
  /** The name of a seat in this view; a pseudonym if seats are anonymous. */
  readonly shownName: (id: SeatId) => string
  readonly memory: readonly string[]
  readonly ask: Ask
}

/**
 * The text sent to a model. `rules` and `transcript` are byte-identical for all seats of a table, and the transcript is
 * append-only, so seats share prompt caches; everything specific to one seat is in `ask`.
 */
export interface Prompt {
  readonly rules: string
  readonly transcript: readonly string[]
  readonly ask: string
}

const sources = new WeakMap<Prompt, SeatView>()

/** Associates a prompt with the view that it was written from. */
export function withView(view: SeatView, prompt: Prompt): Prompt {
  sources.set(prompt, view)
  return prompt
}

/** The view that a prompt was written from, for simulated models. Undefined for a prompt without one. */
export function sourceOf(prompt: Prompt): SeatView | undefined {
  return sources.get(prompt)
}

export const charactersPerToken = 4

/** A prompt as one text. */
export function promptText({ rules, transcript, ask }: Prompt): string {
  return [rules, ...transcript, ask].join("\n\n")
}

/** Rough usage of a call whose provider reported none, marked as `estimated`. */
export function estimateUsage({ rules, transcript, ask }: Prompt, answer: string): TokenUsage {
  const length = transcript.reduce((sum, entry) => sum + entry.length, rules.length + ask.length)
  return {
    promptTokens: Math.ceil(length / charactersPerToken),
    cachedTokens: 0,
    completionTokens: Math.ceil(answer.length / charactersPerToken),
    estimated: true,
  }
}
