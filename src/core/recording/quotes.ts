/** A text normalized for quotation matching, with the original index of each character. */
export interface QuotableText {
  readonly text: string
  readonly plain: string
  readonly places: readonly number[]
}

const dropped = /[*_`~"'“”„‘’«»「」『』\p{Default_Ignorable_Code_Point}]/u
const dash = /[‐-―−]/u

/** Ignores case, white space, dashes, quotation marks and Markdown emphasis, which models change when they quote. */
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

/** The quoted passage exactly as it is in the text; undefined if it is not there. */
export function findQuote({ text, plain, places }: QuotableText, quote: string): string | undefined {
  const wanted = quotable(quote).plain.replace(edges, "")
  if (wanted === "") return undefined
  const start = plain.indexOf(wanted)
  if (start < 0) return undefined
  const [from, to] = [places[start]!, places[start + wanted.length - 1]! + 1]
  // Include the punctuation at both ends of the quotation.
  const marks = quote.trim()
  let before = /^\p{P}{0,4}/u.exec(marks)![0]
  while (!text.slice(0, from).endsWith(before)) before = before.slice(0, -1)
  let after = /\p{P}{0,4}$/u.exec(marks)![0]
  while (!text.startsWith(after, to)) after = after.slice(1)
  return before + text.slice(from, to) + after
}

const quoted = /"([^"\n]{12,1000})"|“([^”\n]{12,1000})”|«([^»\n]{12,1000})»|「([^」\n]{6,1000})」/gu

/** Quotations in a text that are long enough to be checked. */
export function quotationsIn(text: string): readonly string[] {
  return [...text.matchAll(quoted)].map((match) => match.slice(1).find((words) => words !== undefined)!)
}

const marks = ['""', "“”", "«»", "「」"] as const

/** Removes the quotation marks around a passage, so that it no longer claims to be a quotation. */
export function withoutQuotationMarks(text: string, words: string): string {
  return marks.reduce((rest, [open, close]) => rest.replaceAll(`${open}${words}${close}`, () => words), text)
}
