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
 * Yes or no at the beginning of a value, in any of the languages. Undefined when it is neither, or both, as in a template
 * that was copied: `YES or NO`. `alone` says that nothing follows it.
 */
export function readYesNo(value: string): { answer: boolean; alone: boolean } | undefined {
  const all = words(value.slice(0, 400))
  let index = all.findIndex((word) => !isPunctuation(word))
  const found = index < 0 ? undefined : answers().longestMatchAt(all, index)
  if (found === undefined) return undefined
  const last = all[index + found.length - 1]!
  index += found.length
  const follower = all[index]
  const runsOn = follower !== undefined && han.test(follower.text) && han.test(last.text) && follower.start === last.end
  if (runsOn) return undefined

  const alone = all.slice(index).every(isPunctuation)
  let offered = false
  for (let skipped = 0; skipped < 4 && index < all.length; skipped++, index++) {
    const word = all[index]!
    const other = answers().longestMatchAt(all, index)
    if (other !== undefined && other.kind !== found.kind && !alternatives.has(word.text)) {
      const ends = all.slice(index + other.length).every(isPunctuation)
      return offered || ends ? undefined : { answer: found.kind, alone }
    }
    if (alternatives.has(word.text)) offered = true
    else if (!isPunctuation(word)) break
  }
  return { answer: found.kind, alone }
}
