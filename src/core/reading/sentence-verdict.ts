import { isPunctuation, PhraseBook, type Word } from "../words/words.ts"
import { endsClause, type Sentence } from "./prose.ts"
import type { VoteLexicon } from "./words/reader-words.ts"

/** What a sentence says on whether its speaker agrees; `unclear` takes back what it says. */
export type Verdict = "yes" | "no" | "unclear" | "none"

/** What a word or phrase does in a sentence. */
type Sign = (typeof signs)[number]
type Event = Sign | "answersYes" | "answersNo" | "clauseEnd"

const signs = [
  "neutral",
  "neutralOpenings",
  "agree",
  "disagree",
  "denials",
  "negations",
  "contrasts",
  "concessions",
  "conditions",
  "conclusions",
  "joints",
] as const

/**
 * Where a sentence stands. After its clause, a verdict can be contradicted (`yesSaid`); while it is spoken, the rest of
 * the clause belongs to it: "I agree that we disagree" says no, "I agree here, I disagree there" nothing.
 */
type State =
  | "open"
  | "negated"
  | "denied"
  | "yes"
  | "yesNegated"
  | "yesSaid"
  | "yesConceding"
  | "no"
  | "noNegated"
  | "noSaid"
  | "conceding"
  | "conceded"
  | "concededNegated"
  | "conditional"
  | "unclear"

/** What is not listed leaves the state as it is. */
const table: { readonly [S in State]: { readonly [E in Event]?: State } } = {
  open: {
    ...{ agree: "yes", disagree: "no", negations: "negated", denials: "denied", conditions: "conditional" },
    ...{ concessions: "conceding", answersYes: "yesSaid", answersNo: "noSaid" },
  },
  negated: { agree: "no", disagree: "yes", denials: "denied", conditions: "conditional", contrasts: "open" },
  denied: { agree: "no", disagree: "yes", conditions: "conditional" },
  yes: {
    ...{ disagree: "no", negations: "yesNegated", denials: "unclear", conditions: "unclear", contrasts: "conceded" },
    ...{ concessions: "yesConceding", clauseEnd: "yesSaid", joints: "yesSaid", conclusions: "yesSaid" },
  },
  yesNegated: { agree: "no", disagree: "yesSaid", conditions: "unclear", contrasts: "conceded", clauseEnd: "yesSaid" },
  yesSaid: {
    ...{ disagree: "unclear", negations: "yesNegated", denials: "unclear", conditions: "unclear" },
    ...{ contrasts: "conceded", concessions: "yesConceding", answersNo: "unclear" },
  },
  yesConceding: { contrasts: "conceded", clauseEnd: "yesSaid" },
  no: { conditions: "unclear", contrasts: "noSaid", clauseEnd: "noSaid", joints: "noSaid", conclusions: "noSaid" },
  noNegated: { agree: "noSaid", disagree: "unclear", clauseEnd: "noSaid", contrasts: "noSaid" },
  noSaid: { agree: "unclear", negations: "noNegated", answersYes: "unclear" },
  conceding: { clauseEnd: "conceded", contrasts: "conceded" },
  conceded: { agree: "yes", disagree: "no", negations: "concededNegated", conditions: "unclear" },
  concededNegated: { agree: "no", disagree: "yes", denials: "conceded", conditions: "unclear" },
  conditional: { conclusions: "open", contrasts: "open" },
  unclear: { conclusions: "open" },
}

const verdicts: { readonly [S in State]: Verdict } = {
  ...{ open: "none", negated: "none", conditional: "none", conceding: "none" },
  ...{ yes: "yes", yesNegated: "yes", yesSaid: "yes", yesConceding: "yes" },
  ...{ denied: "no", no: "no", noNegated: "no", noSaid: "no" },
  ...{ conceded: "unclear", concededNegated: "unclear", unclear: "unclear" },
}

/** Before a negation is over: how many words its sign may be away. */
const negationReach = 9
const han = /\p{Script=Han}/u

export function sentenceVerdict({ words: all, question }: Sentence, lexicon: VoteLexicon): Verdict {
  if (question) return "none"
  const { phrases, answers } = booksOf(lexicon)
  let state: State = "open"
  let clauseStart = 0
  let sinceNegation = 0
  const on = (event: Event) => {
    state = table[state][event] ?? state
  }
  for (let index = 0; index < all.length; ) {
    const opensClause = index === clauseStart
    const answer = opensClause ? answers.longestAt(all, index) : undefined
    const after = index + (answer?.length ?? 0)
    if (answer !== undefined && (after === all.length || endsClause(all, after))) {
      on(answer.kind ? "answersYes" : "answersNo")
      index = after
      continue
    }
    if (endsClause(all, index)) {
      // "I do not, in the end, agree": a negation that closes its clause has its sign still to come.
      if (sinceNegation > 1 && state === "negated") state = "open"
      on("clauseEnd")
      clauseStart = ++index
      continue
    }
    const found = phrases.longestAt(all, index, (sign) => sign !== "neutralOpenings" || opensClause)
    if (sinceNegation > negationReach) state = withoutNegation[state] ?? state
    sinceNegation += isPunctuation(all[index]!) ? 0 : han.test(all[index]!.text) ? 0.6 : 1
    if (found?.kind === "negations" || found?.kind === "denials") {
      const takenBack = state === "negated" && lexicon.doubleNegation === "cancels" && sinceNegation <= negationReach
      if (takenBack && found.kind === "negations") state = "open"
      else on(found.kind)
      sinceNegation = 0
    } else if (found !== undefined) {
      on(found.kind)
      if (found.kind === "joints" || found.kind === "contrasts" || found.kind === "conclusions") {
        clauseStart = index + found.length
      }
    }
    index += found?.length ?? 1
  }
  return verdicts[state]
}

const withoutNegation: { readonly [S in State]?: State } = {
  negated: "open",
  yesNegated: "yesSaid",
  noNegated: "noSaid",
  concededNegated: "conceded",
}

interface Books {
  readonly phrases: PhraseBook<Sign>
  readonly answers: PhraseBook<boolean>
}

const books = new WeakMap<VoteLexicon, Books>()

export function booksOf(lexicon: VoteLexicon): Books {
  const known = books.get(lexicon)
  if (known !== undefined) return known
  const phrases = new PhraseBook<Sign>()
  for (const sign of signs) phrases.add(sign, lexicon[sign])
  const made = { phrases, answers: new PhraseBook<boolean>().add(true, lexicon.yes).add(false, lexicon.no) }
  books.set(lexicon, made)
  return made
}

/** Whether a sentence begins with one of these phrases. */
export function beginsWith(all: readonly Word[], book: PhraseBook<true>): boolean {
  const first = all.findIndex((word) => !isPunctuation(word))
  return first >= 0 && book.longestAt(all, first) !== undefined
}
