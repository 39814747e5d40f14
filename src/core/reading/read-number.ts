import { toPlainCharacters } from "./reply-lines.ts"
import type { NumberStyle } from "./words/reader-words.ts"

interface FoundNumber {
  readonly value: number
  readonly end: number
}

interface Figure extends FoundNumber {
  readonly from: number
  /** A single digit from 1 to 9: 1万5 is short for 1万5千. */
  readonly single: boolean
  readonly numeral: boolean
}

interface Unit extends FoundNumber {
  /** Multiplies only the figure right before it: 十, 百, 千. */
  readonly small: boolean
  readonly han: boolean
}

const maxReadLength = 2_000
const han = /\p{Script=Han}/u
const wordCharacter = /[\p{Script=Latin}\d_]/u
const onlyAmountCharacters = /^[\s$€£¥元块圆约共计整.,。，:：*_-]*$/u

/** The first number in a text, in the format of the language. */
export function readNumber(text: string, style: NumberStyle): number | undefined {
  return findNumber(text, style)?.value
}

/** The number in a text that contains no other one; repetitions are allowed. */
export function onlyNumber(source: string, style: NumberStyle): number | undefined {
  const text = source.slice(0, maxReadLength)
  const first = findNumber(text, style)
  if (first === undefined) return undefined
  for (let from = first.end; ; ) {
    const next = findNumber(text.slice(from), style)
    if (next === undefined) return first.value
    if (next.value !== first.value) return undefined
    from += next.end
  }
}

