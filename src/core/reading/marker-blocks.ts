import { readYesNo } from "./read-yes-no.ts"
import type { Found, FoundAnswer, ReplyLine } from "./reply-lines.ts"
import { firstLine, readConfidence } from "./vote-text.ts"
import type { NumberStyle } from "./words/reader-words.ts"

type Marker =
  | "CONSENSUS_CHECK"
  | "HAS_CONSENSUS"
  | "CONFIDENCE"
  | "REASONING"
  | "PROPOSED_SOLUTION"
  | "CHOICE"
  | "RANKING"
  | "APPROVED"
  | "SCORES"
  | "AMOUNT"

/** The text under each marker of one block. */
export interface MarkerBlock extends Found {
  readonly sections: ReadonlyMap<Marker, string>
  /** Started within another block without a bracketed header, so it may be a line of that block's text. */
  readonly doubtful: boolean
}

interface OpenBlock extends Found {
  readonly parts: Map<Marker, string[]>
  readonly doubtful: boolean
  current: Marker | undefined
}

interface MarkerValue {
  readonly marker: Marker
  readonly closes: boolean
  readonly bracketed: boolean
  readonly value: string
}

const gap = String.raw`[ _\\\-]{0,3}`
const markerNames = `CONSENSUS${gap}CHECK|HAS${gap}CONSENSUS|CONFIDENCE|REASONING|PROPOSED${gap}SOLUTION|CHOICE|RANKING|APPROVED|SCORES|AMOUNT`
const bracketed = String.raw`\\?\[[ \t*_]{0,4}(?<closing>/?)[ \t]{0,3}(?<inside>${markerNames})[ \t*_]{0,4}\\?[\]:]`
const bare = String.raw`(?<bare>${markerNames})[*_\x60]{0,3}[ \t]{0,3}[:=]|(?<loose>HAS${gap}CONSENSUS)[*_\x60]{0,3}(?=\s|$)`
const markerAtLineStart = new RegExp(
  String.raw`^[\s*_#~\x60•+\-]{0,40}(?:\d{1,2}[.)]\s{0,3})?[*_\x60]{0,4}(?:${bracketed}|${bare})`,
  "iu",
)
const markerWithinLine = new RegExp(
  String.raw`[*_\x60]{0,4}(?:${bracketed}|\b(?<loose>HAS${gap}CONSENSUS)[*_\x60]{0,3}\s?[:=])`,
  "iu",
)
const afterMarker = /^[*_`\\\]]{0,6}\s{0,8}[:=]?[*_]{0,3}\s{0,8}/u

const freeTextMarkers: ReadonlySet<Marker> = new Set(["REASONING", "PROPOSED_SOLUTION"])
const headerMarkers: ReadonlySet<Marker> = new Set(["CONSENSUS_CHECK", "CHOICE", "RANKING", "APPROVED", "SCORES"])

const forms = {
  vote: new Set<Marker>(["CONSENSUS_CHECK", "HAS_CONSENSUS", "CONFIDENCE", "REASONING", "PROPOSED_SOLUTION"]),
  choice: new Set<Marker>(["CHOICE", "AMOUNT", "CONFIDENCE", "REASONING"]),
  ranking: new Set<Marker>(["RANKING", "AMOUNT", "CONFIDENCE", "REASONING"]),
  approval: new Set<Marker>(["APPROVED", "AMOUNT", "CONFIDENCE", "REASONING"]),
  scores: new Set<Marker>(["SCORES", "AMOUNT", "CONFIDENCE", "REASONING"]),
}

/** All blocks of one form, in order. Markers count only at the start of a line that is not quoted. */
export function markerBlocks(lines: readonly ReplyLine[], form: keyof typeof forms): MarkerBlock[] {
  const blocks: OpenBlock[] = []
  let outer: OpenBlock | undefined
  let fenced: OpenBlock | undefined
  for (const [index, line] of lines.entries()) {
    if (fenced !== undefined && fenced.fence !== line.fence) fenced = undefined
    if (line.label && !line.quoted) {
      outer = undefined
      fenced = undefined
      continue
    }
    const values = line.quoted || line.cut ? [] : opensQuotation(lines, index) ? [] : markersIn(line, forms[form])
    if (line.fence > 0) {
      if (outer !== undefined) append(outer, line.text)
      fenced = addLine(fenced, values, line, index, blocks)
    } else {
      outer = addLine(outer, values, line, index, blocks)
    }
  }
  return blocks.map(({ line, fence, doubtful, parts }) => ({
    line,
    fence,
    doubtful,
    sections: new Map([...parts].map(([marker, text]) => [marker, text.join("\n").trim()])),
  }))
}

function addLine(
  open: OpenBlock | undefined,
  values: readonly MarkerValue[],
  line: ReplyLine,
  index: number,
  blocks: OpenBlock[],
): OpenBlock | undefined {
  let block = open
  if (values.length === 0 && block !== undefined) append(block, line.text)
  for (const found of values) {
    const { marker } = found
    if (found.closes) {
      if (block !== undefined) block.current = undefined
      continue
    }
    const isRepeated = block?.parts.has(marker) ?? false
    const isStart = headerMarkers.has(marker) || (marker === "HAS_CONSENSUS" && (block === undefined || isRepeated))
    const doubtful = isStart && block !== undefined && !(headerMarkers.has(marker) && found.bracketed)
    const isMention = doubtful && marker === "HAS_CONSENSUS" && found.value !== "" && !readYesNo(found.value)?.alone
    if (isStart && !isMention) {
      block = { line: index, fence: line.fence, doubtful, parts: new Map(), current: undefined }
      blocks.push(block)
    } else if (block === undefined) {
      continue
    } else if (isRepeated) {
      append(block, line.text)
      break
    }
    block.current = marker
    block.parts.set(marker, [found.value])
  }
  return block
}

function append(block: OpenBlock, text: string): void {
  if (block.current !== undefined) block.parts.get(block.current)?.push(text)
}

function markersIn(line: ReplyLine, form: ReadonlySet<Marker>): MarkerValue[] {
  const values: MarkerValue[] = []
  let match = markerAtLineStart.exec(line.plain)
  let from = 0
  while (match !== null && values.length < 8) {
    const marker = markerOf(match)
    if (!form.has(marker)) break
    from += match.index + match[0].length
    const rest = line.plain.slice(from)
    const closes = match.groups?.closing === "/"
    // Free text may mention a marker, so the next section may follow on its line only in a one-line block.
    const next = freeTextMarkers.has(marker) && values.length === 0 ? null : markerWithinLine.exec(rest)
    const value = line.text.slice(from, next === null ? undefined : from + next.index)
    values.push({
      marker,
      closes,
      bracketed: match.groups?.inside !== undefined,
      value: value.replace(afterMarker, ""),
    })
    match = next
  }
  return values
}

function markerOf(match: RegExpExecArray): Marker {
  const name = match.groups?.inside ?? match.groups?.bare ?? match.groups?.loose ?? ""
  const letters = name.toUpperCase().replace(/[^A-Z]/g, "")
  if (letters === "CONSENSUSCHECK") return "CONSENSUS_CHECK"
  if (letters === "HASCONSENSUS") return "HAS_CONSENSUS"
  if (letters === "PROPOSEDSOLUTION") return "PROPOSED_SOLUTION"
  return letters as Marker
}

/** Whether the line before ends with an opening quotation mark, so that this block is quoted. */
function opensQuotation(lines: readonly ReplyLine[], index: number): boolean {
  const before = lines[index - 1]
  return (
    before !== undefined &&
    before.fence === lines[index]!.fence &&
    /(?:[:：]\s*|\s)["'“‘«「『]$/u.test(before.text.slice(-8).trimEnd())
  )
}

/** Position, confidence and reasoning of a block; the caller adds the vote. */
export function fromBlock({ line, fence, sections }: MarkerBlock, style: NumberStyle): FoundAnswer {
  const confidence = readConfidence(firstLine(sections.get("CONFIDENCE") ?? ""), style)
  return { line, fence, reading: "markers", confidence, reasoning: sections.get("REASONING") ?? "" }
}
