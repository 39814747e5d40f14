/** A line of a reply, with flags for text that is not the seat's own. */
export interface ReplyLine {
  readonly text: string
  /** The text with full-width characters and brackets replaced by plain ones; offsets are the same. */
  readonly plain: string
  /** 0 outside code fences, otherwise the number of the fence. */
  readonly fence: number
  readonly quoted: boolean
  /** Looks like a speaker label of the transcript: `<<Round 1 · Anna>>`. */
  readonly label: boolean
  /** Truncated at its start, so it cannot be checked for markers. */
  readonly cut: boolean
}

/** Only the end of a long reply is read: votes come last, and hostile text has no limit. */
const maxReadLength = 20_000

/** End of a turn in a chat template; some servers leave it in the reply. */
const turnEnd = /<(?:\|\w{2,20}\||eo[ams]|end_of_turn)>/gu
const lineEnds = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/u
const wideCharacters = /[！-～【】〔〕\u3000\u200b-\u200d\u2060\ufeff]/gu

export function toPlainCharacters(text: string): string {
  return text.replace(wideCharacters, (char) => {
    const code = char.charCodeAt(0)
    if (code >= 0xff01 && code <= 0xff5e) return String.fromCharCode(code - 0xfee0)
    if (char === "【" || char === "〔") return "["
    return char === "】" || char === "〕" ? "]" : " "
  })
}

export function replyLines(source: string): ReplyLine[] {
  const { text: reply } = splitThoughts(source)
  const isCut = reply.length > maxReadLength
  const lines: ReplyLine[] = []
  let fence: string | undefined
  let fences = 0
  for (const [index, text] of reply.slice(-maxReadLength).replace(turnEnd, "\n").split(lineEnds).entries()) {
    const plain = toPlainCharacters(text)
    const start = plain.slice(0, 200).trimStart()
    const quoted = start.startsWith(">")
    const marker = quoted ? undefined : fenceMarker(plain)
    let isInside = fence !== undefined
    if (marker !== undefined && fence === undefined) {
      fence = marker
      fences++
      // Text before a fence that opens mid-line is outside it.
      isInside = start.startsWith(marker)
    } else if (marker !== undefined && marker === fence) {
      fence = undefined
    }
    const label = /^[*_`#\s]{0,8}<</.test(start)
    lines.push({ text, plain, fence: isInside ? fences : 0, quoted, label, cut: isCut && index === 0 })
  }
  return lines
}

function fenceMarker(plain: string): string | undefined {
  const marker = /^\s{0,8}(```|~~~)|\s(```)\w{0,12}\s{0,8}$/.exec(plain)?.slice(1).find(Boolean)
  // Opened and closed on the same line: inline code.
  return marker !== undefined && plain.indexOf(marker) === plain.lastIndexOf(marker) ? marker : undefined
}

/** Position of a vote in a reply: its first line, and that line's code fence (0: none). */
export interface Found {
  readonly line: number
  readonly fence: number
}

/** The answer in a reply and how it was read, or `unreadable`. */
export type Answer<Said> =
  | (Said & {
      readonly reading: "structured" | "markers" | "inferred"
      readonly confidence: number
      readonly reasoning: string
    })
  | { readonly reading: "unreadable"; readonly text: string }

/** An object or block in a reply that answers the question. */
export interface FoundAnswer extends Found {
  readonly reading: "structured" | "markers"
  readonly confidence: number
  readonly reasoning: string
}

/** The answer that counts. An object after a block counts only on its own line; within a sentence it is a quotation. */
export function lastAnswer<A extends FoundAnswer>(
  blocks: readonly A[],
  objects: readonly (A & { readonly ownLine: boolean })[],
  lines: readonly ReplyLine[],
): A | undefined {
  const ownObjects = objects.filter(
    (object) => object.ownLine || !blocks.some((block) => block.fence === object.fence && block.line <= object.line),
  )
  return lastOwn<A>([...blocks, ...ownObjects], lines)
}

/**
 * The seat's last own vote. The first vote after a speaker label belongs to that speaker, unless the reply starts with
 * the label. Votes in code fences count only if there is none outside.
 */
export function lastOwn<Vote extends Found>(found: readonly Vote[], lines: readonly ReplyLine[]): Vote | undefined {
  const opening = lines.findIndex((line) => line.plain.trim() !== "")
  const sorted = found.toSorted((a, b) => a.line - b.line)
  const own: Vote[] = []
  let next = 0
  let isUnderLabel = false
  for (const [index, line] of lines.entries()) {
    if (line.label && !line.quoted && index !== opening) isUnderLabel = true
    for (; next < sorted.length && sorted[next]!.line === index; next++) {
      if (!isUnderLabel) own.push(sorted[next]!)
      isUnderLabel = false
    }
  }
  return own.findLast((vote) => vote.fence === 0) ?? own.at(-1)
}

/** The seat's own prose: no quotations, no code, and nothing after a speaker label, unless it opens the reply. */
export function ownProse(lines: readonly ReplyLine[]): string {
  const opening = lines.findIndex((line) => line.plain.trim() !== "")
  const kept: string[] = []
  for (const [index, line] of lines.entries()) {
    if (line.label && !line.quoted && index > opening) break
    if (!line.label && !line.quoted && line.fence === 0) kept.push(line.text)
  }
  return kept.join("\n")
}

/** The text inside code fences. */
export function fencedText(lines: readonly ReplyLine[]): string {
  return lines.flatMap((line) => (line.fence > 0 && !line.quoted ? line.text : [])).join("\n")
}

/**
 * Splits off the thoughts that open models write before their answer, even if the opening tag is missing. Tags in
 * quotation marks or code are ignored.
 */
export function splitThoughts(reply: string): { thoughts: string; text: string } {
  const closing = reply.includes("</") ? /(?<!["'`“])<\/think(?:ing)?>(?!["'`”])/iu.exec(reply) : null
  if (closing === null) return { thoughts: "", text: reply }
  const opening = /<think(?:ing)?>/iu.exec(reply)
  const end = closing.index + closing[0].length
  if (opening !== null && (opening.index > closing.index || reply.slice(0, opening.index).trim() !== "")) {
    return { thoughts: "", text: reply }
  }
  const from = opening === null ? 0 : opening.index + opening[0].length
  return { thoughts: reply.slice(from, closing.index).trim(), text: reply.slice(end).trimStart() }
}