function findNumber(text: string, style: NumberStyle): FoundNumber | undefined {
  const plain = toPlainCharacters(text.slice(0, maxReadLength)).toLowerCase()
  for (let index = 0; index < plain.length; index++) {
    const before = plain[index - 1] ?? " "
    const found = wordCharacter.test(before) ? undefined : compoundNumberAt(plain, index, style)
    if (found === undefined) continue
    const sign = /(?:^|[\s(:])[-−][$€£¥]?$/u.test(plain.slice(Math.max(0, index - 4), index)) ? -1 : 1
    return { value: sign * found.value, end: found.end }
  }
  return undefined
}

/** A sequence of figures and multipliers: 15 mil, 2 million 500 thousand, 1万5千. */
function compoundNumberAt(text: string, start: number, style: NumberStyle): FoundNumber | undefined {
  let figure: Figure | undefined = figureAt(text, start, style)
  if (figure === undefined && unitAt(text, start, style)?.value !== 10) return undefined
  let total = 0
  let section = 0
  let end = figure?.end ?? start
  let last: Unit | undefined
  let unit = unitAt(text, end, style)
  const first = figure
  while (unit !== undefined) {
    if (unit.small) {
      section += (figure?.value ?? 1) * unit.value
    } else {
      const multiplicand = section + (figure?.value ?? 0)
      total = total < unit.value ? (total + multiplicand) * unit.value : total + multiplicand * unit.value
      section = 0
    }
    last = unit
    end = unit.end
    figure = figureAfter(text, unit, style)
    if (figure !== undefined) end = figure.end
    unit = unitAt(text, end, style)
  }
  let value = total + section + (figure?.value ?? 0)
  if (figure?.single && last?.han && last.value >= 100) value = total + section + (figure.value * last.value) / 10
  if (!Number.isFinite(value)) return undefined
  // A single numeral is usually part of a word: 一致, 十分.
  const isSingle = end - start === 1 && (first === undefined || first.numeral)
  if (isSingle && !onlyAmountCharacters.test(text.slice(0, start) + text.slice(end))) return undefined
  return { value, end }
}

function figureAfter(text: string, unit: Unit, style: NumberStyle): Figure | undefined {
  const adjacent = figureAt(text, unit.end, style)
  if (adjacent !== undefined) return unit.han ? adjacent : undefined
  if (!/^[ \u00a0\u202f]$/u.test(text[unit.end] ?? "")) return undefined
  const next = figureAt(text, unit.end + 1, style)
  if (next === undefined) return undefined
  const completes = unit.value >= 1_000 && next.end - next.from === 3 && !wordCharacter.test(text[next.end] ?? " ")
  return completes || unitAt(text, next.end, style) !== undefined ? next : undefined
}

function figureAt(text: string, index: number, style: NumberStyle): Figure | undefined {
  const sign = text[index] ?? ""
  if (sign >= "0" && sign <= "9") {
    const { digits, value } = writtenFigure(text, index, style)
    return { value, from: index, end: index + digits, single: digits === 1 && value > 0, numeral: false }
  }
  let end = index
  let written = ""
  for (; style.digits[text[end] ?? ""] !== undefined && end - index < 20; end++) written += style.digits[text[end]!]
  if (end === index) return undefined
  if (text[end] === "点" && style.digits[text[end + 1] ?? ""] !== undefined) {
    written += "."
    for (end++; style.digits[text[end] ?? ""] !== undefined && written.length < 30; end++)
      written += style.digits[text[end]!]
  }
  return { value: Number(written), from: index, end, single: written.length === 1 && written !== "0", numeral: true }
}

function unitAt(text: string, index: number, style: NumberStyle): Unit | undefined {
  const gap = /^[ \u00a0\u202f]$/u.test(text[index] ?? "") ? 1 : 0
  const from = index + gap
  const sign = text[from] ?? ""
  const direct = Object.hasOwn(style.multipliers, sign) ? style.multipliers[sign] : undefined
  if (direct !== undefined && han.test(sign)) {
    return { value: direct, end: from + 1, small: direct < 10_000, han: true }
  }
  const word = /^\p{Script=Latin}{1,12}(?![\p{L}\d])/u.exec(text.slice(from, from + 14))?.[0] ?? ""
  if (!Object.hasOwn(style.multipliers, word) || (word.length === 1 && gap > 0)) return undefined
  return { value: style.multipliers[word]!, end: from + word.length, small: false, han: false }
}

const groupings = {
  ",": [
    /\d{1,3}(?:\.\d{3}){2,}(?!\d)(?:,\d+)?/y,
    /\d{1,3}(?:\.\d{3})+,\d+/y,
    /\d{1,3}(?:,\d{3})+(?!\d)(?:\.\d+)?/y,
    /\d{1,2}(?:,\d{2})+,\d{3}(?!\d)(?:\.\d+)?/y,
  ],
  // Half of the Spanish-speaking world separates thousands with a comma, and three decimals are rare.
  ".": [/\d{1,3}(?:,\d{3})+(?!\d)(?:\.\d+)?/y, /\d{1,3}(?:,\d{3})+\.\d+/y, /\d{1,3}(?:\.\d{3})+(?!\d)(?:,\d+)?/y],
} as const
const spaced = /\d{1,3}(?:[ \u00a0\u2009\u202f]\d{3})+(?!\d)(?:[.,]\d+)?/y
const simple = /\d+(?:[.,]\d+)?/y

/** A figure with its separators; in any language, the last one before one or two digits is the decimal separator. */
function writtenFigure(text: string, index: number, style: NumberStyle): { digits: number; value: number } {
  for (const [order, pattern] of [...groupings[style.thousands], spaced, simple].entries()) {
    pattern.lastIndex = index
    const written = pattern.exec(text)?.[0]
    if (written === undefined) continue
    const isForeign = pattern !== spaced && pattern !== simple && order < 2
    const decimal = isForeign ? style.thousands : style.decimal
    if (pattern === simple || pattern === spaced) {
      return { digits: written.length, value: Number(written.replace(/[ \u00a0\u2009\u202f]/gu, "").replace(",", ".")) }
    }
    const [whole = "", rest = ""] = written.split(decimal)
    return { digits: written.length, value: Number(`${whole.replace(/[.,]/g, "")}.${rest}0`) }
  }
  return { digits: 1, value: Number(text[index]) }
}

/** The value of a text that is a number, ignoring surrounding symbols: -3, 1,000, $5, 40 %. */
export function figureValue(text: string, numbers: NumberStyle): number | undefined {
  const [, sign, digits] =
    /^[("'*[$€£=≈]*([-−]?)[$€£]?([\d.,]*\d)\s?%?[.,;:!?)"'\]*]*$/u.exec(text.trim().slice(0, 40)) ?? []
  const value = digits && readNumber(digits.replace(/^\./u, "0."), numbers)
  return typeof value === "number" ? (sign ? -value : value) : undefined
}
