/** A text with what models change when they quote left out, and where each of its characters stands in the text. */
export interface QuotableText {
  readonly text: string
  readonly plain: string
  readonly places: readonly number[]
}

const dropped = /[*_`~"'“”„‘’«»「」『』\p{Default_Ignorable_Code_Point}]/u
const dash = /[‐-―−]/u

/** Letter case, white space, dashes, quotation marks and Markdown's emphasis do not make a quotation another. */
export function quotable(text: string): QuotableText {
  let plain = ""
  const places: number[] = []
  for (let index = 0; index < text.length; index++) {
    const sign = text[index]!
    if (dropped.test(sign)) continue
    const isSpace = /\s/u.test(sign)
    if (isSpace && (plain === "" || plain.endsWith(" "))) continue
    const lower = isSpace ? " " : dash.test(sign) ? "-" : sign.toLowerCase()
    plain += lower.length === 1 ? lower : sign
    places.push(index)
  }
  return { text, plain, places }
}

const edges = /^[\s.…,;:!?。，；：！？]+|[\s.…,;:!?。，；：！？]+$/gu

/** The words of a text that a quotation means, exactly as they stand there; undefined where they do not. */
export function findQuote({ text, plain, places }: QuotableText, quote: string): string | undefined {
  const wanted = quotable(quote).plain.replace(edges, "")
  if (wanted === "") return undefined
  const start = plain.indexOf(wanted)
  if (start < 0) return undefined
  const [from, to] = [places[start]!, places[start + wanted.length - 1]! + 1]
  // The marks that the quotation begins and ends with belong to it.
  const marks = quote.trim()
  let before = /^\p{P}{0,4}/u.exec(marks)![0]
  while (!text.slice(0, from).endsWith(before)) before = before.slice(0, -1)
  let after = /\p{P}{0,4}$/u.exec(marks)![0]
  while (!text.startsWith(after, to)) after = after.slice(1)
  return before + text.slice(from, to) + after
}

const quoted = /"([^"\n]{12,1000})"|“([^”\n]{12,1000})”|«([^»\n]{12,1000})»|「([^」\n]{6,1000})」/gu

/** What a text puts in quotation marks and is long enough to be somebody's words. */
export function quotationsIn(text: string): readonly string[] {
  return [...text.matchAll(quoted)].map((match) => match.slice(1).find((words) => words !== undefined)!)
}

const marks = ['""', "“”", "«»", "「」"] as const

/** A text whose quotation marks around some words are gone: it no longer claims that they were said so. */
export function withoutQuotationMarks(text: string, words: string): string {
  return marks.reduce((rest, [open, close]) => rest.replaceAll(`${open}${words}${close}`, () => words), text)
}
