import type { VoteLexicon } from "../prompting/languages/language.ts"
import { isPunctuation, type Word, words } from "../words/words.ts"
import { endsClause, endsSentence, type Sign, voteSigns } from "./prose-signs.ts"
import { readYesNo } from "./read-yes-no.ts"

/** How much of a text speaks for yes and for no. */
export interface ProseWeight {
  readonly yes: number
  readonly no: number
}

/** What one part of a sentence says: the part before or after a word of contrast, or what it concedes. */
interface Part {
  readonly clauses: number[]
  /** It holds words at all, so that "I agree, but" weighs less than "I agree, but the cost". */
  spoken: boolean
  negated: boolean
}

const full = 1
const weakened = 0.7
const answered = 1.5
const conceded = 0.4
const stressed = 1.5
const implied = 0.8
const negationReach = 9

const han = /\p{Script=Han}/u

/**
 * Weighs prose clause by clause. A negation turns the sign after it round, what stands before a contrast weighs little,
 * and conditions and questions weigh nothing.
 */
export function weighProse(text: string, lexicon: VoteLexicon): ProseWeight {
  const all = words(text)
  const weight = { yes: 0, no: 0 }
  let start = 0
  let carried = false
  for (let index = 0; index <= all.length; index++) {
    const word = all[index]
    if (word !== undefined && !endsSentence(all, index)) continue
    const sentence = readSentence(all.slice(start, index), word?.text, lexicon, carried)
    addSentence(weight, sentence)
    carried = word?.text === "\n" && sentence.carries
    start = index + 1
  }
  return weight
}

interface Sentence {
  readonly parts: readonly Part[]
  readonly opensWithContrast: boolean
  /** It ends in a negation whose sign may stand on the next line. */
  readonly carries: boolean
}

function readSentence(all: readonly Word[], end: string | undefined, lexicon: VoteLexicon, carried: boolean): Sentence {
  const reader = new SentenceReader(lexicon, carried)
  const book = voteSigns(lexicon)
  for (let index = 0; index < all.length; ) {
    const word = all[index]!
    if (endsClause(all, index)) {
      reader.endClause()
      index++
      continue
    }
    const opening = reader.atClauseStart
    const found = book.longestAt(all, index, (sign) => sign !== "neutralOpenings" || opening)
    if (found === undefined) reader.word(word)
    else reader.sign(found.kind, all.slice(index, index + found.length))
    index += found?.length ?? 1
  }
  return reader.end(end)
}

class SentenceReader {
  readonly #lexicon: VoteLexicon
  readonly #conceded: Part = { clauses: [], spoken: false, negated: false }
  #parts: Part[] = [{ clauses: [], spoken: false, negated: false }]
  #contrasted = false
  #conditional = false
  #concedes = false
  #carried: boolean
  #clause: Word[] = []
  #value = 0
  #negations: number[] = []
  #denied = false
  #reach = 0
  #lastClause = -1

  constructor(lexicon: VoteLexicon, carried: boolean) {
    this.#lexicon = lexicon
    this.#carried = carried
  }

  get atClauseStart(): boolean {
    return this.#clause.length === 0
  }

  word(word: Word): void {
    this.#clause.push(word)
    if (!isPunctuation(word)) this.#reach += han.test(word.text) ? 0.6 : 1
  }

  sign(sign: Sign, phrase: readonly Word[]): void {
    switch (sign) {
      case "agree":
      case "disagree":
        this.#weigh(sign === "agree" ? 1 : -1)
        break
      case "denials":
        this.#denied = true
        this.#negations.push(this.#reach)
        break
      case "negations":
        this.#negations.push(this.#reach)
        break
      case "conditions":
        this.#condition()
        break
      case "contrasts":
        this.endClause()
        if (this.#parts.length === 1 && !this.#part.spoken && !this.#conceded.spoken) this.#contrasted = true
        else this.#parts.push({ clauses: [], spoken: false, negated: false })
        this.#conditional = false
        this.#concedes = false
        return
      case "concessions":
        this.endClause()
        this.#concedes = true
        return
      case "conclusions":
        this.endClause()
        this.#conditional = false
        this.#concedes = false
        this.#carried = false
        this.#lastClause = -1
        return
      case "joints":
        // The yes in "yes and no" is not the answer.
        this.endClause(false)
        this.#lastClause = -1
        break
      default:
        break
    }
    for (const word of phrase) this.word(word)
  }

  get #part(): Part {
    return this.#concedes ? this.#conceded : this.#parts.at(-1)!
  }

