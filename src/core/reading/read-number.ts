import { plainSigns } from "./reply-lines.ts"
import type { NumberStyle } from "./words/reader-words.ts"

interface FoundNumber {
  readonly value: number
  readonly end: number
}

interface Figure extends FoundNumber {
  readonly from: number
  /** 1 to 9 in one sign, so that 1万5 may mean 1万5千. */
  readonly single: boolean
  readonly numeral: boolean
}

interface Unit extends FoundNumber {
  /** Written as a character that multiplies only the figure before it: 十, 百, 千. */
  readonly small: boolean
  readonly han: boolean
}

const maxReadLength = 2_000
const han = /\p{Script=Han}/u
const letter = /[\p{Script=Latin}\d_]/u
const aroundAmounts = /^[\s$€£¥元块圆约共计整.,。，:：*_-]*$/u

/** The first number in a text, as the language writes it. */
export function readNumber(text: string, style: NumberStyle): number | undefined {
  return findNumber(text, style)?.value
}

/** The number of a text that has no other; the same one said twice is one. */
export function onlyNumber(said: string, style: NumberStyle): number | undefined {
  const text = said.slice(0, maxReadLength)
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
  const plain = plainSigns(text.slice(0, maxReadLength)).toLowerCase()
  for (let index = 0; index < plain.length; index++) {
    const before = plain[index - 1] ?? " "
    const found = letter.test(before) ? undefined : composed(plain, index, style)
    if (found === undefined) continue
    const sign = /(?:^|[\s(:])[-−][$€£¥]?$/u.test(plain.slice(Math.max(0, index - 4), index)) ? -1 : 1
    return { value: sign * found.value, end: found.end }
  }
  return undefined
}

/** Figures and their multipliers in a row: 15 mil, 2 million 500 thousand, 1万5千. */
function composed(text: string, start: number, style: NumberStyle): FoundNumber | undefined {
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
      const counted = section + (figure?.value ?? 0)
      total = total < unit.value ? (total + counted) * unit.value : total + counted * unit.value
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
  // A lone numeral is mostly part of a word: 一致, 十分.
  const lone = end - start === 1 && (first === undefined || first.numeral)
  if (lone && !aroundAmounts.test(text.slice(0, start) + text.slice(end))) return undefined
  return { value, end }
}

function figureAfter(text: string, unit: Unit, style: NumberStyle): Figure | undefined {
  const adjoining = figureAt(text, unit.end, style)
  if (adjoining !== undefined) return unit.han ? adjoining : undefined
  if (!/^[ \u00a0\u202f]$/u.test(text[unit.end] ?? "")) return undefined
  const apart = figureAt(text, unit.end + 1, style)
  if (apart === undefined) return undefined
  const completes = unit.value >= 1_000 && apart.end - apart.from === 3 && !letter.test(text[apart.end] ?? " ")
  return completes || unitAt(text, apart.end, style) !== undefined ? apart : undefined
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
  // In half of the Spanish-speaking world thousands have a comma, and nobody has three decimals.
  ".": [/\d{1,3}(?:,\d{3})+(?!\d)(?:\.\d+)?/y, /\d{1,3}(?:,\d{3})+\.\d+/y, /\d{1,3}(?:\.\d{3})+(?!\d)(?:,\d+)?/y],
} as const
const spaced = /\d{1,3}(?:[ \u00a0\u2009\u202f]\d{3})+(?!\d)(?:[.,]\d+)?/y
const simple = /\d+(?:[.,]\d+)?/y

/** One figure with its separators; the last separator before one or two digits is the decimal one in any language. */
function writtenFigure(text: string, index: number, style: NumberStyle): { digits: number; value: number } {
  for (const [place, pattern] of [...groupings[style.thousands], spaced, simple].entries()) {
    pattern.lastIndex = index
    const written = pattern.exec(text)?.[0]
    if (written === undefined) continue
    const foreign = pattern !== spaced && pattern !== simple && place < 2
    const decimal = foreign ? style.thousands : style.decimal
    if (pattern === simple || pattern === spaced) {
      return { digits: written.length, value: Number(written.replace(/[ \u00a0\u2009\u202f]/gu, "").replace(",", ".")) }
    }
    const [whole = "", rest = ""] = written.split(decimal)
    return { digits: written.length, value: Number(`${whole.replace(/[.,]/g, "")}.${rest}0`) }
  }
  return { digits: 1, value: Number(text[index]) }
}
