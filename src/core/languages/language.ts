import type { LeftOut, RecordPart } from "../discussion/decision-record.ts"
import type { PromptStyle } from "../discussion/format.ts"
import type { LimitName, StoppingReason } from "../discussion/outcome.ts"
import type { Clarification } from "../discussion/state.ts"
import type { AbnormalFinishReason } from "../discussion/turn.ts"
import type { BallotForm, BallotQuestion } from "../discussion/vote.ts"
import type { buildLanguage } from "./build-language.ts"
import type { RecordWords } from "./record-words.ts"

/** How a sub-discussion came back: with a solution, a proposal, what was said last, or nothing. */
export type ComeBack = "solution" | "proposal" | "words" | "nothing"

/** A ballot that is answered with yes or no. */
export type YesNoQuestion = Exclude<BallotQuestion, "choice">

interface FirstAndLater {
  readonly first: string
  readonly later: string
}

/** A language as the rest of the code uses it. */
export type Language = ReturnType<typeof buildLanguage>

/**
 * The words of one language; `buildLanguage` makes sentences and prompts of them. A new language is a new file of this
 * type and a line in `index.ts`; the compiler refuses it while anything is missing.
 */
export interface LanguageWords {
  readonly code: string
  readonly name: string
  readonly statementMinLength: number
  /** Stands between two sentences, between the items of a list, and at the end of a sentence. */
  readonly space: "" | " "
  readonly comma: string
  readonly fullStop: string
  /** Somebody's own words inside a sentence: “sea”. */
  readonly quoted: (text: string) => string

