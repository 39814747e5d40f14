import { words } from "../words/words.ts"
import { matchOption, type OptionNames, textMentions } from "./match-option.ts"
import { toPlainCharacters } from "./reply-lines.ts"
import { saysNone } from "./vote-text.ts"

const bullet = /^[\s*_`>•·–—+|-]{1,12}(?=\S)/u
/** The rank of a list item, which is not the number of an option: `1.`, `2)`, `#3:`, `1st:`, `First:`, `第一名：`, `①`. */
const numerals = String.raw`#?\d{1,2}(?:st|nd|rd|th|º|ª|o|a)?\s{0,2}[.):：、|-]|\d{1,2}[ºª]|[①-⑳]|第[一二三四五六七八九十\d]{1,3}[名位]?\s{0,2}[.):：、,，]?`
const ordinals = "(?:first|second|third|fourth|fifth|primer[oa]?|segund[oa]|tercer[oa]?|cuart[oa]|quint[oa]):"
const rank = new RegExp(String.raw`^[*_\s]{0,4}(?:${numerals}|${ordinals})[*_\s]{0,4}(?=\S)`, "iu")
/** The gap between an introduction and the list on the same line: "My ranking: 1. Wind". */
const beforeFirstRank = /(?<=[.:!])[^\S\n]{1,3}(?=[*_]{0,3}1[.)]\s)/gu
const arrows = /\s*(?:>+|→|≻|＞)\s*/u
const separators = /[\s,;、，；>/→|]+/u

/**
 * The options in a list, in its order: one per line, joined by arrows, or on one line. An approval may also say "none",
 * which is an empty list. Undefined if nothing was recognized.
 */
export function listedOptions(
  section: string,
  form: "ranking" | "approval",
  names: OptionNames,
): readonly number[] | undefined {
  const text = toPlainCharacters(section.slice(0, 8_000)).trim()
  if (text === "") return undefined
  const noneOrAll = form === "approval" ? approvesNoneOrAll(text, names) : undefined
  if (noneOrAll) return noneOrAll
  const lines = text.split("\n").filter((line) => line.trim() !== "")
  const items = lines.length > 1 ? lines : text.split(arrows)
  const found = items.length > 1 ? items.flatMap((item) => itemOf(item, names) ?? []) : []
  const listed = found.length > 0 ? found : optionsOnOneLine(text, names)
  return listed.length > 0 ? listed : undefined
}

const everything = /^\W*(?:all(?: of (?:them|these|the above)| options)?|tod[ao]s|全部|都可以|都接受)\W*$/iu
/** The options that "none" or "all of them" approves. */
export function approvesNoneOrAll(text: string, { options }: OptionNames): readonly number[] | undefined {
  if (saysNone(text) && /\p{L}/u.test(text)) return []
  return everything.test(text) ? options.map((_, index) => index) : undefined
}

/** A ranking in prose: numbered lines, options joined by arrows, or a line that only lists options. */
export function rankedInProse(prose: string, names: OptionNames): readonly number[] {
  const lines = toPlainCharacters(prose).replace(beforeFirstRank, "\n").split("\n")
  const numbered = lines.filter((line) => rank.test(line.replace(bullet, "")))
  const chained = lines.findLast((line) => line.split(arrows).length > 1)
  const listing = lines.map((line) => line.slice(line.lastIndexOf(":") + 1).split(/[,;、]/u))
  const listed = listing.findLast((items) => items.length > 1 && items.every((item) => matchOption(item, names)?.whole))
  const items = numbered.length > 1 ? numbered : (chained?.split(arrows) ?? listed ?? [])
  return items.flatMap((item) => itemOf(item, names) ?? [])
}

/** The option that a list item names after its rank; if none, the rank may be the number of an option. */
export function itemOf(item: string, names: OptionNames): number | undefined {
  const plain = item.replace(bullet, "")
  const rest = plain.replace(rank, "")
  return (rest === plain ? undefined : optionIn(rest, names)) ?? optionIn(plain, names)
}

function optionIn(text: string, names: OptionNames): number | undefined {
  const whole = matchOption(text.trim(), names)
  if (whole) return whole.option
  const [first, ...others] = new Set(textMentions(words(text), names).map((mention) => mention.option))
  return others.length === 0 ? first : undefined
}

function optionsOnOneLine(text: string, names: OptionNames): readonly number[] {
  const mentioned = textMentions(words(text), names).map((mention) => mention.option)
  if (mentioned.length > 0) return mentioned
  const pieces = text.split(separators).filter(Boolean)
  const whole = pieces.every((piece) => /^#?\d/.test(piece)) ? undefined : matchOption(text, names)
  return whole ? [whole.option] : pieces.flatMap((piece) => matchOption(piece, names)?.option ?? [])
}
