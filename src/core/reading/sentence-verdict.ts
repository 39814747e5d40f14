import { contain, isPunctuation, PhraseBook, phraseBookOf, type Word } from "../words/words.ts"
import { endsClause, type Sentence } from "./prose.ts"
import type { VoteLexicon } from "./words/reader-words.ts"

/** Whether a sentence expresses agreement. */
export interface SentenceVerdict {
  /** `unclear`: the sentence contradicts or qualifies itself. */
  readonly says: "yes" | "no" | "unclear" | "nothing"
  /** It states the speaker's own view of the proposal itself; otherwise it may be about something else. */
  readonly firm: boolean
}

type PhraseKind = (typeof phraseKinds)[number]
type Event = Exclude<PhraseKind, "settled" | "hedges"> | "answersYes" | "answersNo" | "clauseEnd"

const phraseKinds = [
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
 * Parser state. Within the clause of a verdict (`yes`), later words refine it: "I agree that we disagree" means no.
 * After that clause (`yesSaid`), they contradict it: "I agree here, I disagree there" is unclear.
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

/** Phrases that are not listed leave the state unchanged. */
const transitions: { readonly [S in State]: { readonly [E in Event]?: State } } = {
  open: {
    ...{ agree: "yes", disagree: "no", negations: "negated", denials: "denied", conditions: "conditional" },
    ...{ concessions: "conceding", answersYes: "answeredYes", answersNo: "answeredNo" },
  },
  negated: { agree: "no", disagree: "yes", denials: "denied", conditions: "conditional", contrasts: "open" },
  denied: { agree: "no", disagree: "yes", conditions: "conditional" },
  answeredYes: {
    ...{ agree: "yes", disagree: "unclear", negations: "yesNegated", denials: "unclear", contrasts: "conceded" },
    ...{ answersNo: "unclear", conditions: "unclear" },
  },
  answeredNo: {
    ...{ agree: "unclear", disagree: "no", negations: "noNegated", denials: "no", contrasts: "noBut" },
    answersYes: "unclear",
  },
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
  conditional: { conclusions: "open", contrasts: "open", answersYes: "unclear", answersNo: "unclear" },
  unclear: { conclusions: "open" },
}

const meanings: { readonly [S in State]: SentenceVerdict["says"] } = {
  ...{ open: "nothing", negated: "nothing", conditional: "nothing", conceding: "nothing" },
  ...{ answeredYes: "yes", yes: "yes", yesNegated: "yes", yesSaid: "yes", yesConceding: "yes" },
  ...{ answeredNo: "no", denied: "no", no: "no", noNegated: "no", noSaid: "no", noBut: "no" },
  ...{ conceded: "unclear", concededNegated: "unclear", unclear: "unclear" },
}

/** Maximum number of words between a negation and the word it negates. */
const negationReach = 9
/** Number of words searched for the speaker before a verdict, and for its subject after it. */
const clauseReach = 15
/** Extra reach of a negation across a parenthesis: "I do not, in the end, agree". */
const parenthesisReach = 5
const han = /\p{Script=Han}/u

/** If more words follow a bare yes or no, it answers the topic and is not a vote: "Yes, the sun is a star". */
const maxAfterAnswer = 3

const noVerdict: SentenceVerdict = { says: "nothing", firm: false }

/** `mayAnswer`: a yes or no at the start of a clause is a vote. */
export function sentenceVerdict(
  { words: all, question }: Sentence,
  lexicon: VoteLexicon,
  mayAnswer = true,
): SentenceVerdict {
  if (question) return noVerdict
  const { phrases, answers } = booksOf(lexicon)
  let state: State = "open"
  let firm = false
  let clauseStart = 0
  let opensClause = true
  let sinceNegation = 0
  let wordsSinceAnswer = 0
  let answered = false
  const apply = (event: Event) => {
    state = transitions[state][event] ?? state
  }
  for (let index = 0; index < all.length; ) {
    const isOpen = ["open", "conditional", "answeredYes", "answeredNo"].includes(state)
    const answer = mayAnswer && opensClause && isOpen ? answers.longestMatchAt(all, index) : undefined
    const after = index + (answer?.length ?? 0)
    if (answer !== undefined && (after === all.length || endsClause(all, after))) {
      apply(answer.kind ? "answersYes" : "answersNo")
      firm = true
      // "Agreed, the sun is a star" agrees; "Yes, the sun is a star" answers the topic.
      const { kind } = phrases.longestMatchAt(all, index) ?? {}
      answered = kind !== "agree" && kind !== "disagree"
      wordsSinceAnswer = 0
      index = after
      continue
    }
    if (endsClause(all, index)) {
      // "I do not, in the end, agree": a negation that ends its clause applies to a word after the parenthesis.
      if (sinceNegation < 1) sinceNegation = -parenthesisReach
      else if (state === "negated" || state === "concededNegated") state = withoutNegation[state]!
      apply("clauseEnd")
      opensClause = all[index]!.text === "," || all[index]!.text === "、"
      clauseStart = ++index
      continue
    }
    const found = phrases.longestMatchAt(all, index, (kind) => kind !== "neutralOpenings" || opensClause)
    const length = found?.length ?? 1
    if (sinceNegation > negationReach) state = withoutNegation[state] ?? state
    const step = isPunctuation(all[index]!) ? 0 : han.test(all[index]!.text) ? 0.6 : 1
    sinceNegation += step
    wordsSinceAnswer += step * length
    opensClause = found?.kind === "joints" || found?.kind === "contrasts" || found?.kind === "conclusions"
    if (opensClause) clauseStart = index + length
    if (found?.kind === "negations" || found?.kind === "denials") {
      const cancels = state === "negated" && lexicon.doubleNegation === "cancels" && found.kind === "negations"
      if (cancels) state = "open"
      else apply(found.kind)
      if (found.kind === "denials") answered = false
      sinceNegation = 0
    } else if (found?.kind === "agree" || found?.kind === "disagree") {
      const speaker = speakerOf(all.slice(Math.max(clauseStart, index - clauseReach), index + length), length, lexicon)
      if (speaker !== "other" && !isAboutSomethingElse(all, index + length, lexicon)) {
        apply(found.kind)
        answered = false
      }
      firm ||= speaker === "own" && (meanings[state] !== "yes" || isAboutProposal(all, index + length, lexicon))
    } else if (found?.kind === "settled") {
      apply("agree")
      answered = false
      firm = true
    } else if (found !== undefined) {
      // "I agree that it is mostly correct" is as undecided as "I agree if it is correct".
      apply(found.kind === "hedges" ? "conditions" : found.kind)
    }
    index += length
  }
  return answered && wordsSinceAnswer > maxAfterAnswer ? noVerdict : { says: meanings[state], firm }
}

/** The subject of a verdict: the speaker, a thing that is judged, or someone else, whose view is ignored. */
function speakerOf(clause: readonly Word[], length: number, lexicon: VoteLexicon): "own" | "thing" | "other" {
  const before = clause.length - length
  if (lexicon.speakers.length === 0 || before <= 1 || contain(clause, lexicon.speakers)) return "own"
  if (contain(clause.slice(before), lexicon.matters)) return "own"
  return before <= 2 || contain(clause, lexicon.matters) ? "thing" : "other"
}

/** Whether the agreement is with a person on something other than the proposal: "I agree with Anna that it is cold". */
function isAboutSomethingElse(
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

/** Whether the agreement is with the proposal itself: little follows, or a word for the proposal does. */
function isAboutProposal(all: readonly Word[], from: number, lexicon: VoteLexicon): boolean {
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
  readonly phrases: PhraseBook<PhraseKind>
  readonly answers: PhraseBook<boolean>
}

const books = new WeakMap<VoteLexicon, Books>()

export function booksOf(lexicon: VoteLexicon): Books {
  const known = books.get(lexicon)
  if (known !== undefined) return known
  const phrases = new PhraseBook<PhraseKind>()
  for (const kind of phraseKinds) phrases.add(kind, lexicon[kind])
  const created = { phrases, answers: new PhraseBook<boolean>().add(true, lexicon.yes).add(false, lexicon.no) }
  books.set(lexicon, created)
  return created
}
