import { readConfidence } from "./read-confidence.ts"
import { readYesNo } from "./read-yes-no.ts"
import type { Found, FoundAnswer, ReplyLine } from "./reply-lines.ts"
import { firstLine } from "./vote-text.ts"
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
  /** It opened without its header right after another block, as a line of that block's text may do by chance. */
  readonly doubtful: boolean
}

interface OpenBlock extends Found {
  readonly parts: Map<Marker, string[]>
  readonly doubtful: boolean
  current: Marker | undefined
}

interface Piece {
  readonly marker: Marker
  readonly closes: boolean
  readonly bracketed: boolean
  readonly value: string
}

const gap = String.raw`[ _\\\-]{0,3}`
const names = `CONSENSUS${gap}CHECK|HAS${gap}CONSENSUS|CONFIDENCE|REASONING|PROPOSED${gap}SOLUTION|CHOICE|RANKING|APPROVED|SCORES|AMOUNT`
const bracketed = String.raw`\\?\[[ \t*_]{0,4}(?<closing>/?)[ \t]{0,3}(?<inside>${names})[ \t*_]{0,4}\\?[\]:]`
const bare = String.raw`(?<bare>${names})[*_\x60]{0,3}[ \t]{0,3}[:=]|(?<loose>HAS${gap}CONSENSUS)[*_\x60]{0,3}(?=\s|$)`
const lineStart = new RegExp(
  String.raw`^[\s*_#~\x60•+\-]{0,40}(?:\d{1,2}[.)]\s{0,3})?[*_\x60]{0,4}(?:${bracketed}|${bare})`,
  "iu",
)
const within = new RegExp(
  String.raw`[*_\x60]{0,4}(?:${bracketed}|\b(?<loose>HAS${gap}CONSENSUS)[*_\x60]{0,3}\s?[:=])`,
  "iu",
)
const afterMarker = /^[*_`\\\]]{0,6}\s{0,8}[:=]?[*_]{0,3}\s{0,8}/u

const textual: ReadonlySet<Marker> = new Set(["REASONING", "PROPOSED_SOLUTION"])
const headers: ReadonlySet<Marker> = new Set(["CONSENSUS_CHECK", "CHOICE", "RANKING", "APPROVED", "SCORES"])

const forms = {
  vote: new Set<Marker>(["CONSENSUS_CHECK", "HAS_CONSENSUS", "CONFIDENCE", "REASONING", "PROPOSED_SOLUTION"]),
  choice: new Set<Marker>(["CHOICE", "AMOUNT", "CONFIDENCE", "REASONING"]),
  ranking: new Set<Marker>(["RANKING", "AMOUNT", "CONFIDENCE", "REASONING"]),
  approval: new Set<Marker>(["APPROVED", "AMOUNT", "CONFIDENCE", "REASONING"]),
  scores: new Set<Marker>(["SCORES", "AMOUNT", "CONFIDENCE", "REASONING"]),
}

/** Every block of one form in a reply, in order. Markers count only where they begin a line that is not a quotation. */
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
    const pieces = line.quoted || line.cut ? [] : opensQuotation(lines, index) ? [] : piecesOf(line, forms[form])
    if (line.fence > 0) {
      if (outer !== undefined) append(outer, line.text)
      fenced = place(fenced, pieces, line, index, blocks)
    } else {
      outer = place(outer, pieces, line, index, blocks)
    }
  }
  return blocks.map(({ line, fence, doubtful, parts }) => ({
    line,
    fence,
    doubtful,
    sections: new Map([...parts].map(([marker, text]) => [marker, text.join("\n").trim()])),
  }))
}

function place(
  open: OpenBlock | undefined,
  pieces: readonly Piece[],
  line: ReplyLine,
  index: number,
  blocks: OpenBlock[],
): OpenBlock | undefined {
  let block = open
  if (pieces.length === 0 && block !== undefined) append(block, line.text)
  for (const piece of pieces) {
    const { marker } = piece
    if (piece.closes) {
      if (block !== undefined) block.current = undefined
      continue
    }
    const repeated = block?.parts.has(marker) ?? false
    const opens = headers.has(marker) || (marker === "HAS_CONSENSUS" && (block === undefined || repeated))
    const doubtful = opens && block !== undefined && !(headers.has(marker) && piece.bracketed)
    const mentioned = doubtful && marker === "HAS_CONSENSUS" && piece.value !== "" && !readYesNo(piece.value)?.alone
    if (opens && !mentioned) {
      block = { line: index, fence: line.fence, doubtful, parts: new Map(), current: undefined }
      blocks.push(block)
    } else if (block === undefined) {
      continue
    } else if (repeated) {
      append(block, line.text)
      break
    }
    block.current = marker
    block.parts.set(marker, [piece.value])
  }
  return block
}

function append(block: OpenBlock, text: string): void {
  if (block.current !== undefined) block.parts.get(block.current)?.push(text)
}

function piecesOf(line: ReplyLine, form: ReadonlySet<Marker>): Piece[] {
  const pieces: Piece[] = []
  let match = lineStart.exec(line.plain)
  let from = 0
  while (match !== null && pieces.length < 8) {
    const marker = markerOf(match)
    if (!form.has(marker)) break
    from += match.index + match[0].length
    const rest = line.plain.slice(from)
    const closes = match.groups?.closing === "/"
    // Free text may mention a marker; only on a block's one line may the next section follow it.
    const next = textual.has(marker) && pieces.length === 0 ? null : within.exec(rest)
    const value = line.text.slice(from, next === null ? undefined : from + next.index)
    pieces.push({
      marker,
      closes,
      bracketed: match.groups?.inside !== undefined,
      value: value.replace(afterMarker, ""),
    })
    match = next
  }
  return pieces
}

function markerOf(match: RegExpExecArray): Marker {
  const name = match.groups?.inside ?? match.groups?.bare ?? match.groups?.loose ?? ""
  const letters = name.toUpperCase().replace(/[^A-Z]/g, "")
  if (letters === "CONSENSUSCHECK") return "CONSENSUS_CHECK"
  if (letters === "HASCONSENSUS") return "HAS_CONSENSUS"
  if (letters === "PROPOSEDSOLUTION") return "PROPOSED_SOLUTION"
  return letters as Marker
}

/** A line that ends in an opening quotation mark makes the block under it somebody's quoted words. */
function opensQuotation(lines: readonly ReplyLine[], index: number): boolean {
  const before = lines[index - 1]
  return (
    before !== undefined &&
    before.fence === lines[index]!.fence &&
    /(?:[:：]\s*|\s)["'“‘«「『]$/u.test(before.text.slice(-8).trimEnd())
  )
}

/** What a block says besides its vote: where it stands, how sure it is, and why. */
export function fromBlock({ line, fence, sections }: MarkerBlock, style: NumberStyle): FoundAnswer {
  const confidence = readConfidence(firstLine(sections.get("CONFIDENCE") ?? ""), style)
  return { line, fence, reading: "markers", confidence, reasoning: sections.get("REASONING") ?? "" }
}
