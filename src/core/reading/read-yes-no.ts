import { lazy } from "../lazy.ts"
import { isPunctuation, PhraseBook, words } from "../words/words.ts"
import { allWords } from "./words/index.ts"

const answers = lazy(() => {
  const book = new PhraseBook<boolean>()
  for (const { votes } of allWords) book.add(true, votes.yes).add(false, votes.no)
  return book
})

const alternatives: ReadonlySet<string> = new Set(["|", "/", "\\", "or", "o", "u", "and", "y", "或", "和", "者"])
const han = /\p{Script=Han}/u

/**
 * The yes or no that a value starts with, in any language. Undefined for neither, or for both, as in a copied template:
 * `YES or NO`. `alone`: nothing but punctuation follows.
 */
export function readYesNo(value: string): { answer: boolean; alone: boolean } | undefined {
  const all = words(value.slice(0, 400))
  let index = all.findIndex((word) => !isPunctuation(word))
  const found = index < 0 ? undefined : answers().longestMatchAt(all, index)
  if (found === undefined) return undefined
  const last = all[index + found.length - 1]!
  index += found.length
  const next = all[index]
  const runsOn = next !== undefined && han.test(next.text) && han.test(last.text) && next.start === last.end
  if (runsOn) return undefined

  const alone = all.slice(index).every(isPunctuation)
  let sawAlternative = false
  for (let skipped = 0; skipped < 4 && index < all.length; skipped++, index++) {
    const word = all[index]!
    const opposite = answers().longestMatchAt(all, index)
    if (opposite !== undefined && opposite.kind !== found.kind && !alternatives.has(word.text)) {
      const ends = all.slice(index + opposite.length).every(isPunctuation)
      return sawAlternative || ends ? undefined : { answer: found.kind, alone }
    }
    if (alternatives.has(word.text)) sawAlternative = true
    else if (!isPunctuation(word)) break
  }
  return { answer: found.kind, alone }
}
