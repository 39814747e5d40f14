import { contain, isPunctuation, PhraseBook, phraseBookOf, type Word } from "../words/words.ts"
import { endsClause, type Sentence } from "./prose.ts"
import type { VoteLexicon } from "./words/reader-words.ts"

/** What a sentence says on whether its speaker agrees. */
export interface SentenceVerdict {
  /** `unclear`: it takes back what it says. */
  readonly says: "yes" | "no" | "unclear" | "nothing"
  /** It speaks for its speaker and on the matter itself; else it may be about something else. */
  readonly firm: boolean
}

/** What a word or phrase does in a sentence. */
type Sign = (typeof signs)[number]
type Event = Exclude<Sign, "settled" | "hedges"> | "answersYes" | "answersNo" | "clauseEnd"

const signs = [
  "neutral",
  "neutralOpenings",
  "agree",
  "settled",
  "disagree",
  "denials",
  "negations",
  "contrasts",
  "concessions",
  "conditions",
  "hedges",
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
  | "answeredYes"
  | "answeredNo"
  | "yes"
  | "yesNegated"
  | "yesSaid"
  | "yesConceding"
  | "no"
  | "noNegated"
  | "noSaid"
  | "noBut"
  | "conceding"
  | "conceded"
  | "concededNegated"
  | "conditional"
  | "unclear"

/** What is not listed leaves the state as it is. */
const table: { readonly [S in State]: { readonly [E in Event]?: State } } = {
  open: {
    ...{ agree: "yes", disagree: "no", negations: "negated", denials: "denied", conditions: "conditional" },
    ...{ concessions: "conceding", answersYes: "answeredYes", answersNo: "answeredNo" },
  },
  negated: { agree: "no", disagree: "yes", denials: "denied", conditions: "conditional", contrasts: "open" },
  denied: { agree: "no", disagree: "yes", conditions: "conditional" },
  answeredYes: {
    agree: "yes",
    disagree: "unclear",
    negations: "yesNegated",
    denials: "unclear",
    contrasts: "conceded",
  },
  answeredNo: { agree: "unclear", disagree: "no", negations: "noNegated", denials: "no", contrasts: "noBut" },
  yes: {
    ...{ disagree: "no", negations: "yesNegated", denials: "unclear", conditions: "unclear", contrasts: "conceded" },
    ...{ concessions: "yesConceding", clauseEnd: "yesSaid", joints: "yesSaid", conclusions: "yesSaid" },
  },
  yesNegated: { agree: "no", disagree: "yesSaid", conditions: "unclear", contrasts: "conceded", clauseEnd: "yesSaid" },
  yesSaid: {
    ...{ disagree: "unclear", negations: "yesNegated", denials: "unclear", conditions: "unclear" },
    ...{ contrasts: "conceded", concessions: "yesConceding" },
  },
  yesConceding: { contrasts: "conceded", clauseEnd: "yesSaid" },
  no: { conditions: "unclear", contrasts: "noBut", clauseEnd: "noSaid", joints: "noSaid", conclusions: "noSaid" },
  noNegated: { agree: "noSaid", disagree: "unclear", clauseEnd: "noSaid", contrasts: "noBut" },
  noSaid: { agree: "unclear", negations: "noNegated", conditions: "unclear", contrasts: "noBut" },
  noBut: { agree: "yes", negations: "noNegated", conditions: "unclear" },
  conceding: { clauseEnd: "conceded", contrasts: "conceded" },
  conceded: { agree: "yes", disagree: "no", negations: "concededNegated", conditions: "unclear" },
  concededNegated: { agree: "no", disagree: "yes", denials: "conceded", conditions: "unclear" },
  conditional: { conclusions: "open", contrasts: "open" },
  unclear: { conclusions: "open" },
}

const meanings: { readonly [S in State]: SentenceVerdict["says"] } = {
  ...{ open: "nothing", negated: "nothing", conditional: "nothing", conceding: "nothing" },
  ...{ answeredYes: "yes", yes: "yes", yesNegated: "yes", yesSaid: "yes", yesConceding: "yes" },
  ...{ answeredNo: "no", denied: "no", no: "no", noNegated: "no", noSaid: "no", noBut: "no" },
  ...{ conceded: "unclear", concededNegated: "unclear", unclear: "unclear" },
}

/** Before a negation is over: how many words its sign may be away. */
const negationReach = 9
/** How far back its speaker may stand. */
const clauseReach = 15
/** How many words may stand between a negation and its sign as a clause of their own. */
const parenthesis = 5
const han = /\p{Script=Han}/u

/** How many words may follow a bare yes or no before it is the answer to something else: "Yes, the sun is a star". */
const maxAfterAnswer = 3

const nothing: SentenceVerdict = { says: "nothing", firm: false }

/** `mayAnswer`: a yes or no with which the sentence begins is the vote. */
export function sentenceVerdict(
  { words: all, question }: Sentence,
  lexicon: VoteLexicon,
  mayAnswer = true,
): SentenceVerdict {
  if (question) return nothing
  const { phrases, answers } = booksOf(lexicon)
  let state: State = "open"
  let firm = false
  let clauseStart = 0
  let opensClause = true
  let sinceNegation = 0
  let spoken = 0
  let answered = false
  const on = (event: Event) => {
    state = table[state][event] ?? state
  }
  for (let index = 0; index < all.length; ) {
    const answer = mayAnswer && opensClause && state === "open" ? answers.longestMatchAt(all, index) : undefined
    const after = index + (answer?.length ?? 0)
    if (answer !== undefined && (after === all.length || endsClause(all, after))) {
      on(answer.kind ? "answersYes" : "answersNo")
      firm = true
      answered = true
      spoken = 0
      index = after
      continue
    }
    if (endsClause(all, index)) {
      // "I do not, in the end, agree": a negation that closes its clause has its sign still to come.
      if (sinceNegation < 1) sinceNegation = -parenthesis
      else if (state === "negated" || state === "concededNegated") state = withoutNegation[state]!
      on("clauseEnd")
      opensClause = all[index]!.text === "," || all[index]!.text === "、"
      clauseStart = ++index
      continue
    }
    const found = phrases.longestMatchAt(all, index, (sign) => sign !== "neutralOpenings" || opensClause)
    const length = found?.length ?? 1
    if (sinceNegation > negationReach) state = withoutNegation[state] ?? state
    const step = isPunctuation(all[index]!) ? 0 : han.test(all[index]!.text) ? 0.6 : 1
    sinceNegation += step
    spoken += step * length
    opensClause = found?.kind === "joints" || found?.kind === "contrasts" || found?.kind === "conclusions"
    if (opensClause) clauseStart = index + length
    if (found?.kind === "negations" || found?.kind === "denials") {
      const cancels = state === "negated" && lexicon.doubleNegation === "cancels" && found.kind === "negations"
      if (cancels) state = "open"
      else on(found.kind)
      if (found.kind === "denials") answered = false
      sinceNegation = 0
    } else if (found?.kind === "agree" || found?.kind === "disagree") {
      const speaker = speakerOf(all.slice(Math.max(clauseStart, index - clauseReach), index + length), length, lexicon)
      if (speaker !== "other" && !isOnSomethingElse(all, index + length, lexicon)) {
        on(found.kind)
        answered = false
      }
      firm ||= speaker === "own" && (meanings[state] !== "yes" || isOnMatter(all, index + length, lexicon))
    } else if (found?.kind === "settled") {
      on("agree")
      answered = false
      firm = true
    } else if (found !== undefined) {
      // "I agree that it is mostly correct" decides as little as "I agree if it is correct".
      on(found.kind === "hedges" ? "conditions" : found.kind)
    }
    index += length
  }
  return answered && spoken > maxAfterAnswer ? nothing : { says: meanings[state], firm }
}

/** Who agrees: the speaker, a thing that is found good or bad, or somebody else, whose agreement says nothing. */
function speakerOf(clause: readonly Word[], length: number, lexicon: VoteLexicon): "own" | "thing" | "other" {
  const before = clause.length - length
  if (lexicon.speakers.length === 0 || before <= 1 || contain(clause, lexicon.speakers)) return "own"
  if (contain(clause.slice(before), lexicon.matters)) return "own"
  return before <= 2 || contain(clause, lexicon.matters) ? "thing" : "other"
}

/** "I agree with Anna that it is cold": what is said of the matter itself, if anything, is a sign of its own. */
function isOnSomethingElse(
  all: readonly Word[],
  from: number,
  { partners, complements, matters }: VoteLexicon,
): boolean {
  if (phraseBookOf(partners).longestMatchAt(all, from) === undefined) return false
  const rest = all.slice(from, from + clauseReach)
  const end = rest.findIndex(
    (_, at) => endsClause(rest, at) || phraseBookOf(complements).longestMatchAt(rest, at) !== undefined,
  )
  return end > 0 && !endsClause(rest, end) && !contain(rest.slice(0, end), matters)
}

/** Whether agreement is with the matter itself, and not with somebody on something: nothing follows, or a word for it. */
function isOnMatter(all: readonly Word[], from: number, lexicon: VoteLexicon): boolean {
  let end = from
  while (end < all.length && end - from < 8 && !endsClause(all, end)) end++
  const rest = all.slice(from, end)
  return rest.length <= 2 || contain(rest, lexicon.matters)
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
