import type { SeatView } from "../../core/prompting/seat-view.ts"
import { clean, cleanName, hasHan, shorten } from "./clean.ts"
import type { PhraseBook } from "./phrases/phrase-book.ts"
import { generalStances } from "./stances.ts"
import { type ThemeId, themeIds } from "./themes.ts"

/** Something that was said, as this seat remembers it. */
export interface Heard {
  readonly seatId: string | undefined
  readonly name: string
  readonly round: number
  readonly text: string
  readonly person: boolean
  /** Spoken by another rehearsal model, so that its phrases are known. */
  readonly rehearsed: boolean
}

const reactTo = 12
const remember = 40

/** The latest contributions, oldest first, without passes and without what is empty. */
export function heardIn(view: SeatView): Heard[] {
  const rehearsed = new Set(
    view.seats.flatMap(({ id, kind, model }) => (kind === "model" && model?.startsWith("rehearsal/") ? [id] : [])),
  )
  const people = new Set(view.seats.filter((seat) => seat.kind === "human").map((seat) => seat.id))
  return view.entries.slice(-reactTo).flatMap((entry): Heard[] => {
    if (entry.kind === "ballot") return []
    if (entry.kind === "interjection") {
      const { author, content, roundNumber } = entry.interjection
      const name = cleanName(author)
      if (content.trim() === "" || name === "") return []
      return [
        { seatId: undefined, name, round: roundNumber, text: content.slice(0, 600), person: true, rehearsed: false },
      ]
    }
    const { seat, content, passed, roundNumber } = entry.turn
    const name = cleanName(view.shownName(seat))
    if (passed || name === "" || content.trim() === "") return []
    return [
      {
        seatId: seat,
        name,
        round: roundNumber,
        text: content.slice(0, 600),
        person: people.has(seat),
        rehearsed: rehearsed.has(seat),
      },
    ]
  })
}

/** All that must not be said again, as one text to search. */
export function saidBefore(view: SeatView): string {
  return view.entries
    .slice(-remember)
    .map((entry) => {
      if (entry.kind === "turn") return entry.turn.content.slice(0, 1600)
      if (entry.kind === "interjection") return entry.interjection.content.slice(0, 600)
      return entry.ballot.votes
        .map((vote) => `${vote.reasoning} ${vote.proposedSolution ?? ""}`.slice(0, 600))
        .join("\n")
    })
    .join("\n")
}

/** The longest run of a phrase between its slots: enough to know the phrase again. */
const anchors = new Map<string, string>()
export function anchorOf(phrase: string): string {
  const known = anchors.get(phrase)
  if (known !== undefined) return known
  const longest = phrase.split(/\{[a-z0-9^]+\}/).reduce((a, b) => (b.length > a.length ? b : a), "")
  anchors.set(phrase, longest)
  return longest
}

export function themeUsed(book: PhraseBook, theme: ThemeId, said: string): boolean {
  const { say, risk } = book.themes[theme]
  return say.some((phrase) => said.includes(anchorOf(phrase))) || risk.some((phrase) => said.includes(phrase))
}

const longQuotes = /[“«「][^“”«»「」]{12,}[”»」]/g

/** What somebody argued with, quotations of others aside: our own sentences, or the words that people use. */
export function themesIn(book: PhraseBook, one: Heard): ThemeId[] {
  const text = one.text.replace(longQuotes, "")
  const known = themeIds.filter((theme) => themeUsed(book, theme, text))
  if (known.length > 0 || one.rehearsed) return known
  const lower = text.toLowerCase()
  return themeIds.filter((theme) => book.themes[theme].signs.some((sign) => lower.includes(sign)))
}

const listItem = /^\s*(?:\d+[.)]|[-*])\s+[^:：\n]{1,60}[:：]\s*/gm
const dependent =
  /^(?:if|when|because|but|and|or|so|although|where|while|which|who|that|as|than|yet|si|cuando|porque|pero|y|o|aunque|donde|que|como)\b|^(?:如果|但|而|因为|所以|虽然|不过|只要|就|才|也)/i

/** Whether a sentence is one of the phrase book's arguments, and of that theme if one is asked for. */
function isArgument(book: PhraseBook, sentence: string, theme: ThemeId | undefined): boolean {
  const belongs = (id: ThemeId) =>
    book.themes[id].say.some((phrase) => sentence.includes(anchorOf(phrase)) || anchorOf(phrase).includes(sentence))
  if (theme !== undefined) return belongs(theme)
  return (
    themeIds.some(belongs) ||
    generalStances.some((id) => book.stances[id].because.some((why) => why.includes(sentence)))
  )
}

/**
 * A few words of what somebody said that can stand in quotation marks, or nothing where there are none. From another
 * rehearsal only its arguments are worth quoting; from a person or a real model any whole sentence is.
 */
export function fragmentOf(options: {
  book: PhraseBook
  text: string
  roll: number
  rehearsed?: boolean
  theme?: ThemeId | undefined
}): string | undefined {
  const { book, text, roll, theme, rehearsed = false } = options
  const sentences = text
    .replace(listItem, "")
    .split(/(?<=[.!?])\s+|(?<=[。！？；])|\n+/u, 24)
    .filter((sentence) => !/["“”«»「」[\]]|^\s*(?:\d+[.)]|[-*#])/.test(sentence))
    .map((sentence) => clean(sentence, 300).replace(/[.。!！,;:，；：\s]+$/u, ""))
    .filter((sentence) => (hasHan(sentence) ? sentence.length >= 5 : sentence.split(" ").length >= 4))
    .filter((sentence) => !rehearsed || isArgument(book, sentence, theme))
  const sentence = sentences[Math.floor(roll * sentences.length)]
  if (sentence === undefined) return undefined
  if (sentence.length <= 84) return sentence
  const clauses = sentence.split(/(?<=[,;:])\s+|(?<=[，；：])/u)
  const trim = (clause: string) => clause.replace(/[,;:，；：\s]+$/u, "")
  const gap = hasHan(sentence) ? "" : " "
  for (let count = clauses.length - 1; count > 0; count -= 1) {
    const start = trim(clauses.slice(0, count).join(gap))
    if (start.length <= 84 && start.length >= 24 && !(count === 1 && dependent.test(start))) return start
  }
  const whole = clauses.map(trim).find((part) => part.length >= 24 && part.length <= 72 && !dependent.test(part))
  return whole ?? shorten(sentence, 72)
}
