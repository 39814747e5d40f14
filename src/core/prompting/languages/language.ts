import type { Contested } from "../../deciding/contested.ts"
import type { StoppingReason } from "../../discussion/outcome.ts"
import type { UnusualEnd } from "../../discussion/turn.ts"
import type { BallotForm, BallotQuestion } from "../../discussion/vote.ts"
import type { Voice } from "../../formats/format.ts"
import type { Clarification } from "../seat-view.ts"

export interface TableWords {
  readonly topic: string
  readonly rounds: number
  /** `Name (role)` or `Name`, in seat order. */
  readonly seats: readonly string[]
  readonly mayPass: boolean
  /** Whether seats may open sub-discussions in their turns. */
  readonly mayOpen?: boolean
  /** A table file's own house rules in place of the voice's. */
  readonly house?: string | undefined
  /** What the table will vote on; empty where nothing was given. */
  readonly options: readonly string[]
  /** They vote after every round, and first before they have talked. */
  readonly votesFirst: boolean
}

/** How a sub-discussion came back: with a solution, a proposal, what was said last, or nothing. */
export type ComeBack = "solution" | "proposal" | "words" | "nothing"

export interface SubDiscussionWords {
  readonly topic: string
  readonly names: readonly string[]
  /** The solution, proposal or last words. */
  readonly words: string
  /** Where it was not ended by itself. */
  readonly early?: "failed" | "aborted" | undefined
}

export interface SelfWords {
  readonly name: string
  readonly persona?: string | undefined
  readonly briefing?: string | undefined
  readonly memory: readonly string[]
}

export interface TurnWords {
  readonly role: string
  readonly first: boolean
  readonly round: number
  readonly rounds: number
  readonly mayPass: boolean
}

export interface VoteWords {
  readonly options: readonly string[]
  readonly form: BallotForm
  /** A table file's own question in place of the usual one. */
  readonly question?: string | undefined
  /** The model answers with an object, so the marker block is not described to it. */
  readonly structured: boolean
}

export interface MemoryWords {
  readonly round: number
  readonly excerpt: string
}

export interface BallotNoteWords {
  readonly asks: BallotQuestion
  readonly passed: boolean
  /** What a ballot that always decides has decided for. */
  readonly decided?: string | undefined
  /** One line a vote where the ballot was open; empty where it was secret. */
  readonly votes: readonly string[]
}

export interface VoteLineWords {
  readonly name: string
  readonly answer: boolean | null
  readonly choice?: string | undefined
  readonly confidence: number
  readonly reasoning: string
}

/**
 * One language, whole. A new one is a new file that satisfies this; the compiler refuses it while anything is missing.
 */
export interface Language {
  readonly code: string
  readonly name: string
  readonly statementMinLength: number

  /** The shared beginning of every prompt: house rules, topic, who sits here. Must not depend on who is asked. */
  readonly rules: Readonly<Record<Voice, (words: TableWords) => string>>
  /** Labels of the transcript. They are wrapped by us so that a seat's text cannot imitate them. */
  readonly labels: {
    readonly turn: (words: { round: number; name: string }) => string
    readonly passed: string
    /** Stands under the words of a turn that somebody cut off. */
    readonly cut: string
    readonly interjection: (words: { author: string }) => string
    readonly ballot: (words: { round: number }) => string
  }
  /** What a sub-discussion comes back as: who it was, and what they came to. */
  readonly subDiscussion: {
    readonly heading: (words: { names: readonly string[] }) => string
    readonly comeBack: Readonly<Record<ComeBack, (words: SubDiscussionWords) => string>>
  }
  readonly ballotNote: (words: BallotNoteWords) => string
  readonly voteLine: (words: VoteLineWords) => string

  /** What is one seat's own; stands last in its prompt. */
  readonly self: (words: SelfWords) => string
  readonly turn: Readonly<Record<Voice, (words: TurnWords) => string>>
  /** Stands after a table file's own instruction where a seat may pass. */
  readonly passHint: string
  readonly synthesis: (words: { round: number }) => string
  readonly vote: Readonly<Record<BallotQuestion, (words: VoteWords) => string>>
  readonly choose: (words: { candidates: readonly string[] }) => string
  /** Where the table votes before it talks. */
  readonly voteFirst: {
    /** Stands under the first turn, which is spoken before anybody is heard. */
    readonly alone: string
    /** Stands under later turns: what the vote left open, and that the rest is settled. */
    readonly contested: (words: Contested) => string
  }
  readonly clarify: Readonly<Record<Clarification, (words: { minLength: number }) => string>>

  readonly memory: {
    readonly narrative: (words: MemoryWords) => string
    readonly structured: (words: MemoryWords) => string
  }

  /** Phrases that say that there is nothing to add. */
  readonly nothingToAdd: readonly string[]
  /** What may stand around such a phrase without adding anything: thank you, for now, 谢谢. */
  readonly politeness: readonly string[]

  /** The record as a person reads it. */
  readonly report: {
    readonly round: (words: { round: number; contributions: number }) => string
    readonly passes: (words: { name: string }) => string
    readonly ballots: Readonly<Record<BallotQuestion, string>>
    readonly synthesis: string
    readonly outcome: string
    readonly solution: string
    readonly bestProposal: (words: { name: string }) => string
    /** The solution is what there was when a limit ended the discussion. */
    readonly bestSoFar: string
    readonly dissent: string
    readonly onlyVote: (words: { round: number }) => string
    readonly firstVote: (words: { round: number }) => string
    readonly finalVote: (words: { round: number }) => string
    /** What the first vote decided stands against the last. */
    readonly firstStands: string
    readonly countedOtherwise: string
    readonly nothingDecided: string
    readonly reasons: Readonly<Record<StoppingReason, string>>
    readonly total: (words: { contributions: number; rounds: number }) => string
    /** How a turn ended that its speaker did not end. */
    readonly ends: Readonly<Record<UnusualEnd, string>>
    readonly rehearsal: string
    /** Above the record of a discussion in which seats did not know each other's names. */
    readonly pseudonyms: (words: { pairs: readonly string[] }) => string
  }
}