  /** "one round", "up to 4 rounds". */
  readonly roundLimit: (rounds: number) => string
  /** The shared beginning of every prompt; must not depend on who is asked. */
  readonly rules: {
    /** The house rules in paragraphs; `voting` is one of the two below. */
    readonly styles: Readonly<Record<PromptStyle, (words: { rounds: string; voting: string }) => readonly string[]>>
    readonly voting: { readonly everyRound: string; readonly whenCalled: string }
    readonly pass: string
    readonly openSubDiscussion: string
    readonly language: string
    readonly labels: string
    /** What stands before the names, the topic and the options. */
    readonly seats: string
    readonly topic: string
    readonly options: string
    /** What material is and how to refer to it. */
    readonly materials: string
  }
  /** Labels of the transcript. They are wrapped by us so that a seat's text cannot imitate them. */
  readonly labels: {
    readonly turn: (words: { round: number; name: string }) => string
    readonly passed: string
    /** Stands under the words of a turn that somebody cut off. */
    readonly cut: string
    readonly interjection: (words: { author: string }) => string
    readonly ballot: (words: { round: number }) => string
    readonly material: (words: { number: number; name: string }) => string
    readonly materialsEnd: string
    /** What a voter calls another's answer, whose it may not know. */
    readonly answer: (words: { number: number }) => string
    readonly answersEnd: string
  }
  /** What a sub-discussion comes back as: who it was, and what they came to. */
  readonly subDiscussion: {
    readonly heading: string
    readonly apart: (words: { names: string; topic: string }) => string
    /** Where it was not ended by itself. */
    readonly early: Readonly<Record<"failed" | "aborted", string>>
    readonly comeBack: Readonly<Record<ComeBack, string>>
  }
  readonly ballotNotes: Readonly<Record<BallotQuestion, { readonly passed: string; readonly failed: string }>>
  /** What a ballot asked and what came of it: "Call a vote? 1 of 5 yes: called". */
  readonly ballotSentences: {
    readonly asked: Readonly<Record<BallotQuestion, string>>
    /** In place of a choice, where answers were ranked. */
    readonly askedForAnswers: string
    readonly came: Readonly<Record<BallotQuestion, { readonly passed: string; readonly failed: string }>>
    /** Between two parts of a count. */
    readonly clause: string
    /** Of a choice that nobody made. */
    readonly nobody: string
    readonly yes: (words: { yes: number; voters: number }) => string
    readonly votes: (words: { count: number; voters: number }) => string
    readonly held: (words: { option: string; count: number }) => string
    readonly points: (words: { scores: readonly string[]; protocol?: string }) => string
    /** The points of answers, the most first; `others`: how many are not named. */
    readonly ranks: (words: {
      ranks: readonly { option: string; score: string }[]
      others: number
      protocol: string
    }) => string
    readonly unranked: string
    readonly unsure: (words: { count: number }) => string
    readonly unreadable: (words: { count: number }) => string
    readonly amounts: (words: { amounts: readonly string[] }) => string
    readonly tie: Readonly<Record<"confidence" | "order", (words: { others: string }) => string>>
  }
  /** What settled a discussion, in one sentence. */
  readonly outcomeSentences: {
    readonly colon: string
    readonly semicolon: string
    readonly agreed: (words: { yes: number; voters: number }) => string
    readonly agreedAll: string
    readonly agreedOn: (words: { choice: string }) => string
    readonly ballot: string
    readonly enough: (words: { count: string }) => string
    readonly judge: (words: { name: string; verdict: string }) => string
    readonly verdictInWords: (words: { name: string }) => string
    readonly chair: (words: { name: string }) => string
    /** Where there was a ballot too, which did not bind the chair. */
    readonly chairAlone: (words: { name: string }) => string
    /** Where the seats' answers were ranked first. */
    readonly chairAfterRanking: (words: { name: string }) => string
    readonly ranked: (words: { count: string }) => string
    readonly limits: Readonly<Record<Exclude<LimitName, "rounds">, string>>
    readonly stopped: string
    readonly failed: string
    readonly ended: { readonly [R in StoppingReason]?: string }
    readonly endedOtherwise: string
    readonly noAgreement: (words: { rounds: number }) => string
    readonly noVote: (words: { rounds: number }) => string
    readonly noConclusion: string
    readonly written: (words: { name: string }) => string
    readonly unwritten: (words: { name: string }) => string
    readonly unknown: (words: { count: number }) => string
    readonly lastBallot: (words: { count: string }) => string
    readonly lastCheck: (words: { count: string }) => string
    readonly wantedVote: (words: { yes: number; voters: number }) => string
  }
  /** Stands before what a ballot that always decides has decided for. */
  readonly decided: string
  readonly voteLine: (words: { name: string; said: string; confidence: number }) => string
  readonly unreadableVote: (words: { name: string }) => string
  readonly yes: string
  readonly no: string
  /** One seat that is asked alone, as often as the table made calls. */
  readonly baseline: {
    readonly ask: string
    /** Stands before the marker and what is to follow it. */
    readonly block: string
    readonly chose: (words: { who: string; answers: number; wanted: number; choice: string; count: number }) => string
    readonly split: (words: { who: string; answers: number; wanted: number; held: string }) => string
    readonly failed: (words: { who: string; reason: string }) => string
    readonly notAsked: (words: { who: string }) => string
    readonly table: (words: { choice: string }) => string
    readonly used: (words: { alone: string; table: string }) => string
    readonly tokens: (words: { count: string }) => string
  }

