import { isPunctuation, type Word } from "../words/words.ts"
import { labelIndex, type Mention, type OptionNames, optionWordsAt, textMentions } from "./match-option.ts"

const closings: ReadonlySet<string> = new Set([")", "]", "}"])
/** Between the words for a choice and a label: "the answer is indeed option (B)". */
const mostFillers = 2

/**
 * Where a sentence names an option: by its words, or by a label where it is plainly one: `(B)`, `B)`, `option B`, or B
 * right after the words for a choice, which end at `cues`.
 */
export function mentionsIn(
  text: string,
  all: readonly Word[],
  names: OptionNames,
  cues: readonly number[] = [],
): Mention[] {
  const found: Mention[] = []
  for (let index = 0; index < all.length; ) {
    const mention = labelAt(text, all, index, names, cues)
    if (mention) found.push(mention)
    index += mention?.length ?? 1
  }
  const taken = new Set(found.flatMap(({ at, length }) => Array.from({ length }, (_, place) => at + place)))
  found.push(...textMentions(all, names).filter(({ at }) => !taken.has(at)))
  return found.toSorted((a, b) => a.at - b.at)
}

function labelAt(
  text: string,
  all: readonly Word[],
  index: number,
  names: OptionNames,
  cues: readonly number[],
): Mention | undefined {
  const counted = optionWordsAt(all, names.language, index)
  const bracket = all[index + counted]?.text === "(" ? 1 : 0
  const at = index + counted + bracket
  const [word, next] = [all[at], all[at + 1]]
  if (word === undefined || isPunctuation(word)) return undefined
  const written = text.slice(word.start, word.end)
  if (!/^(?:\p{Lu}|\d{1,3}|\p{Script=Han})$/u.test(written)) return undefined
  const option = labelIndex(written, names)
  if (option === undefined) return undefined
  const closes = next !== undefined && closings.has(next.text) && next.start === word.end
  const isLabel =
    counted > 0 || (closes && /\p{Lu}/u.test(written)) || (closes && bracket > 0 && names.labels !== undefined)
  if (!isLabel && !cues.some((cue) => follows(all, cue, at, names))) return undefined
  return { option, at: index, length: at - index + 1, weak: false }
}

/** Whether nothing but a word or two stands between the words for a choice and this one, and it ends there. */
function follows(all: readonly Word[], cue: number, at: number, _names: OptionNames): boolean {
  if (at < cue || at - cue > mostFillers + 4) return false
  const between = all.slice(cue, at)
  if (between.filter((word) => !isPunctuation(word)).length > mostFillers) return false
  const next = all[at + 1]
  const joined = next !== undefined && next.start === all[at]!.end && /^[.,'’/%-]$/u.test(next.text)
  return !joined || all[at + 2] === undefined || isPunctuation(all[at + 2]!) || all[at + 2]!.start !== next.end
}