  #weigh(direction: number): void {
    const near = this.#negations.filter((at) => this.#reach - at <= negationReach).length + (this.#carried ? 1 : 0)
    const turned = this.#lexicon.doubleNegation === "stresses" ? near > 0 : near % 2 === 1
    const value = (turned ? -direction : direction) * (near === 0 || (turned && direction > 0) ? full : weakened)
    // "I agree that we disagree" disagrees, and so does "I reject the claim that we agree".
    if (this.#value >= 0) this.#value = this.#conditional ? 0 : value
    this.#negations = []
    this.#denied = false
    this.#carried = false
  }

  #condition(): void {
    if (this.atClauseStart && this.#lastClause >= 0) this.#part.clauses[this.#lastClause] = 0
    this.#value = 0
    this.#denied = false
    this.#conditional = true
  }

  endClause(mayAnswer = true): void {
    const part = this.#part
    const spoken = this.#clause.some((word) => !isPunctuation(word))
    if (!spoken) {
      this.#clause = []
      return
    }
    const answer =
      mayAnswer && this.#clause.length <= 4 ? readYesNo(this.#clause.map((word) => word.text).join(" ")) : undefined
    let value = this.#value
    if (answer?.alone && !this.#conditional) value = answer.answer ? answered : -answered
    else if (value === 0 && this.#denied && !this.#conditional) value = -implied
    const negated = value === 0 && this.#negations.length > 0
    if (negated && !this.#conditional) part.negated = true
    // "I do not, in the end, agree": a negation that closes its clause has its sign still to come; so has "no estoy".
    const open = this.#reach - (this.#negations.at(-1) ?? 0) <= (this.#lexicon.doubleNegation === "stresses" ? 2 : 1)
    if (negated && open && this.#clause.length <= 4 && !answer?.alone) this.#carried = true
    part.clauses.push(value)
    part.spoken = true
    this.#lastClause = part.clauses.length - 1
    if (this.#concedes) {
      this.#concedes = false
      this.#lastClause = -1
    }
    this.#clause = []
    this.#value = 0
    this.#negations = []
    this.#denied = false
    this.#reach = 0
  }

  end(sign: string | undefined): Sentence {
    this.endClause()
    const last = this.#parts.at(-1)!
    if (sign === "?" || sign === "？") last.clauses.length = 0
    if (sign === "¿" && this.#parts.length > 1) last.spoken = true
    const parts = this.#conceded.spoken ? [this.#conceded, ...this.#parts] : this.#parts
    return { parts, opensWithContrast: this.#contrasted, carries: this.#carried }
  }
}

function addSentence(weight: { yes: number; no: number }, { parts, opensWithContrast }: Sentence): void {
  const last = parts.at(-1)!
  if (opensWithContrast) {
    weight.yes *= conceded
    weight.no *= conceded
  }
  const signed = last.clauses.some((value) => value !== 0)
  const earlier = parts.slice(0, -1).flatMap((part) => part.clauses)
  const before = opensWithContrast && earlier.length === 0 ? weight.yes - weight.no : sum(earlier)
  if (signed || !last.spoken) {
    const contrasted = opensWithContrast || (parts.length > 1 && last.spoken)
    for (const value of earlier) add(weight, value * (last.spoken ? conceded : full))
    for (const value of last.clauses) add(weight, value * (contrasted ? stressed : full))
  } else if (parts.length > 1 || opensWithContrast) {
    // "I agree with your aim, but the cost…": what follows the contrast takes the agreement back without a word for it.
    if (before > 0) {
      add(weight, last.negated ? -full : -implied)
      if (opensWithContrast) weight.yes *= conceded
    } else if (!last.negated) {
      for (const value of earlier) add(weight, value * implied)
    }
  }
}

function add(weight: { yes: number; no: number }, value: number): void {
  if (value > 0) weight.yes += value
  else weight.no -= value
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
