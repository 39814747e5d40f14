import type { GeneralStance } from "../stances.ts"
import type { TemperamentId } from "../temperaments.ts"
import type { ThemeId } from "../themes.ts"
import type { PartPhrases } from "./parts.ts"

/**
 * Sentences with slots, several for each purpose. Slots: {plan} what the speaker would do, {other} what another would do
 * (both verb phrases), {mine} the speaker's answer as a noun phrase, {name} a speaker, {quote} somebody's words in
 * quotation marks, {theme} what an argument is about, {points} a list of such arguments with who made them, {matter} the
 * question and {key} a part of it, both quoted.
 */
export type Phrases = readonly string[]

export interface StanceWords {
  /** A verb phrase: base form, infinitive. */
  readonly plan: string
  /** The same as a singular noun phrase. */
  readonly label: string
  /** Why one would. */
  readonly because: Phrases
}

export interface ThemeWords {
  /** A singular noun phrase. */
  readonly name: string
  /** Words by which the theme is recognised in what people and real models say. Lower case. */
  readonly signs: readonly string[]
  readonly say: Phrases
  readonly risk: Phrases
}

export interface PhraseBook {
  readonly code: "en" | "es" | "zh"
  /** Stands between sentences. */
  readonly gap: string
  readonly quote: (text: string) => string
  readonly list: (items: readonly string[]) => string
  /** An argument and who made it. */
  readonly point: (theme: string, name: string) => string
  /** A list item with a title. */
  readonly item: (title: string, text: string) => string
  readonly thisQuestion: string
  readonly either: (sides: readonly string[]) => string

  readonly stances: Readonly<Record<GeneralStance, StanceWords>>
  readonly side: (option: string) => string
  readonly blend: (first: string, second: string) => string
  readonly blendLabel: string
  readonly because: Phrases
  readonly themes: Readonly<Record<ThemeId, ThemeWords>>
  readonly parts: PartPhrases

  readonly flavour: Readonly<Record<TemperamentId, Phrases>>
  readonly part: Phrases
  readonly briefing: Phrases
  readonly open: Phrases
  readonly contrast: Phrases
  readonly same: Phrases
  readonly creditTheme: Phrases
  readonly creditQuote: Phrases
  readonly doubtTheme: Phrases
  readonly doubtQuote: Phrases
  readonly answerPerson: Phrases
  readonly support: Phrases
  readonly concede: Phrases
  readonly hold: Phrases
  readonly moveTheme: Phrases
  readonly move: Phrases
  readonly agreed: Phrases
  readonly condition: Phrases
  readonly ask: Phrases
  readonly askTable: Phrases
  readonly step: Phrases
  /** What to do next where the answer is to leave things as they are. */
  readonly stepBack: Phrases
  readonly nothingNew: Phrases

  readonly anglesTwo: Phrases
  readonly anglesThree: Phrases
  readonly newAngle: Phrases
  readonly gather: Phrases
  readonly gatherAlone: Phrases
  readonly rank: Phrases
  readonly rankWhy: Phrases
  readonly risks: Phrases
  readonly newRisk: Phrases
  readonly riskWatch: Phrases
  readonly confirmRisks: Phrases

  readonly frame: Phrases
  readonly handOver: Phrases
  readonly recap: Phrases
  readonly wrapUp: Phrases
  readonly direct: Phrases

  readonly tooShort: Phrases
  readonly passes: Phrases

  readonly synthesis: {
    readonly answer: Phrases
    readonly unsettled: Phrases
    readonly carried: string
    readonly carriedBy: (name: string, theme: string) => string
    readonly risks: string
    readonly noRisks: string
    readonly dissent: string
    readonly dissents: (name: string, plan: string) => string
    readonly noDissent: string
    readonly next: string
    readonly smallTalk: Phrases
    readonly alone: Phrases
  }

  readonly vote: {
    readonly yes: Phrases
    readonly no: Phrases
    readonly solution: Phrases
    readonly proseYes: Phrases
    readonly proseNo: Phrases
    readonly vague: Phrases
    readonly callYes: Phrases
    readonly callNo: Phrases
    readonly choice: Phrases
    readonly choiceMoved: Phrases
    readonly proseChoice: Phrases
  }
}