  /** What is one seat's own; stands last in its prompt. */
  readonly self: {
    readonly name: (name: string) => string
    readonly briefing: string
    readonly notes: string
  }
  readonly turn: {
    /** "Round 2 of 4", with what may follow it before the full stop. */
    readonly place: (round: number, rounds: number) => string
    readonly noAgreement: string
    readonly lastRound: string
    readonly hive: Readonly<Record<"divergent" | "convergent" | "critical" | "other", FirstAndLater>>
    readonly panel: Readonly<Record<"manager" | "leader" | "specialist" | "other", string>>
    /** Said to everyone on a panel. */
    readonly oneParagraph: string
    readonly duet: FirstAndLater
    readonly assembly: FirstAndLater
  }
  /** Asks for the line that `readStance` reads; the marker is the same in every language. */
  readonly askForStance: (words: { hasOptions: boolean }) => string
  /** Stands after a table file's own instruction where a seat may pass. */
  readonly passHint: string
  /** Asks whoever was just spoken of whether it wants to answer at once. */
  readonly interjection: (words: { speaker: string }) => string
  readonly synthesis: (words: { round: number }) => string
  /** The decision record: how it is asked for, and the headings under which it is read and shown. */
  readonly record: {
    readonly ask: string
    /** Stands before the sentence that says how it ended. */
    readonly ended: string
    readonly turns: string
    readonly object: string
    /** Stands before the headings that a model without structured output answers under. */
    readonly block: string
    /** What is wanted under each heading. */
    readonly wanted: Readonly<Record<RecordPart, string>>
    readonly titles: RecordWords["titles"]
    readonly again: string
    readonly unreadable: string
    readonly problems: Readonly<Record<LeftOut["reason"], (words: { part: string; detail: string }) => string>>
  }
  /** A result as JSON, by a schema of whoever asked. */
  readonly result: { readonly ask: string; readonly schema: string; readonly again: string }
  readonly vote: {
    readonly questions: Readonly<Record<YesNoQuestion, string>>
    /** What is asked for as the solution. */
    readonly solutions: Readonly<Record<YesNoQuestion, string>>
    readonly why: string
    /** Stands before the marker block that a model without structured output answers with. */
    readonly block: string
    readonly yesOrNo: string
    readonly amount: string
    readonly yesNoObject: string
    readonly choiceObject: (words: { key: string }) => string
    readonly forms: Readonly<Record<BallotForm, { readonly ask: string; readonly key: string; readonly line: string }>>
  }
  /** Words for an example of a right answer. */
  readonly example: { readonly statement: string; readonly reason: string }
  readonly choose: (words: { candidates: string }) => string
  /** Where the table votes before it talks. */
  readonly voteFirst: {
    /** Stands under the first turn, which is spoken before anybody is heard. */
    readonly alone: string
    /** Stands under later turns: what the vote left open, and that the rest is settled. */
    readonly contested: string
    readonly dropped: string
    readonly advice: string
  }
  readonly clarify: Readonly<Record<Clarification, (words: { minLength: number }) => string>>
  readonly memory: Readonly<
    Record<
      "narrative" | "structured",
      (words: { round: number; speaker: string; topic: string; excerpt: string }) => string
    >
  >

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
    /** Without a name where the ballot was secret. */
    readonly bestProposal: (words: { name?: string | undefined }) => string
    /** The solution is what there was when a limit ended the discussion. */
    readonly bestSoFar: string
    readonly dissent: string
    readonly onlyVote: (words: { round: number }) => string
    readonly firstVote: (words: { round: number }) => string
    readonly finalVote: (words: { round: number }) => string
    /** The table counts the first vote alone. */
    readonly firstStands: string
    readonly likelihood: string
    readonly likelyRight: (words: { percent: number; answers: number }) => string
    readonly countedOtherwise: string
    readonly tied: string
    readonly nothingDecided: string
    readonly reasons: Readonly<Record<StoppingReason, string>>
    readonly total: (words: { contributions: number; rounds: number }) => string
    /** How a turn ended that its speaker did not end. */
    readonly ends: Readonly<Record<AbnormalFinishReason, string>>
    readonly rehearsal: string
    readonly writtenBy: RecordWords["writtenBy"]
    readonly leftOut: RecordWords["leftOut"]
    readonly leftOutReasons: RecordWords["leftOutReasons"]
    readonly noRecord: RecordWords["noRecord"]
    readonly result: RecordWords["result"]
    readonly noResult: RecordWords["noResult"]
    /** What a record says about its discussion, and the figures of it. */
    readonly about: string
    readonly facts: Readonly<
      Record<"date" | "table" | "seats" | "settings" | "budget" | "usage" | "tally" | "baseline" | "id", string>
    >
    readonly person: string
    readonly outsideAgent: string
    readonly usage: (words: { prompt: number; completion: number; cost: string; estimated: boolean }) => string
    readonly unknownCost: string
    /** Above the record of a discussion in which seats did not know each other's names. */
    readonly pseudonyms: (words: { pairs: readonly string[] }) => string
  }
}
