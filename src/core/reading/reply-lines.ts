/** One line of a reply, with the flags that mark text that is not the seat's own. */
export interface ReplyLine {
  readonly text: string
  /** The same text, character for character, with full-width signs and brackets as plain ones. */
  readonly plain: string
  /** 0 outside code fences, else the number of the fence. */
  readonly fence: number
  readonly quoted: boolean
  /** Imitates a label of the transcript. */
  readonly label: boolean
  /** Its beginning was cut away, so it cannot tell what it began with. */
  readonly cut: boolean
}

/** Only the end of a long reply is read: votes stand at the end, and hostile text may be endless. */
const maxReadLength = 20_000

const lineEnds = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/u
const wideSigns = /[！-～【】〔〕\u3000\u200b-\u200d\u2060\ufeff]/gu

export function plainSigns(text: string): string {
  return text.replace(wideSigns, (sign) => {
    const code = sign.charCodeAt(0)
    if (code >= 0xff01 && code <= 0xff5e) return String.fromCharCode(code - 0xfee0)
    if (sign === "【" || sign === "〔") return "["
    return sign === "】" || sign === "〕" ? "]" : " "
  })
}

export function replyLines(whole: string): ReplyLine[] {
  const { text: reply } = splitThoughts(whole)
  const isCut = reply.length > maxReadLength
  const lines: ReplyLine[] = []
  let fence: string | undefined
  let fences = 0
  for (const [index, text] of (isCut ? reply.slice(-maxReadLength) : reply).split(lineEnds).entries()) {
    const plain = plainSigns(text)
    const start = plain.slice(0, 200).trimStart()
    const quoted = start.startsWith(">")
    const sign = quoted ? undefined : fenceSign(plain)
    let inside = fence !== undefined
    if (sign !== undefined && fence === undefined) {
      fence = sign
      fences++
      // What stands before a fence that opens within its line is said.
      inside = start.startsWith(sign)
    } else if (sign !== undefined && sign === fence) {
      fence = undefined
    }
    const label = /^[*_`#\s]{0,8}<</.test(start)
    lines.push({ text, plain, fence: inside ? fences : 0, quoted, label, cut: isCut && index === 0 })
  }
  return lines
}

function fenceSign(plain: string): string | undefined {
  const sign = /^\s{0,8}(```|~~~)|\s(```)\w{0,12}\s{0,8}$/.exec(plain)?.slice(1).find(Boolean)
  // Opened and closed on one line it is inline code.
  return sign !== undefined && plain.indexOf(sign) === plain.lastIndexOf(sign) ? sign : undefined
}

/** A vote found in a reply: the line it begins on, and whether that line lies in a code fence. */
export interface Found {
  readonly line: number
  readonly fence: number
}

/** The answer read from a reply and how it was read, or `unreadable`. */
export type Answer<Said> =
  | (Said & {
      readonly reading: "structured" | "markers" | "inferred"
      readonly confidence: number
      readonly reasoning: string
    })
  | { readonly reading: "unreadable"; readonly text: string }

/** An object or block of a reply that answers what was asked. */
export interface FoundAnswer extends Found {
  readonly reading: "structured" | "markers"
  readonly confidence: number
  readonly reasoning: string
}

/** The answer that counts. An object in the middle of a block's sentence is talked about; one on its own line is meant. */
export function lastAnswer<A extends FoundAnswer>(
  blocks: readonly A[],
  objects: readonly (A & { readonly ownLine: boolean })[],
  lines: readonly ReplyLine[],
): A | undefined {
  const meant = objects.filter(
    (object) => object.ownLine || !blocks.some((block) => block.fence === object.fence && block.line <= object.line),
  )
  return lastOwn<A>([...blocks, ...meant], lines)
}

/**
 * The last of the votes found that is the seat's own. The first one under a label line is taken for the words of whom the
 * label names, unless the reply opens with that label; one in a code fence counts only where none stands outside.
 */
export function lastOwn<Vote extends Found>(found: readonly Vote[], lines: readonly ReplyLine[]): Vote | undefined {
  const opening = lines.findIndex((line) => line.plain.trim() !== "")
  const sorted = found.toSorted((a, b) => a.line - b.line)
  const own: Vote[] = []
  let next = 0
  let named = false
  for (const [index, line] of lines.entries()) {
    if (line.label && !line.quoted && index !== opening) named = true
    for (; next < sorted.length && sorted[next]!.line === index; next++) {
      if (!named) own.push(sorted[next]!)
      named = false
    }
  }
  return own.findLast((vote) => vote.fence === 0) ?? own.at(-1)
}

/** The seat's own prose: no quotes, no code, nothing under a label but the one that opens the reply. */
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
 * The thoughts that open models write before their answer where only the closing tag came through; a tag that is talked
 * about, in quotation marks or as code, ends none.
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
